// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_DEFINITIONS_H
#define CU2CL_CORE_SOURCE_DEFINITIONS_H

#include "core/source/ParsedSide.h"
#include <optional>

namespace cu2cl {

/// The name that begins a definition NAME, NAME=VALUE or NAME(X)=VALUE.
llvm::StringRef nameOfDefinition(llvm::StringRef Definition);

/// Returns what #if can compare \p Definition with: a plain integer ("1" for NAME without a value).
std::optional<long long> integerOfDefinition(llvm::StringRef Definition);

/// The definitions that \p C's flags leave, without those that a later -U or -D takes back: NAME
/// (for NAME=1, too) or NAME=VALUE, sorted.
std::vector<std::string> definitionsOf(const CompileCommand &C);

/// True if \p Word occurs in \p Text as a whole word.
bool mentionsWord(llvm::StringRef Text, llvm::StringRef Word);

/// The name of the mark beside a definition of \p Name.
std::string markOf(llvm::StringRef Name);

} // namespace cu2cl

#endif
