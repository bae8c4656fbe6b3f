// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/statements/DefaultedComparisons.h"
#include "kernel/statements/Constructors.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

static bool isDefaultedComparison(const FunctionDecl *F) {
  if (!F->isDefaulted())
    return false;
  switch (F->getOverloadedOperator()) {
  case OO_EqualEqual:
  case OO_ExclaimEqual:
  case OO_Spaceship:
  case OO_Less:
  case OO_LessEqual:
  case OO_Greater:
  case OO_GreaterEqual:
    return true;
  default:
    return false;
  }
}

namespace {

Fragment printPart(KernelPrinter &P, const Stmt *S, unsigned Level);

/// "if (!(self->x == other.x)) return false;", and with the order of two members in front,
/// "{ strong_ordering cmp = ...; if (cmp._M_value != 0) return cmp; }".
Fragment printDifference(KernelPrinter &P, const IfStmt *If, unsigned Level) {
  Fragment Test =
      Fragment("if (") + P.print(If->getCond()) + ") " + printPart(P, If->getThen(), Level);
  const auto *Init = dyn_cast_or_null<DeclStmt>(If->getInit());
  if (!Init)
    return Test;
  const auto *V = cast<VarDecl>(Init->getSingleDecl());
  return Fragment("{ " + P.Locals.typeText(V->getType(), V->getInit()) + " " + P.Locals.nameOf(V) +
                  " = ") +
         P.printValue(V->getInit()) + "; " + Test + " }";
}

/// The loop over an array, with a counter of ours.
Fragment printElements(KernelPrinter &P, const ForStmt *For, unsigned Level) {
  const auto *Counter = cast<DeclStmt>(For->getInit());
  const auto *End = cast<BinaryOperator>(For->getCond());
  std::string I = "i" + (Level == 1 ? "" : std::to_string(Level));
  auto Named = P.Scope.named(cast<VarDecl>(Counter->getSingleDecl()), I);
  Expr::EvalResult Size;
  End->getRHS()->EvaluateAsInt(Size, P.context());
  return Fragment("for (int " + I + " = 0; " + I + " < " +
                  std::to_string(Size.Val.getInt().getZExtValue()) + "; ++" + I + ") ") +
         printPart(P, For->getBody(), Level + 1);
}

Fragment printPart(KernelPrinter &P, const Stmt *S, unsigned Level) {
  if (const auto *For = dyn_cast<ForStmt>(S))
    return printElements(P, For, Level);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return printDifference(P, If, Level);
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    Fragment Out("{ ");
    for (const Stmt *Part : Block->body())
      Out += printPart(P, Part, Level) + " ";
    return Out + "}";
  }
  const auto *R = dyn_cast<ReturnStmt>(S);
  if (const auto *Same = dyn_cast_or_null<CXXBoolLiteralExpr>(R ? R->getRetValue() : nullptr))
    return Same->getValue() ? "return true;" : "return false;";
  if (R)
    return Fragment("return ") + P.printValue(R->getRetValue()) + ";";
  return P.print(S) + ";";
}

} // namespace

Fragment printDefaulted(KernelPrinter &P, const FunctionDecl *F, const CompoundStmt *Body) {
  if (!isDefaultedComparison(F))
    return printDefaultedAssignment(P, Body);
  Fragment Out("{");
  for (const Stmt *S : Body->body())
    Out += Fragment("\n  ") + printPart(P, S, 1);
  return Out + "\n}";
}

} // namespace cu2cl
