// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Walks through a function, and into what it calls, with the accesses to shared memory that no
// barrier follows yet. What is not understood makes it find less, never more.

#include "analysis/barriers/SharedRaces.h"
#include "analysis/barriers/SharedCrossings.h"
#include "analysis/barriers/SharedPlaces.h"
#include "analysis/barriers/WarpSynchronousRegions.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Accesses.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace clang;

namespace cu2cl {
namespace {

/// An access that no barrier follows yet.
struct PendingShared {
  SharedPlace Place;
  ThreadsAround Where;
  const Expr *At;
  bool IsStore;
};
using SharedState = std::vector<PendingShared>;

/// The pending accesses at the targets of jumps, and at the cases of a switch.
struct Jumps {
  SharedState *Break = nullptr, *Continue = nullptr, *Return = nullptr;
  const SharedState *Case = nullptr;
};

class SharedRaceFinder {
public:
  SharedRaceFinder(const FunctionDecl *F, const Divergence &Differs,
                   llvm::function_ref<bool(const Stmt *)> ContainsBarrier,
                   const llvm::DenseSet<const Stmt *> &Known)
      : ContainsBarrier(ContainsBarrier), Known(Known), Values(Differs),
        Places(Values, F->getASTContext()) {
    In = Values.call(F, nullptr, nullptr);
  }

  std::vector<SharedRace> run() {
    SharedState Begin;
    walk(In->Function->getBody(), Begin, {});
    return Left ? std::move(Found) : std::vector<SharedRace>();
  }

private:
  InlinedExpr here(const Expr *E) const { return {E, In}; }

  void add(SharedPlace Place, const Expr *E, bool IsStore, SharedState &Now,
           const ThreadsAround &Where) {
    if (llvm::none_of(Now, [&](const PendingShared &P) {
          return P.At == E && P.IsStore == IsStore && SharedCrossings::isSame(P.Place, Place) &&
                 P.Place.Fields == Place.Fields;
        }))
      Now.push_back({std::move(Place), Where, E, IsStore});
  }

  void report(const Expr *E, const SharedPlace &Place) {
    if (llvm::none_of(Found, [&](const SharedRace &Race) {
          return Race.Access == E && Race.Memory == Place.Memory;
        }))
      Found.push_back({E, Place.Memory});
  }

  void read(const Expr *E, SharedState &Now, const ThreadsAround &Where) {
    if (E->getType()->isArrayType())
      return;
    std::optional<SharedPlace> Place = Values.place(here(E));
    if (!Place)
      return;
    bool Own = llvm::any_of(Now, [&](const PendingShared &P) {
      return P.IsStore && !P.Where.OneThread && SharedCrossings::isSame(P.Place, *Place);
    });
    const bool IsVolatile = E->getType().isVolatileQualified();
    if (llvm::any_of(Now, [&](const PendingShared &P) {
          return P.IsStore &&
                 (IsVolatile ? Places.mayCross(P.Place, P.Where, *Place, Where)
                             : !Own && Places.crosses(P.Place, P.Where, *Place, Where));
        }))
      report(E, *Place);
    add(std::move(*Place), E, false, Now, Where);
  }

  void store(const Expr *Target, SharedState &Now, const ThreadsAround &Where) {
    std::optional<SharedPlace> Place = Values.place(here(Target));
    if (!Place)
      return;
    // Over what another thread may not have read yet, and each thread does the same.
    for (const PendingShared &P : Now)
      if (!P.IsStore && !Where.OneThread && P.Where.Edges && Where.Edges &&
          Places.crosses(*Place, {}, P.Place, {}) &&
          Places.isWithin(*Place, P.Place, P.Where.Differs || Where.Differs ? 1 : 31))
        report(Target, *Place);
    add(std::move(*Place), Target, true, Now, Where);
  }

  /// What names \p V is another element from now on.
  static void forget(const VarDecl *V, SharedState &Now) {
    llvm::erase_if(Now, [&](const PendingShared &P) { return P.Place.Depends.contains(V); });
  }
  static void forgetChangedBy(const Stmt *S, SharedState &Now) {
    forEachChangeBy(S, [&](const VariableChange &C) { forget(C.Variable, Now); });
  }

