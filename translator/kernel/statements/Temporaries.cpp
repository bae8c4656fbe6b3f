// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Temporaries with a destructor that has an effect.
//
// Precondition: in an expression that is a statement, is returned, initialises the one variable of
// a declaration in a block, or is the condition of an `if`, `switch`, `while` or `for`. What is
// passed by value is such a temporary (frontend/ObjectEnds.h), except to a function whose address
// is taken. Effect: each has a pointer, `Guard *temporary = 0;` before the statement, set where it
// is made: `Guard_get(temporary = (Guard[1]){make_Guard(1)})`; behind the expression those that
// were made end, last one first.

#include "kernel/statements/Temporaries.h"
#include "kernel/core/FreshName.h"
#include "kernel/core/SideEffects.h"
#include "kernel/driver/Rules.h"
#include "kernel/statements/Destructors.h"
#include "kernel/statements/Statements.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// Whether \p M is no temporary but becomes the object that an elidable copy makes.
static bool isElided(KernelPrinter &P, const Stmt *M) {
  const Stmt *Up = P.parent(M);
  while (isa_and_nonnull<ImplicitCastExpr, ParenExpr>(Up))
    Up = P.parent(Up);
  const auto *C = dyn_cast_or_null<CXXConstructExpr>(Up);
  return C && C->isElidable();
}

bool isDirect(KernelPrinter &P, const CXXBindTemporaryExpr *E) {
  const Stmt *Child = E;
  for (const Stmt *Up = P.parent(E); Up; Child = Up, Up = P.parent(Up)) {
    if (isa<DeclStmt, ReturnStmt, LambdaExpr, CXXBindTemporaryExpr>(Up))
      return true;
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Up)) {
      if (const auto *V = dyn_cast_or_null<VarDecl>(M->getExtendingDecl()))
        return keptTemporary(V) == E;
      if (!isElided(P, M))
        return false;
      continue;
    }
    if (const auto *C = dyn_cast<CXXConstructExpr>(Up); C && C->isElidable())
      continue;
    if (const auto *C = dyn_cast<ConditionalOperator>(Up); C && C->getCond() != Child)
      continue;
    if (const auto *C = dyn_cast<CastExpr>(Up); C && !C->getType()->isVoidType())
      continue;
    if (const auto *B = dyn_cast<BinaryOperator>(Up); B && B->isCommaOp() && B->getRHS() == Child)
      continue;
    if (!isa<ParenExpr, FullExpr, InitListExpr>(Up))
      return false;
  }
  return P.MemberInits.contains(Child);
}

namespace {

void collect(KernelPrinter &P, const Stmt *S, std::vector<const CXXBindTemporaryExpr *> &Out) {
  if (!S)
    return;
  if (const auto *L = dyn_cast<LambdaExpr>(S)) {
    for (const Expr *Init : L->capture_inits())
      collect(P, Init, Out);
    return;
  }
  if (isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  for (const Stmt *C : S->children())
    collect(P, C, Out);
  if (const auto *E = dyn_cast<CXXBindTemporaryExpr>(S))
    if (!hasNoDestructor(E->getType()) && !isDirect(P, E))
      Out.push_back(E);
}

/// An argument that is passed by value, where the callee's parameter is what ends; or what lives
/// longer than its expression.
bool endsElsewhere(KernelPrinter &P, const CXXBindTemporaryExpr *E) {
  const Stmt *Up = P.parent(E);
  for (const Stmt *Outer = Up; isa_and_nonnull<Expr>(Outer); Outer = P.parent(Outer))
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Outer))
      if (M->getStorageDuration() != SD_FullExpression)
        return true;
  while (isa_and_nonnull<ParenExpr, CastExpr, ConditionalOperator>(Up))
    Up = P.parent(Up);
  return isa_and_nonnull<CallExpr, CXXConstructExpr>(Up);
}

