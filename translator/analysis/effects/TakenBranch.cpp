// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/TakenBranch.h"

using namespace clang;

namespace cu2cl {

const Expr *takenBranch(const Stmt *S, const ASTContext &Context) {
  const auto *Choice = dyn_cast_or_null<ConditionalOperator>(S);
  bool Value = false;
  if (!Choice || Choice->getCond()->isValueDependent() ||
      !Choice->getCond()->EvaluateAsBooleanCondition(Value, Context))
    return nullptr;
  return Value ? Choice->getTrueExpr() : Choice->getFalseExpr();
}

} // namespace cu2cl
