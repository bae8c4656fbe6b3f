// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_NAMEMARKS_H
#define CU2CL_CORE_SOURCE_NAMEMARKS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace cu2cl {

/// \p Name followed by a mark that tells what it refers to: \p Entity, by its address. Text can be
/// made of it as of any name; when all text of a function is there, the mark gives way to what the
/// name still needs (replaceNameMarks()).
std::string markedName(llvm::StringRef Name, const void *Entity);

/// True if \p Rest, which follows a name in a text, is the mark of that name.
bool beginsWithNameMark(llvm::StringRef Rest);

/// \p Text with what \p Suffix gives for an entity in place of each of its marks.
std::string replaceNameMarks(llvm::StringRef Text,
                             llvm::function_ref<llvm::StringRef(const void *)> Suffix);

/// \p Text without marks.
std::string withoutNameMarks(llvm::StringRef Text);

} // namespace cu2cl

#endif
