// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TESTS_HARNESS_EXPECTATIONS_H
#define CU2CL_TESTS_HARNESS_EXPECTATIONS_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cu2cl {

/// What a test source says in its comments: "// KEY: text", a line each.
struct Expectations {
  std::map<std::string, std::vector<std::string>> Texts; ///< by key, in source order
  std::multiset<unsigned> Diagnostics;                   ///< of "// DIAG: number"
};

/// The comments of \p Source with one of \p Keys, and its diagnostics.
inline Expectations expectationsOf(llvm::StringRef Source,
                                   std::initializer_list<const char *> Keys) {
  Expectations Out;
  while (!Source.empty()) {
    auto [Line, Rest] = Source.split('\n');
    Source = Rest;
    auto After = [Text = Line](const std::string &Key) {
      return Text.contains(Key) ? Text.split(Key).second.trim() : llvm::StringRef();
    };
    for (const char *Key : Keys)
      if (llvm::StringRef Text = After("// " + std::string(Key) + ":"); !Text.empty())
        Out.Texts[Key].push_back(Text.str());
    if (llvm::StringRef Text = After("// DIAG:"); !Text.empty())
      Out.Diagnostics.insert(std::stoul(Text.str()));
  }
  return Out;
}

} // namespace cu2cl

#endif