  void changed(const Expr *E, const Expr *Target, SharedState &Now, const ThreadsAround &Where) {
    forgetChangedBy(E, Now);
    if (const VarDecl *Memory = baseVariable(Target))
      forget(Memory, Now);
    if (std::optional<SharedPlace> Place = Values.place(here(Target)))
      forget(Place->Memory, Now);
    store(Target, Now, Where);
  }

  void expression(const Expr *E, SharedState &Now, const ThreadsAround &Where) {
    if (isa<LambdaExpr, UnaryExprOrTypeTraitExpr>(E))
      return;
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (B && B->isAssignmentOp()) {
      walk(B->getRHS(), Now, Where);
      for (const Expr *T = B->getLHS()->IgnoreParenCasts();
           const auto *S = dyn_cast<ArraySubscriptExpr>(T); T = S->getBase()->IgnoreParenCasts())
        walk(S->getIdx(), Now, Where);
      return changed(E, B->getLHS(), Now, Where);
    }
    const auto *U = dyn_cast<UnaryOperator>(E);
    if (U && U->getOpcode() == UO_AddrOf)
      return forgetChangedBy(E, Now); // of atomics, and of what is looked at elsewhere
    if (U && U->isIncrementDecrementOp())
      return changed(E, U->getSubExpr(), Now, Where);
    if (const CastExpr *C = readingCast(E))
      read(C->getSubExpr(), Now, Where);
    forEachEvaluated(E, [&](const Stmt *Child) { walk(Child, Now, Where); });
    forgetChangedBy(E, Now);
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return call(Call, Now, Where);
    if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
      const CXXConstructorDecl *F = C->getConstructor();
      if (F->isCopyOrMoveConstructor() && F->isTrivial())
        return read(C->getArg(0), Now, Where);
      enter(E, F, Now, Where);
    }
  }

  void call(const CallExpr *Call, SharedState &Now, const ThreadsAround &Where) {
    const FunctionDecl *F = Call->getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    if (Method && isa<CXXOperatorCallExpr>(Call) && Method->isTrivial() &&
        (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator())) {
      read(Call->getArg(1), Now, Where);
      return changed(Call, Call->getArg(0), Now, Where);
    }
    enter(Call, F, Now, Where);
  }

