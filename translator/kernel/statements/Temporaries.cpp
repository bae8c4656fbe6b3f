// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Temporaries with a destructor that has an effect.
//
// Precondition: in an expression that is a statement, is returned, initialises the one variable of
// a declaration in a block, or is the condition of an `if`, `switch`, `while` or `for`. What is
// passed by value is such a temporary (frontend/InvisibleReferences.h), except to a function whose
// address is taken. Effect: each has a pointer, `Guard *temporary = 0;` before the statement, set
// where it is made: `Guard_get(temporary = (Guard[1]){make_Guard(1)})`; after the expression those
// that were made end, last one first.

#include "kernel/statements/Temporaries.h"
#include "analysis/effects/Cleanups.h"
#include "frontend/InvisibleReferences.h"
#include "kernel/core/Rules.h"
#include "kernel/core/SideEffects.h"
#include "kernel/core/UniqueName.h"
#include "kernel/statements/Destructors.h"
#include "kernel/statements/Statements.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// Returns true if \p M is no temporary but becomes the object that an elidable copy makes.
static bool isElided(const BodyTree &Body, const Stmt *M) {
  const Stmt *Up = Body.parent(M);
  while (isa_and_nonnull<ImplicitCastExpr, ParenExpr>(Up))
    Up = Body.parent(Up);
  const auto *C = dyn_cast_or_null<CXXConstructExpr>(Up);
  return C && C->isElidable();
}

bool isDirect(const BodyTree &Body, const CXXBindTemporaryExpr *E) {
  const Stmt *Child = E;
  for (const Stmt *Up = Body.parent(E); Up; Child = Up, Up = Body.parent(Up)) {
    if (isa<DeclStmt, ReturnStmt, LambdaExpr, CXXBindTemporaryExpr>(Up))
      return true;
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Up)) {
      if (const auto *V = dyn_cast_or_null<VarDecl>(M->getExtendingDecl()))
        return keptTemporary(V) == E;
      if (!isElided(Body, M))
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
  return Body.isMemberInit(Child);
}

namespace {

void collect(const BodyTree &Body, const Stmt *S, std::vector<const CXXBindTemporaryExpr *> &Out) {
  if (!S)
    return;
  if (const auto *L = dyn_cast<LambdaExpr>(S)) {
    for (const Expr *Init : L->capture_inits())
      collect(Body, Init, Out);
    return;
  }
  if (isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  for (const Stmt *C : S->children())
    collect(Body, C, Out);
  if (const auto *E = dyn_cast<CXXBindTemporaryExpr>(S))
    if (!hasNoDestructor(E->getType()) && !isDirect(Body, E))
      Out.push_back(E);
}

/// An argument that is passed by value, where the callee's parameter is what ends; or what lives
/// longer than its expression.
bool endsElsewhere(const BodyTree &Body, const CXXBindTemporaryExpr *E) {
  const Stmt *Up = Body.parent(E);
  for (const Stmt *Outer = Up; isa_and_nonnull<Expr>(Outer); Outer = Body.parent(Outer))
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Outer))
      if (M->getStorageDuration() != SD_FullExpression)
        return true;
  while (isa_and_nonnull<ParenExpr, CastExpr, ConditionalOperator>(Up))
    Up = Body.parent(Up);
  return isa_and_nonnull<CallExpr, CXXConstructExpr>(Up);
}

/// Returns true if every evaluation of \p Full makes \p E.
bool isAlwaysMade(const BodyTree &Body, const Expr *E, const Expr *Full) {
  for (const Stmt *Child = E, *Up = Body.parent(E); Up && Child != Full;
       Child = Up, Up = Body.parent(Up)) {
    if (const auto *C = dyn_cast<AbstractConditionalOperator>(Up); C && C->getCond() != Child)
      return false;
    if (const auto *B = dyn_cast<BinaryOperator>(Up); B && B->isLogicalOp() && B->getLHS() != Child)
      return false;
  }
  return true;
}

/// The expression whose temporaries end with statement \p S; null if \p S has none of its own.
const Expr *fullExpression(const BodyTree &Body, const Stmt *S) {
  if (const auto *E = dyn_cast<Expr>(S))
    return isStatement(Body, S) && !isa<FullExpr>(Body.parent(S)) ? E : nullptr;
  const auto *D = dyn_cast<DeclStmt>(S);
  if (!D || !D->isSingleDecl() || !isa_and_nonnull<CompoundStmt>(Body.parent(S)))
    return nullptr;
  const auto *V = dyn_cast<VarDecl>(D->getSingleDecl());
  return V && !V->hasGlobalStorage() ? V->getInit() : nullptr;
}

