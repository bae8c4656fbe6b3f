// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "host/unit/WrittenName.h"

using namespace clang;

namespace cu2cl {

llvm::SmallVector<const NamedDecl *, 2> foundBy(const Expr *E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return {Ref->getFoundDecl()};
  const auto *Lookup = dyn_cast<OverloadExpr>(E);
  return Lookup ? llvm::SmallVector<const NamedDecl *, 2>(Lookup->decls())
                : llvm::SmallVector<const NamedDecl *, 2>();
}

} // namespace cu2cl