  void enter(const Expr *Call, const FunctionDecl *F, SharedState &Now,
             const ThreadsAround &Where) {
    const FunctionDecl *Defined = nullptr;
    const InlinedCall *Inside = nullptr;
    if (F && F->hasBody(Defined) && !Known.contains(Defined->getBody()))
      Inside = Values.call(Defined, Call, In);
    if (!Inside) { // nothing is sure of what is not walked
      if (!F || Defined || ContainsBarrier(Call))
        Now.clear();
      return;
    }
    std::swap(In, Inside);
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Defined))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        walk(Init->getInit(), Now, Where);
    Jumps Outer = std::exchange(To, {});
    SharedState Returned;
    To.Return = &Returned;
    walk(Defined->getBody(), Now, Where);
    join(Now, Returned);
    To = Outer;
    std::swap(In, Inside);
  }

  /// `tid == 0`, `!tid`, also as a part of a conjunction.
  bool selectsOne(const Expr *Condition) {
    const Expr *E = Condition->IgnoreParenCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->getOpcode() == UO_LNot && Values.isThread(here(U->getSubExpr()));
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (!B || B->getOpcode() != BO_EQ)
      return false;
    InlinedExpr L = here(B->getLHS()), R = here(B->getRHS());
    return (Values.isThread(L) && !Values.isDivergent(R)) ||
           (Values.isThread(R) && !Values.isDivergent(L));
  }

  /// `tid > 0`, `tid < n - 1`.
  bool leavesEdges(const Expr *Condition) {
    const auto *B = dyn_cast<BinaryOperator>(Condition->IgnoreParenCasts());
    if (!B || !B->isRelationalOp())
      return B && B->getOpcode() == BO_LAnd && leavesEdges(B->getLHS()) && leavesEdges(B->getRHS());
    InlinedExpr L = here(B->getLHS()), R = here(B->getRHS());
    return (Values.isThread(L) && !Values.isDivergent(R)) ||
           (Values.isThread(R) && !Values.isDivergent(L));
  }

  static void join(SharedState &Into, SharedState &Other) {
    for (PendingShared &P : Other)
      if (llvm::none_of(Into, [&](const PendingShared &Q) {
            return Q.At == P.At && Q.IsStore == P.IsStore &&
                   SharedCrossings::isSame(Q.Place, P.Place);
          }))
        Into.push_back(std::move(P));
  }

  void branch(const IfStmt *If, SharedState &Now, ThreadsAround Where) {
    walk(If->getInit(), Now, Where);
    walk(If->getConditionVariableDeclStmt(), Now, Where);
    walk(If->getCond(), Now, Where);
    if (Known.contains(If))
      return;
    if (std::optional<llvm::APSInt> Always = Places.constant(here(If->getCond())))
      return walk(Always->getBoolValue() ? If->getThen() : If->getElse(), Now, Where);
    SharedState Else = Now;
    ThreadsAround Inside = Where;
    if (Values.isDivergent(here(If->getCond()))) {
      Inside.Differs = true;
      Inside.Edges &= leavesEdges(If->getCond());
    }
    ThreadsAround Then = Inside;
    Then.OneThread |= selectsOne(If->getCond());
    walk(If->getThen(), Now, Then);
    walk(If->getElse(), Else, Inside);
    join(Now, Else);
  }

  /// A loop or switch, and where its jumps lead.
  void walkRounds(const Stmt *S, SharedState &Now, const ThreadsAround &Where) {
    Jumps Outer = To;
    SharedState Before, Left, Next;
    To.Break = &Left;
    if (isa<SwitchStmt>(S)) {
      Before = Now;
      To.Case = &Before;
    } else {
      To.Continue = &Next;
    }
    for (int Round = 0; Round != (control::isLoop(S) ? 2 : 1); ++Round) {
      forEachEvaluated(S, [&](const Stmt *Child) { walk(Child, Now, Where); });
      join(Now, Next);
      Next.clear();
    }
    join(Now, Left);
    join(Now, Before); // no case
    To = Outer;
  }

  void walk(const Stmt *S, SharedState &Now, ThreadsAround Where) {
    if (!S || !Left)
      return;
    --Left;
    if (const auto *If = dyn_cast<IfStmt>(S))
      return branch(If, Now, Where);
    const Expr *Condition = control::condition(S);
    if (const auto *E = dyn_cast<Expr>(S); E && !Condition)
      return expression(E, Now, Where);
    bool IsFirst = Condition && isa<Expr>(S);
    if (IsFirst)
      walk(Condition, Now, Where);
    if (Condition && Values.isDivergent(here(Condition))) {
      Where.Differs = true;
      Where.Edges = false;
    }
    if (control::isLoop(S) || isa<SwitchStmt>(S))
      return walkRounds(S, Now, Where);
    if (isa<SwitchCase>(S) && To.Case) {
      SharedState Before = *To.Case;
      join(Now, Before);
    }
    forEachEvaluated(S, [&](const Stmt *Child) {
      if (!IsFirst || Child != Condition)
        walk(Child, Now, Where);
    });
    SharedState *Target = isa<BreakStmt>(S)      ? To.Break
                          : isa<ContinueStmt>(S) ? To.Continue
                                                 : To.Return;
    if (isa<BreakStmt, ContinueStmt, ReturnStmt>(S)) {
      if (Target)
        join(*Target, Now);
      Now.clear();
    }
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One))
          forget(V, Now);
  }

  llvm::function_ref<bool(const Stmt *)> ContainsBarrier;
  const llvm::DenseSet<const Stmt *> &Known;
  InlinedValues Values;
  SharedCrossings Places;
  const InlinedCall *In = nullptr; ///< of the function that is walked
  Jumps To;
  std::vector<SharedRace> Found;
  unsigned Left = 200000; ///< steps to walk; longer functions are not looked at
};

} // namespace

std::vector<SharedRace> findSharedRaces(const FunctionDecl *F, const Divergence &Differs,
                                        llvm::function_ref<bool(const Stmt *)> ContainsBarrier,
                                        const llvm::DenseSet<const Stmt *> &Known) {
  if (Known.contains(F->getBody()))
    return {};
  return SharedRaceFinder(F, Differs, ContainsBarrier, Known).run();
}

} // namespace cu2cl