/// The same where \p S is printed with a place for what its expression makes, or is printed anew.
const Expr *expressionOf(const BodyTree &Body, const Stmt *S) {
  if (const auto *R = dyn_cast<ReturnStmt>(S))
    return R->getRetValue();
  if (const auto *If = dyn_cast<IfStmt>(S))
    return If->getCond();
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return Switch->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return While->getConditionVariable() ? nullptr : While->getCond();
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getConditionVariable() ? nullptr : For->getCond();
  return fullExpression(Body, S);
}

class TemporaryPlanner {
public:
  TemporaryPlanner(const DeviceUnit &Unit, const FunctionClone &V, KernelPlan &Plan)
      : Unit(Unit), V(V), Plan(Plan) {}

  void visit(const Stmt *S) {
    if (const Expr *Full = expressionOf(Plan.Body, S))
      name(S, Full);
    if (const auto *If = dyn_cast<IfStmt>(S); If && If->isConstexpr())
      if (std::optional<const Stmt *> Taken = If->getNondiscardedCase(Unit.context())) {
        for (const Stmt *Stays :
             {If->getInit(), (const Stmt *)If->getConditionVariableDeclStmt(), *Taken})
          if (Stays)
            visit(Stays);
        return;
      }
    for (const Stmt *C : S->children())
      if (C)
        visit(C);
  }

private:
  void name(const Stmt *Around, const Expr *Full) {
    std::vector<const CXXBindTemporaryExpr *> All;
    collect(Plan.Body, Full, All);
    if (All.empty() || llvm::any_of(All, [&](const CXXBindTemporaryExpr *E) {
          return endsElsewhere(Plan.Body, E);
        }))
      return;
    for (const CXXBindTemporaryExpr *E : All) {
      std::string Name = "temporary";
      if (!Plan.TemporaryPointers.empty())
        Name += "_" + std::to_string(Plan.TemporaryPointers.size() + 1);
      Name = uniqueName(Unit, V, Name);
      Plan.TemporaryPointers[E] = Name;
      Plan.Temporaries[Around].push_back({E, Name, isAlwaysMade(Plan.Body, E, Full)});
    }
  }

  const DeviceUnit &Unit;
  const FunctionClone &V;
  KernelPlan &Plan;
};

} // namespace

void planTemporaries(const DeviceUnit &Unit, const FunctionClone &V, KernelPlan &Plan) {
  if (const Stmt *Body = V.Function->getBody())
    TemporaryPlanner(Unit, V, Plan).visit(Body);
}

bool hasTemporaries(const KernelPrinter &P, const Expr *Full) {
  std::vector<const CXXBindTemporaryExpr *> All;
  collect(P.plan().Body, Full, All);
  return !All.empty();
}

std::optional<Temporaries> printTemporariesOf(KernelPrinter &P, const Stmt *Around,
                                              const Expr *Full) {
  Temporaries Out;
  auto It = P.plan().Temporaries.find(Around);
  if (It == P.plan().Temporaries.end())
    return hasTemporaries(P, Full) ? std::nullopt : std::optional<Temporaries>(Out);
  for (const PlannedTemporary &T : It->second) {
    const CXXBindTemporaryExpr *E = T.Made;
    Out.Before += P.Locals.typeText(E->getType().getUnqualifiedType(), E) + " *" + T.Pointer +
                  (T.IsAlwaysMade ? "; " : " = 0; ");
    Out.After = Fragment(T.IsAlwaysMade ? "" : "if (" + T.Pointer + ") ") +
                printEnd(P, E, T.Pointer, E->getBeginLoc()) + " " + Out.After;
  }
  return Out;
}

std::optional<Fragment> printTemporaries(KernelPrinter &P, const Stmt *S) {
  if (const auto *E = dyn_cast<CXXBindTemporaryExpr>(S); E && P.plan().TemporaryPointers.count(E))
    return Fragment::dereference(P.Lvalues.printAddress(E));
  if (P.Scope.isInside(PrintLayer::Temporaries, S))
    return std::nullopt;
  const Expr *Full = fullExpression(P.plan().Body, S);
  if (!Full || !hasTemporaries(P, Full))
    return std::nullopt;
  std::optional<Temporaries> Made = printTemporariesOf(P, S, Full);
  if (!Made)
    return std::nullopt; // marked where it is printed
  Fragment Text = P.printInside(PrintLayer::Temporaries, S);
  if (isa<Expr>(S))
    return (Fragment("{ " + Made->Before) + withSemicolon(S, Text) + " " + Made->After + "}")
        .closed();
  return Fragment(Made->Before) + Text + " " + Made->After;
}

Fragment AddressPrinter::printTemporaryAddress(const CXXBindTemporaryExpr *E) {
  std::string Type = P.Locals.typeText(E->getType().getUnqualifiedType(), E);
  return Fragment("(" + Plan.TemporaryPointers.lookup(E) + " = (__private " + Type + "[1]){") +
         P.print(E->getSubExpr()) + "})";
}

} // namespace cu2cl
