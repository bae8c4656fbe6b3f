// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Shifts by an amount that may reach the width of the value: CUDA's hardware shifts everything out,
// OpenCL takes the amount modulo the width.
//   x << n        clrt_shl_uint(x, n)
//   x >>= n       x = clrt_shr_int(x, n), by CompoundAssignments
// Where the text tells that the amount is small enough (n & 31, a constant, a loop's counter) the
// operator stays.

#include "kernel/expressions/Shifts.h"
#include "analysis/effects/ValueRange.h"
#include "kernel/core/Rules.h"

using namespace clang;

namespace cu2cl {

/// An operand as an argument: without its parentheses, unless they hold a comma.
static Fragment printArgument(KernelPrinter &P, const Expr *E) {
  auto *Inner = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  return P.print(Inner && Inner->isCommaOp() ? E : E->IgnoreParens());
}

std::string shiftFunction(KernelPrinter &P, const BinaryOperator *B) {
  if (!(B->isShiftOp() || B->isShiftAssignOp()) ||
      !B->getLHS()->getType()->isIntegralOrUnscopedEnumerationType() ||
      !B->getRHS()->getType()->isIntegralOrUnscopedEnumerationType())
    return "";
  QualType T = B->getType();
  if (auto *Compound = dyn_cast<CompoundAssignOperator>(B))
    T = Compound->getComputationResultType();
  unsigned Width = P.context().getTypeSize(T);
  std::optional<ValueRange> Amount = rangeOf(P.context(), P.version().Function, B->getRHS());
  if (Amount && Amount->Low >= 0 && Amount->High < Width)
    return "";
  P.Found.needHelper("shift");
  bool IsLeft = B->getOpcode() == BO_Shl || B->getOpcode() == BO_ShlAssign;
  return std::string(IsLeft ? "clrt_shl_" : "clrt_shr_") +
         (T->isUnsignedIntegerOrEnumerationType() ? "u" : "") + (Width == 64 ? "long" : "int");
}

std::optional<Fragment> printShift(KernelPrinter &P, const Stmt *S) {
  const auto *B = dyn_cast<BinaryOperator>(S);
  std::string Name = B && !B->isCompoundAssignmentOp() ? shiftFunction(P, B) : "";
  if (Name.empty())
    return std::nullopt;
  return Fragment(Name + "(") + printArgument(P, B->getLHS()) + ", " +
         printArgument(P, B->getRHS()) + ")";
}

} // namespace cu2cl
