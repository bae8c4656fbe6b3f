// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Texts of the CUDA source, by those of the port.

#include <clrt/source_text.h>

#include <string>
#include <unordered_map>

// Never destroyed: static destructors may show texts, too. Tables are made before main.
static std::unordered_map<std::string, const char *> &texts() {
  static auto *const all = new std::unordered_map<std::string, const char *>;
  return *all;
}

clrt::source_texts::source_texts(std::initializer_list<row> rows) {
  for (const row &r : rows)
    texts().emplace(r.port, r.source);
}

const char *clrt_source_text(const char *text) {
  auto found = texts().find(text);
  return found == texts().end() ? text : found->second;
}
