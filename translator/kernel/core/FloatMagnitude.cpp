// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/FloatMagnitude.h"
#include "catalog/Catalog.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace clang;

namespace cu2cl {

using Magnitude = std::optional<double>;

/// Finite operands have a result that is no NaN, but for a division.
static Magnitude ofOperator(const DeviceUnit &Unit, const BinaryOperator *B) {
  Magnitude Left = magnitudeUnlessNaN(Unit, B->getLHS());
  Magnitude Right = magnitudeUnlessNaN(Unit, B->getRHS());
  if (!Left || !Right || std::isinf(*Left) || std::isinf(*Right))
    return std::nullopt;
  double Result;
  switch (B->getOpcode()) {
  case BO_Add:
  case BO_Sub:
    Result = *Left + *Right;
    break;
  case BO_Mul:
    Result = *Left * *Right;
    break;
  case BO_Div: {
    Expr::EvalResult Divisor;
    if (!B->getRHS()->EvaluateAsRValue(Divisor, Unit.context()) || !Divisor.Val.isFloat() ||
        Divisor.Val.getFloat().isZero())
      return std::nullopt;
    Result = *Left / *Right;
    break;
  }
  default:
    return std::nullopt;
  }
  // Far enough from float's limits that rounding is no matter.
  return Result < 1e38 ? Result : INFINITY;
}

/// Functions are known by what OpenCL has for them.
static Magnitude ofCall(const DeviceUnit &Unit, const CallExpr *Call) {
  const catalog::DeviceFunction *Row = deviceFunctionOf(Unit, Call);
  if (!Row || Call->getNumArgs() == 0)
    return std::nullopt;
  Magnitude First = magnitudeUnlessNaN(Unit, Call->getArg(0));
  if (Row->Text == "fmin($0, $1)" || Row->Text == "fmax($0, $1)") {
    Magnitude Second = magnitudeUnlessNaN(Unit, Call->getArg(1));
    if (First && Second)
      return std::max(*First, *Second);
    return First || Second ? Magnitude(INFINITY) : std::nullopt; // a NaN loses
  }
  bool Rounds = llvm::StringSwitch<bool>(Row->Text)
                    .Cases("floor($0)", "ceil($0)", "trunc($0)", "rint($0)", "round($0)", true)
                    .Default(Row->Text == "fabs($0)");
  return Rounds && First ? Magnitude(*First + 1) : std::nullopt;
}

std::optional<double> magnitudeUnlessNaN(const DeviceUnit &Unit, const Expr *E) {
  E = E->IgnoreParens();
  Expr::EvalResult Value;
  if (E->isValueDependent())
    return std::nullopt;
  if (E->EvaluateAsRValue(Value, Unit.context()) && Value.Val.isFloat() &&
      Value.Val.getFloat().isFinite())
    return std::fabs(Value.Val.getFloat().convertToDouble());
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_IntegralToFloating)
      return std::ldexp(1.0, Unit.context().getTypeSize(Cast->getSubExpr()->getType()));
    return Cast->getCastKind() == CK_NoOp ? magnitudeUnlessNaN(Unit, Cast->getSubExpr())
                                          : std::nullopt;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Plus
               ? magnitudeUnlessNaN(Unit, Unary->getSubExpr())
               : std::nullopt;
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return ofOperator(Unit, B);
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call ? ofCall(Unit, Call) : std::nullopt;
}

} // namespace cu2cl
