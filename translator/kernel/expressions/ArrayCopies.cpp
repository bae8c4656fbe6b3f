// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies of arrays that Clang writes: what a structured binding takes apart, members that a copy
// constructor copies.
//
// Precondition: the array is named without an effect.
// Effect: "{a[0], a[1]}"; in a loop that copies in place, the element that the loop is at.

#include "kernel/core/Rules.h"
#include "kernel/core/SideEffects.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// The elements of array \p From, of type \p T: "{{a[0][0], a[0][1]}}".
static Fragment arrayElements(const ASTContext &Context, const Fragment &From, QualType T) {
  const ConstantArrayType *Array = Context.getAsConstantArrayType(T);
  if (!Array)
    return From;
  Fragment Out("{");
  for (uint64_t I = 0; I < Array->getSize().getZExtValue(); ++I)
    Out += Fragment(I ? ", " : "") +
           arrayElements(Context, From + "[" + std::to_string(I) + "]", Array->getElementType());
  return Out + "}";
}

/// The copy of an array that is taken apart: "{a[0], a[1]}".
std::optional<Fragment> printArrayCopy(KernelPrinter &P, const Stmt *S) {
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(S);
      Element && isa<ArrayInitIndexExpr>(Element->getIdx()) && !P.Scope.arrayCounters().empty()) {
    std::vector<std::string> Counters = P.Scope.arrayCounters();
    std::string Counter = Counters.back();
    Counters.pop_back(); // the array may be an element itself
    auto Outer = P.Scope.counted(std::move(Counters));
    return P.print(Element->getBase(), Precedence::Postfix) + "[" + Counter + "]";
  }
  if (const auto *Same = dyn_cast<OpaqueValueExpr>(S); Same && Same->getSourceExpr())
    return P.print(Same->getSourceExpr());
  const auto *Loop = dyn_cast<ArrayInitLoopExpr>(S);
  if (!Loop)
    return std::nullopt;
  const Expr *From = Loop->getCommonExpr()->getSourceExpr()->IgnoreParenImpCasts();
  if (mayChange(P, From))
    return Fragment(P.unit().mark(diag::UnsupportedArrayOfObjects, S->getBeginLoc(),
                                  {"copy what an expression with side effects returns"}));
  return arrayElements(P.context(), P.print(From, Precedence::Postfix), Loop->getType());
}

} // namespace cu2cl
