// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_COMMENTS_H
#define CU2CL_CORE_SOURCE_COMMENTS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cu2cl {

/// The comment that a file begins with (its licence, as a rule); empty if it begins with something
/// else, or if the comment is right above a declaration and so belongs to that.
std::string headComment(llvm::StringRef Source);

/// The comment lines right above the line of \p Begin (no blank line between), with their line
/// ends. Not the head comment of the file.
std::string leadingComment(llvm::StringRef Source, unsigned Begin);

/// A comment after \p End on the same line, with the space before it.
std::string trailingComment(llvm::StringRef Source, unsigned End);

/// True if the text between two things has no blank line and nothing but comments and white space.
bool staysClose(llvm::StringRef Source, unsigned End, unsigned Begin);

/// 1-based line of \p Offset.
unsigned lineOf(llvm::StringRef Source, unsigned Offset);

} // namespace cu2cl

#endif
