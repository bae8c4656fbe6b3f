// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/plan/GuardedElements.h"

using namespace clang;

namespace cu2cl {

/// Adds the scalars of \p List that are no constants to \p Elements.
/// \returns false if an element is neither a scalar nor an array of such.
static bool collectElements(const ASTContext &Context, const InitListExpr *List,
                            llvm::SmallVectorImpl<const Expr *> &Elements) {
  return llvm::all_of(List->inits(), [&](const Expr *E) {
    if (isa<ImplicitValueInitExpr>(E) || E->isEvaluatable(Context))
      return true;
    if (const auto *Row = dyn_cast<InitListExpr>(E); Row && Row->getType()->isArrayType())
      return collectElements(Context, Row, Elements);
    Elements.push_back(E);
    return E->getType()->isScalarType();
  });
}

bool guardElements(PredicationPlan &Plan, const ASTContext &Context, const Expr *Init,
                   unsigned At) {
  const auto *List = dyn_cast<InitListExpr>(Init->IgnoreImplicit());
  llvm::SmallVector<const Expr *, 8> Elements;
  if (!List || !List->getType()->isArrayType() || !collectElements(Context, List, Elements))
    return false;
  for (const Expr *E : Elements)
    Plan.GuardedValues[E] = At;
  return true;
}

} // namespace cu2cl
