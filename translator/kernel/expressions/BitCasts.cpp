// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Bit casts, which keep the bits of a value and not the value.
//
// Precondition: `__builtin_bit_cast(T, x)`, which std::bit_cast is made of, from one number or
// vector to another.
// Effect:
//   __builtin_bit_cast(int, f)      as_int(f)
// Refuses: objects of other classes, pointers, enums and bool, which as_T() does not take.

#include "core/report/Diagnostics.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// Returns true if OpenCL C can reinterpret values of type \p T.
static bool hasPlainBits(const ASTContext &Context, QualType T) {
  if (vectorTypeOf(T))
    return true;
  return T->isArithmeticType() && !T->isBooleanType() && !T->isEnumeralType() &&
         Context.getTypeSize(T) <= 64;
}

std::optional<Fragment> printBitCast(KernelPrinter &P, const Stmt *S) {
  const auto *E = dyn_cast<BuiltinBitCastExpr>(S);
  if (!E)
    return std::nullopt;
  QualType To = E->getType().getUnqualifiedType();
  QualType From = E->getSubExpr()->getType().getUnqualifiedType();
  if (!hasPlainBits(P.context(), To) || !hasPlainBits(P.context(), From))
    return P.unit().mark(
        diag::UnsupportedDeviceCall, E->getBeginLoc(),
        {"__builtin_bit_cast from '" + From.getAsString() + "' to '" + To.getAsString() + "'"});
  Fragment Call = Fragment("as_" + P.Locals.types().base(To, StoredIn::Value) + "(") +
                  P.printTyped(E->getSubExpr(), From) + ")";
  return Call.binding(Precedence::Primary);
}

} // namespace cu2cl
