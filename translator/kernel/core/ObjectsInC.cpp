// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/ObjectsInC.h"
#include "analysis/effects/Accesses.h"

using namespace clang;

namespace cu2cl {

bool isNoObjectInC(const Expr *E) {
  if (!E->isGLValue() || E->refersToBitField())
    return false;
  if (isa<ConditionalOperator>(E))
    return true;
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E))
    return isTrivialAssignment(Call);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->isAssignmentOp() || B->isCommaOp();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->isIncrementDecrementOp();
  return false;
}

} // namespace cu2cl
