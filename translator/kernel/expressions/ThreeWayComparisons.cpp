// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The comparisons of C++20.
//
// Effect: a comparison that C++ makes of another operator is that operator: `a != b` of a class
// with operator== is `!operator_equalequal(a, b)`, `a < b` of one with operator<=> is
// `A_operator_spaceship(&a, b)._M_value < 0`. `x <=> y` of numbers is the std::strong_ordering or
// std::partial_ordering that a helper's -1, 0, 1 or 2 (not ordered) makes.

#include "analysis/reach/LibraryCode.h"
#include "catalog/CxxLibrary.h"
#include "kernel/core/Operands.h"
#include "kernel/core/Rules.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

/// "clrt_order_long(x, y)", the value of `x <=> y`.
Fragment printOrder(KernelPrinter &P, const BinaryOperator *B) {
  P.Found.needHelper("ordering");
  QualType T = B->getLHS()->getType();
  if (const auto *E = T->getAs<EnumType>())
    T = E->getDecl()->getIntegerType();
  bool IsAddress = T->isPointerType() || T->isNullPtrType();
  bool IsWide = IsAddress || (T->isUnsignedIntegerType() && P.context().getTypeSize(T) == 64);
  bool IsFloating = T->isRealFloatingType();
  bool IsDouble = IsFloating && P.context().getTypeSize(T) == 64;
  if (IsDouble)
    P.Found.needExtension("cl_khr_fp64");
  std::string Type = IsDouble ? "double" : IsFloating ? "float" : IsWide ? "ulong" : "long";
  auto Side = [&](const Expr *E) {
    return IsAddress ? Fragment("(ulong)") + P.print(E, Precedence::Unary) : P.printValue(E);
  };
  return (Fragment("clrt_order_" + Type + "(") + Side(B->getLHS()) + ", " + Side(B->getRHS()) + ")")
      .binding(Precedence::Primary);
}

const BinaryOperator *asThreeWay(const Expr *E) {
  const auto *B = dyn_cast<BinaryOperator>(withoutImplicit(E->IgnoreParens())->IgnoreParens());
  return B && B->getOpcode() == BO_Cmp ? B : nullptr;
}

/// The -1, 0, 1 or 2 in \p E, an ordering.
Fragment printOrderingValue(KernelPrinter &P, const Expr *E) {
  if (const BinaryOperator *B = asThreeWay(E))
    return printOrder(P, B);
  const CXXRecordDecl *R = orderingClassOf(E->getType());
  return (P.print(E, Precedence::Postfix) + "." + P.names().local(*R->field_begin()))
      .binding(Precedence::Postfix);
}

/// The operator that says of (b, a) what \p Op says of (a, b).
OverloadedOperatorKind mirrored(OverloadedOperatorKind Op) {
  switch (Op) {
  case OO_Less:
    return OO_Greater;
  case OO_Greater:
    return OO_Less;
  case OO_LessEqual:
    return OO_GreaterEqual;
  case OO_GreaterEqual:
    return OO_LessEqual;
  default:
    return Op;
  }
}

/// An ordering compared with 0, which is an object of a class that only 0 makes.
std::optional<Fragment> printComparedOrdering(KernelPrinter &P, const CXXOperatorCallExpr *Call) {
  if (Call->getNumArgs() != 2 || !Call->getCalleeDecl() || !isLibraryCode(Call->getCalleeDecl()))
    return std::nullopt;
  bool IsLeft = orderingClassOf(Call->getArg(0)->getType()) != nullptr;
  const Expr *Ordering = Call->getArg(IsLeft ? 0 : 1);
  const CXXRecordDecl *R = orderingClassOf(Ordering->getType());
  if (!R || orderingClassOf(Call->getArg(IsLeft ? 1 : 0)->getType()))
    return std::nullopt;
  OverloadedOperatorKind Op = IsLeft ? Call->getOperator() : mirrored(Call->getOperator());
  Fragment Value = printOrderingValue(P, Ordering);
  bool MayBeUnordered = catalog::cxxClass(R->getName()) == catalog::CxxClass::PartialOrdering;
  Precedence Own =
      Op == OO_EqualEqual || Op == OO_ExclaimEqual ? Precedence::Equality : Precedence::Relational;
  // What is not ordered is 2.
  if (MayBeUnordered && Op == OO_Greater)
    return (Value + " == 1").binding(Precedence::Equality);
  if (MayBeUnordered && Op == OO_GreaterEqual)
    return (Fragment("(uchar)") + Value + " < 2").binding(Precedence::Relational);
  if (Op == OO_Spaceship)
    return std::nullopt;
  return (Value + " " + getOperatorSpelling(Op) + " 0").binding(Own);
}

/// The comparison that C++ makes of another operator.
Fragment printRewritten(KernelPrinter &P, const CXXRewrittenBinaryOperator *E) {
  const Expr *Whole = withoutImplicit(E->getSemanticForm());
  if (const auto *Not = dyn_cast<UnaryOperator>(Whole))
    return (Fragment("!") + P.print(Not->getSubExpr(), Precedence::Unary))
        .binding(Precedence::Unary);
  const auto *B = dyn_cast<BinaryOperator>(Whole);
  if (!B)
    return P.printWithPrecedence(E->getSemanticForm());
  // Of an operator<=> that gives a number: one side is the 0 that nobody wrote.
  auto Side = [&](const Expr *Part) {
    bool IsZero = isa<IntegerLiteral>(Part->IgnoreParenImpCasts());
    return IsZero ? Fragment("0") : P.print(Part, Precedence::Unary);
  };
  return (Side(B->getLHS()) + " " + B->getOpcodeStr().str() + " " + Side(B->getRHS()))
      .binding(B->isEqualityOp() ? Precedence::Equality : Precedence::Relational);
}

} // namespace

std::optional<Fragment> printThreeWayComparison(KernelPrinter &P, const Stmt *S) {
  if (const auto *E = dyn_cast<CXXRewrittenBinaryOperator>(S))
    return printRewritten(P, E);
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S))
    return printComparedOrdering(P, Call);
  const auto *B = dyn_cast<BinaryOperator>(S);
  if (!B || B->getOpcode() != BO_Cmp)
    return std::nullopt;
  return Fragment("(" + P.Locals.typeText(B->getType(), B) + "){") + printOrder(P, B) + "}";
}

} // namespace cu2cl
