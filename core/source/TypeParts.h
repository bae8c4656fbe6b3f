// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_TYPEPARTS_H
#define CU2CL_CORE_SOURCE_TYPEPARTS_H

#include "clang/AST/Type.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cu2cl {

/// Returns true if \p Is holds for a part of an object of type \p T: T itself, or what its
/// elements, members and bases consist of. A class without a definition is a part of its own.
bool anyPart(clang::QualType T, llvm::function_ref<bool(clang::QualType)> Is);

/// Returns what \p T is at the end of its pointers, references and arrays.
clang::QualType innermostType(clang::QualType T);

} // namespace cu2cl

#endif
