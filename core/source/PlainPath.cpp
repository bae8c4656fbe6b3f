// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/PlainPath.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

#include <filesystem>
#include <mutex>

namespace path = llvm::sys::path;

namespace cu2cl {

/// \p Path without dots. Only links in front of a `..` are followed, so that what is reached
/// through another link (the project's root) keeps its name. \p Links: how many links may be met.
static std::string follow(llvm::StringRef Path, unsigned Links = 40) {
  llvm::SmallString<256> Result;
  for (auto I = path::begin(Path), E = path::end(Path); I != E; ++I) {
    if (*I == "..") {
      std::error_code Failed;
      std::filesystem::path To = std::filesystem::read_symlink(Result.c_str(), Failed);
      path::remove_filename(Result);
      if (!Failed && Links > 0) {
        if (To.is_absolute())
          Result.clear();
        path::append(Result, To.string());
        Result = follow(std::string(Result), --Links);
        path::remove_filename(Result);
      }
    } else if (*I != ".") {
      path::append(Result, *I);
    }
  }
  return std::string(Result);
}

std::string plainPath(llvm::StringRef Path) {
  if (!Path.contains("/..")) {
    llvm::SmallString<256> Plain(Path);
    path::remove_dots(Plain, /*remove_dot_dot=*/true);
    return std::string(Plain);
  }
  static std::mutex Lock; // the same few paths are asked for again and again
  static llvm::StringMap<std::string> Known;
  std::lock_guard<std::mutex> Guard(Lock);
  auto [Found, IsNew] = Known.try_emplace(Path);
  if (IsNew)
    Found->second = follow(Path);
  return Found->second;
}

} // namespace cu2cl
