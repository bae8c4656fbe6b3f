// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/LibraryConstants.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace cu2cl {

const LibraryConstant *findLibraryConstant(llvm::StringRef Name) {
  static const LibraryConstant Rows[] = {
#define CONSTANT(Name, NeedsHelper, Printed) {#Name, NeedsHelper, Printed},
#include "core/source/LibraryConstants.def"
  };
  static const auto Table = [] {
    llvm::StringMap<const LibraryConstant *> Map;
    for (const LibraryConstant &Row : Rows)
      Map[Row.Name] = &Row;
    return Map;
  }();
  return Table.lookup(Name);
}

/// \p Number with one suffix for long integers: OpenCL C has no `LL`.
static std::string withOneLong(llvm::StringRef Number) {
  std::string Out = Number.upper();
  if (size_t At = Out.find("LL"); At != std::string::npos)
    Out.erase(At, 1);
  return Out;
}

bool isBodyOfConstant(const LibraryConstant &Constant, llvm::StringRef Tokens,
                      llvm::StringRef Text) {
  if (Text == Constant.Name)
    return true;
  if (!Constant.Printed.empty()) {
    while (Text.starts_with("(") && Text.ends_with(")") && Text != Constant.Printed)
      Text = Text.drop_front().drop_back();
    return Text == Constant.Printed;
  }
  return !Tokens.empty() && llvm::isDigit(Tokens.front()) &&
         withOneLong(Tokens) == withOneLong(Text);
}

} // namespace cu2cl
