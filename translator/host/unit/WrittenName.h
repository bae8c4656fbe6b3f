// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_UNIT_WRITTENNAME_H
#define CU2CL_HOST_UNIT_WRITTENNAME_H

#include "clang/AST/ExprCXX.h"

namespace cu2cl {

/// Returns what \p Do says of \p E if that names functions: as a DeclRefExpr, or in a template as
/// an OverloadExpr, whose choice is made later. Otherwise a value of its result by default.
template <typename Function>
auto ofName(const clang::Expr *E, Function Do) -> decltype(Do((const clang::DeclRefExpr *)E)) {
  if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E))
    return Do(Ref);
  if (const auto *Lookup = llvm::dyn_cast<clang::OverloadExpr>(E))
    return Do(Lookup);
  return {};
}

/// The declarations that \p E, as above, finds: using-declarations are some of their own.
llvm::SmallVector<const clang::NamedDecl *, 2> foundBy(const clang::Expr *E);

} // namespace cu2cl

#endif