/// Whether every evaluation of \p Full makes \p E.
bool isAlwaysMade(KernelPrinter &P, const Expr *E, const Expr *Full) {
  for (const Stmt *Child = E, *Up = P.parent(E); Up && Child != Full;
       Child = Up, Up = P.parent(Up)) {
    if (const auto *C = dyn_cast<AbstractConditionalOperator>(Up); C && C->getCond() != Child)
      return false;
    if (const auto *B = dyn_cast<BinaryOperator>(Up); B && B->isLogicalOp() && B->getLHS() != Child)
      return false;
  }
  return true;
}

} // namespace

bool hasTemporaries(KernelPrinter &P, const Expr *Full) {
  std::vector<const CXXBindTemporaryExpr *> All;
  collect(P, Full, All);
  return !All.empty();
}

std::optional<Temporaries> makeTemporaries(KernelPrinter &P, const Stmt *Around, const Expr *Full) {
  std::vector<const CXXBindTemporaryExpr *> All;
  collect(P, Full, All);
  Temporaries Out;
  if (auto It = P.TemporariesOf.find(Around); It != P.TemporariesOf.end())
    return Temporaries{It->second.first, It->second.second};
  if (llvm::any_of(All,
                   [&](const Expr *E) { return endsElsewhere(P, cast<CXXBindTemporaryExpr>(E)); }))
    return std::nullopt;
  for (const CXXBindTemporaryExpr *E : All) {
    std::string Name = "temporary";
    if (!P.TemporaryNames.empty())
      Name += "_" + std::to_string(P.TemporaryNames.size() + 1);
    Name = freshName(P.unit(), P.version(), Name);
    P.TemporaryNames[E] = Name;
    bool Always = isAlwaysMade(P, E, Full);
    Out.Before +=
        P.typeText(E->getType().getUnqualifiedType(), E) + " *" + Name + (Always ? "; " : " = 0; ");
    Out.After = Fragment(Always ? "" : "if (" + Name + ") ") +
                printEnd(P, E, Name, E->getBeginLoc()) + " " + Out.After;
  }
  P.TemporariesOf[Around] = {Out.Before, Out.After};
  return Out;
}

/// The expression whose temporaries end with statement \p S; null if \p S has none of its own.
static const Expr *fullExpression(KernelPrinter &P, const Stmt *S) {
  if (const auto *E = dyn_cast<Expr>(S))
    return isStatement(P, S) && !isa<FullExpr>(P.parent(S)) ? E : nullptr;
  const auto *D = dyn_cast<DeclStmt>(S);
  if (!D || !D->isSingleDecl() || !isa_and_nonnull<CompoundStmt>(P.parent(S)))
    return nullptr;
  const auto *V = dyn_cast<VarDecl>(D->getSingleDecl());
  return V && !V->hasGlobalStorage() ? V->getInit() : nullptr;
}

std::optional<Fragment> printTemporaries(KernelPrinter &P, const Stmt *S) {
  if (const auto *E = dyn_cast<CXXBindTemporaryExpr>(S))
    if (auto It = P.TemporaryNames.find(E); It != P.TemporaryNames.end())
      return Fragment("(*") + P.printAddress(E) + ")";
  if (P.WithTemporaries.contains(S))
    return std::nullopt;
  const Expr *Full = fullExpression(P, S);
  if (!Full || !hasTemporaries(P, Full))
    return std::nullopt;
  std::optional<Temporaries> Made = makeTemporaries(P, S, Full);
  if (!Made)
    return std::nullopt; // marked where it is printed
  P.WithTemporaries.insert(S);
  Fragment Text = P.print(S);
  P.WithTemporaries.erase(S);
  if (isa<Expr>(S))
    return (Fragment("{ " + Made->Before) + withSemicolon(S, Text) + " " + Made->After + "}")
        .closed();
  return Fragment(Made->Before) + Text + " " + Made->After;
}

Fragment KernelPrinter::printTemporaryAddress(const CXXBindTemporaryExpr *E) {
  std::string Type = typeText(E->getType().getUnqualifiedType(), E);
  return Fragment("(" + TemporaryNames[E] + " = (__private " + Type + "[1]){") +
         print(E->getSubExpr()) + "})";
}

} // namespace cu2cl
