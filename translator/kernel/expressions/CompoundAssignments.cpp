// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compound assignments whose result C would convert otherwise, or that a shift makes a call.
//   flag |= n      flag = ((flag | n) != 0)               a bool stored as a byte must be 0 or 1
//   i *= 0.5f      i = convert_int_sat(i * 0.5f)          saturates
//   x >>= n        x = clrt_shr_int(x, n)                 an amount that may reach the width
//
// What is evaluated more than once, or in another order than C++'s, goes into variables first: a
// right side that may change something, the place of a left side that does.

#include "kernel/expressions/CompoundAssignments.h"
#include "analysis/effects/ValueRange.h"
#include "kernel/core/FloatMagnitude.h"
#include "kernel/core/Rules.h"
#include "kernel/core/SideEffects.h"
#include "kernel/core/TypeText.h"
#include "kernel/expressions/Conversions.h"
#include "kernel/expressions/Shifts.h"
#include <cmath>

using namespace clang;

namespace cu2cl {
namespace {

/// True if `flag op= n` leaves a byte that holds 0 or 1 one that does.
bool staysBool(KernelPrinter &P, const CompoundAssignOperator *B) {
  if (B->getComputationResultType()->isFloatingType())
    return false;
  switch (B->getOpcode()) {
  case BO_AndAssign:
    return true;
  case BO_OrAssign:
  case BO_XorAssign:
  case BO_MulAssign: {
    std::optional<ValueRange> R = rangeOf(P.context(), P.version().Function, B->getRHS());
    return R && R->Low >= 0 && R->High <= 1;
  }
  default:
    return false;
  }
}

/// Returns true if `n op= x` may compute a NaN, for an integer n.
bool mayBeNaN(KernelPrinter &P, const CompoundAssignOperator *B) {
  std::optional<double> Right = magnitudeUnlessNaN(P.unit(), B->getRHS());
  return !Right || std::isinf(*Right) || B->getOpcode() == BO_DivAssign;
}

} // namespace

bool hasOwnForm(KernelPrinter &P, const CompoundAssignOperator *B) {
  QualType T = B->getLHS()->getType();
  bool Normalises = T->isBooleanType() && !isBoolInOutput(P, B->getLHS()) && !staysBool(P, B);
  bool Saturates = T->isIntegralOrUnscopedEnumerationType() && !T->isBooleanType() &&
                   B->getComputationResultType()->isFloatingType();
  return Normalises || Saturates || !shiftFunction(P, B).empty();
}

Fragment computedValue(KernelPrinter &P, const CompoundAssignOperator *B, const Fragment &Left,
                       const Fragment &Right) {
  std::string Shift = shiftFunction(P, B);
  std::string Operator =
      BinaryOperator::getOpcodeStr(BinaryOperator::getOpForCompoundAssignment(B->getOpcode()))
          .str();
  Fragment Text = Shift.empty() ? Left + (" " + Operator + " ") + Right
                                : Fragment(Shift + "(") + Left + ", " + Right + ")";
  QualType T = B->getLHS()->getType();
  if (T->isBooleanType())
    return ((Shift.empty() ? Fragment("(") + Text + ")" : Text) + " != 0")
        .binding(Precedence::Equality);
  if (T->isIntegralOrUnscopedEnumerationType() && B->getComputationResultType()->isFloatingType())
    return saturated(P, Text, B->getComputationResultType(), T, mayBeNaN(P, B));
  return Text;
}

std::optional<Fragment> printCompoundAssignment(KernelPrinter &P, const Stmt *S) {
  const auto *B = dyn_cast<CompoundAssignOperator>(S);
  if (!B)
    return std::nullopt;
  if (!hasOwnForm(P, B))
    return std::nullopt;
  bool Shifts = !shiftFunction(P, B).empty();
  auto Assign = [&](const Fragment &Right) {
    return P.print(B->getLHS()) + " = " + computedValue(P, B, P.print(B->getLHS()), Right);
  };
  if (mayChange(P, B->getLHS()) && !P.Scope.hasPlace(B->getLHS()))
    return printWithPlaceFirst(P, B, B->getLHS(), B->getRHS(), [&](const std::string &) {
      return Assign(P.print(B->getRHS(), Precedence::Unary));
    });
  std::optional<Fragment> Text =
      printWithValueFirst(P, B, B->getRHS(), /*AsOperand=*/!Shifts, Assign);
  if (!Text) { // inside of an expression
    std::string Name = P.Locals.hoistedVariable(B, "value", [&](const std::string &Name) {
      return P.Locals.types().declare(B->getRHS()->getType().getUnqualifiedType(), Name,
                                      spacesOf(P.unit(), P.version(), B->getRHS()),
                                      StoredIn::Value);
    });
    return Fragment("(" + Name + " = ") + P.printValue(B->getRHS()) + ", " + Assign(Name) + ")";
  }
  return Text->isClosed() ? *Text : Text->binding(Precedence::Assignment);
}

} // namespace cu2cl
