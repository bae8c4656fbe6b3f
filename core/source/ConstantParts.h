// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_CONSTANTPARTS_H
#define CU2CL_CORE_SOURCE_CONSTANTPARTS_H

#include "clang/AST/APValue.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cu2cl {

/// Calls \p Visit for each part of \p Value that is neither array nor struct; for a union first,
/// then for what it holds. Elements of an array that have no value of their own count once.
void forEachPart(const clang::APValue &Value,
                 llvm::function_ref<void(const clang::APValue &)> Visit);

/// The size of \p V and the numbers in its initial value, in a short text: two sides of a unit that
/// have the same text have the same variable. Empty if its type has no size here.
std::string initialDigest(const clang::VarDecl *V);

} // namespace cu2cl

#endif
