// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_CMAKE_CMAKELANGUAGE_H
#define CU2CL_PROJECT_CMAKE_CMAKELANGUAGE_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cu2cl {

/// One argument of a CMake command. Unquoted ones are split at semicolons after expansion.
struct CMakeArgument {
  std::string Text;
  bool Quoted = false;
  bool Literal = false; ///< [[...]]: nothing is expanded
};

/// `name(argument ...)`.
struct CMakeCommand {
  std::string Name; ///< lower case
  std::vector<CMakeArgument> Arguments;
  unsigned Line = 0;
};

/// Why cmake itself cannot read a file, and the line.
struct CMakeSyntaxError {
  unsigned Line;
  std::string What;
};

/// The commands of a CMake file; what cannot be read is skipped to the end of its line, and the
/// first such thing is left in \p Error.
std::vector<CMakeCommand> parseCMake(llvm::StringRef Text,
                                     std::optional<CMakeSyntaxError> *Error = nullptr);

using CMakeVariables = std::map<std::string, std::string>;

/// Replaces ${NAME}, also nested; unknown names become nothing, $ENV{...} stays empty.
std::string expandCMake(llvm::StringRef Text, const CMakeVariables &Variables);

/// The arguments of a command, expanded and split.
std::vector<std::string> expandArguments(const CMakeCommand &Command,
                                         const CMakeVariables &Variables);

/// The truth of the words of an if(): constants, variables, NOT, AND, OR, parentheses, DEFINED,
/// TARGET, EXISTS, STREQUAL, EQUAL, MATCHES and the comparisons of versions.
bool evaluateCMake(const CMakeCommand &Command, const CMakeVariables &Variables);

/// Returns what is left of `$<...>` when \p Language (CUDA, CXX, C) is compiled, in a Release
/// build, for the build tree. What is not known is nothing, and is added to \p Unknown.
std::string evaluateGenerators(llvm::StringRef Text, llvm::StringRef Language = "CUDA",
                               std::set<std::string> *Unknown = nullptr);

/// Unquoted arguments in which blanks divide one `$<...>`, put together again: as a list, as CMake
/// sees them in a property.
std::vector<std::string> joinGenerators(const std::vector<std::string> &Words);

/// The value of math(EXPR); nothing if \p Text is no expression.
std::optional<long long> computeCMake(llvm::StringRef Text);

} // namespace cu2cl

#endif
