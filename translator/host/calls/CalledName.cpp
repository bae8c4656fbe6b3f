// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names of clrt's functions beside macros of the program.

#include "host/calls/CalledName.h"

namespace cu2cl {

std::string calledName(const HostUnit &U, llvm::StringRef Name) {
  llvm::StringRef Last = Name.substr(Name.rfind(':') + 1);
  bool IsMacro = llvm::any_of(U.Side.Macros, [&](const MacroDefinition &D) {
    return D.Name == Last && D.Info->isFunctionLike();
  });
  return IsMacro ? ("(" + Name + ")").str() : Name.str();
}

} // namespace cu2cl
