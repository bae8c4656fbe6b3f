// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Plans the exchanges of values between the threads of a warp.

#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Accesses.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/TakenBranch.h"
#include "analysis/threads/Divergence.h"
#include "kernel/plan/WarpWalkPlanner.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

void WalkedExchanges::collect(const Stmt *S, Depth At, bool IsSure) {
  if (!S || !Facts.has(S))
    return;
  if (isa<CXXConstructExpr>(S) && All.isExchange(S))
    return P.refuse("a constructor performs it");
  if (All.isStep(S))
    return P.refuse("it is stored inside an expression");
  const auto *Call = Facts.call(S);
  if (Call && Facts.isBarrierCall(Call) && !IsSure)
    return P.refuse("whether a barrier is evaluated differs between threads");
  if (Call && (All.isExchange(Call) || isVote(Call))) {
    if (!IsSure)
      return P.refuse("whether it is evaluated differs between threads");
    return addCall(Call, At);
  }
  const Expr *Condition = isa<Expr>(S) ? control::condition(S) : nullptr;
  if (Condition && Lifts && IsSure && isChoice(S, Condition, At))
    return collectArms(cast<Expr>(S), Condition, At);
  forEachEvaluated(S, [&](const Stmt *Part) {
    collect(Part, At,
            IsSure && (!Condition || Part == Condition || Facts.isUniform(Condition, At)));
  });
}

/// Returns true if \p Call is a barrier by which the threads of a block tell each other something.
bool WalkedExchanges::isVote(const CallExpr *Call) {
  return Call->getNumArgs() != 0 && Call->getDirectCallee() && isBarrier(Call->getDirectCallee());
}

void WalkedExchanges::addCall(const CallExpr *Call, Depth At) {
  Collected.insert(Call);
  bool IsCudas = isWarpFunction(Call);
  bool IsShuffle = deviceRoleOf(Call->getDirectCallee()) == catalog::DeviceRole::Shuffle;
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const Expr *A = Call->getArg(I);
    if (IsCudas && IsShuffle && Call->getNumArgs() == 4 && I == 0) {
      // The mask of a shuffle is not printed.
      if (hasEffect(A, [&](const Expr *E) {
            return !isSafeToSpeculate(E, Context) && !All.isExchange(E);
          }))
        P.refuse("its mask has side effects");
      noteUnprinted(A);
      continue;
    }
    collect(A, At, /*IsSure=*/true);
  }
  if (!At)
    return;
  Walk.Calls[Call] = *At;
  guardPart(Call, *At);
  for (unsigned I = 0; I < Call->getNumArgs(); ++I)
    if (!(IsCudas && IsShuffle && Call->getNumArgs() == 4 && I == 0))
      guardArgument(Call, I, *At);
}

void WalkedExchanges::noteUnprinted(const Stmt *Mask) {
  if (const CallExpr *Call = Facts.call(Mask))
    Unprinted.insert(Call);
  forEachEvaluated(Mask, [&](const Stmt *Part) { noteUnprinted(Part); });
}

void WalkedExchanges::guardPart(const CallExpr *Call, unsigned At) {
  catalog::DeviceRole Role = deviceRoleOf(Call->getDirectCallee());
  if (Role == catalog::DeviceRole::WarpByMask) {
    const Expr *Mask = Call->getArg(0);
    Plan.GuardedValues[Mask] = At;
    if (Facts.has(Mask) && !P.Predicates.isSafeApart(Mask))
      P.refuse("not all threads can compute its mask");
    if (Facts.has(Mask))
      Plan.SelectedValues.insert(Mask);
  }
  bool OfAll = Role == catalog::DeviceRole::WarpVoteOfAll || isVoteOfAll(Call);
  if (OfAll || isVote(Call) || Role == catalog::DeviceRole::WarpVote ||
      Role == catalog::DeviceRole::GroupBarrier)
    Plan.VoteArguments[Call->getArg(Call->getNumArgs() - 1)] = {At, OfAll};
}

/// Returns true if \p E is the address of something that all threads can find. A null pointer in
/// its place for some threads leads Intel's CPU compiler astray.
static bool isAddressForAll(const Expr *E, const ASTContext &Context) {
  E = E->IgnoreParens();
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return isSafeToSpeculatePlace(Cast->getSubExpr(), Context);
    if (Cast->getCastKind() != CK_NoOp)
      return false;
    E = Cast->getSubExpr()->IgnoreParens();
  }
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  return Unary && Unary->getOpcode() == UO_AddrOf &&
         isSafeToSpeculatePlace(Unary->getSubExpr(), Context);
}

/// Returns true if threads that take no part can have 0 of type \p T: a scalar, or an object of
/// numbers that is copied byte by byte.
static bool hasZero(QualType T, const ASTContext &Context) {
  const auto *R = T->getAsCXXRecordDecl();
  if (!R)
    return T->isScalarType();
  auto IsOfNumbers = [&](QualType Part) {
    Part = Context.getBaseElementType(Part);
    return Part->isArithmeticType() || (Part->isRecordType() && hasZero(Part, Context));
  };
  return !R->isEmpty() && !R->isUnion() && T.isTriviallyCopyableType(Context) &&
         llvm::all_of(R->fields(), [&](auto *Field) { return IsOfNumbers(Field->getType()); }) &&
         llvm::all_of(R->bases(), [&](auto &Base) { return IsOfNumbers(Base.getType()); });
}

void WalkedExchanges::guardArgument(const CallExpr *Call, unsigned I, unsigned At) {
  const Expr *A = Call->getArg(I);
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A))
    A = Default->getExpr();
  const FunctionDecl *Callee = Call->getDirectCallee();
  bool IsObject = isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee) && I == 0;
  unsigned Parameter = isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee) ? I - 1 : I;
  bool IsReference = IsObject || (Parameter < Callee->getNumParams() &&
                                  Callee->getParamDecl(Parameter)->getType()->isReferenceType());
  if ((P.Predicates.isSafeApart(A) && P.Predicates.mayAllChange(A, At)) ||
      Plan.VoteArguments.contains(A))
    return void(Facts.has(A) && Plan.VoteArguments.contains(A) &&
                VotesOnExchanges.insert(Call).second);
  if ((IsReference && isSafeToSpeculatePlace(A, Context)) || isAddressForAll(A, Context))
    return;
  if (isWarpFunction(Call) && A->getType()->isPointerType())
    return P.refuse("it changes a variable that other threads keep");
  if (IsReference || !hasZero(A->getType(), Context) || Facts.has(A))
    return P.refuse("not all threads can compute its arguments");
  Plan.GuardedValues[A] = At;
}

void WalkedExchanges::hoist(const Stmt *S, const Expr *E, Depth At, bool Always) {
  bool IsNeeded = needsLift(E, At);
  auto IsExchange = [&](const Stmt *Part) {
    const CallExpr *Call = Facts.call(Part);
    return Call && (All.isExchange(Call) || isVote(Call));
  };
  bool WasLifting = std::exchange(
      Lifts, IsNeeded || (At && (Always || !isSafeToSpeculate(E, Context, IsExchange) ||
                                 !P.Predicates.mayAllChange(E, *At))));
  collect(E, At, /*IsSure=*/true);
  Lifts = WasLifting;
  if ((!At && !IsNeeded) || !Facts.has(E))
    return;
  // A call whose value nobody takes is a statement that all threads execute.
  const CallExpr *Whole = Facts.call(E->IgnoreParenImpCasts());
  bool IsStatement = (E->getType()->isVoidType() || S == E) && Collected.contains(Whole);
  if (IsStatement && !IsNeeded)
    return;
  if (!IsNeeded && !Always && P.Predicates.isSafeApart(E) && P.Predicates.mayAllChange(E, *At))
    return;
  if (hasOtherEffect(E, /*IsWhole=*/true))
    return P.refuse("the statement around it has earlier side effects");
  P.IsWalked = true;
  LiftedList &Parts = Plan.Hoisted[S];
  size_t Before = Parts.size();
  if (IsStatement)
    addInArguments(Whole, Parts);
  else
    addOutermost(E, Parts);
  for (const PredicationPlan::Lifted &L : llvm::drop_begin(Parts, Before))
    if (L.Call)
      Plan.ExchangesInOrder.push_back(L.Call);
}

/// Returns the value of an assignment, or of a copy of an object member by member; else null.
static const Expr *valueCopiedBy(const Expr *E) {
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->isAssignmentOp() ? B->getRHS() : nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return isTrivialAssignment(Call) ? Call->getArg(1) : nullptr;
  const auto *C = dyn_cast<CXXConstructExpr>(E);
  return C && C->getConstructor()->isCopyOrMoveConstructor() && C->getConstructor()->isTrivial()
             ? C->getArg(0)
             : nullptr;
}

bool WalkedExchanges::hasOtherEffect(const Expr *E, bool IsWhole) const {
  E = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return hasOtherEffect(Full->getSubExpr(), IsWhole);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return hasOtherEffect(Temporary->getSubExpr(), IsWhole);
  if (Collected.contains(Facts.call(E)))
    return false;
  if (auto It = Choices.find(E); It != Choices.end())
    return hasOtherEffectInArms(It->second, E, IsWhole);
  const auto *B = dyn_cast<BinaryOperator>(E);
  bool Ends = IsWhole && (isa<CallExpr, CXXConstructExpr>(E) || (B && B->isAssignmentOp()));
  const Expr *Value = valueCopiedBy(E);
  if (Ends)
    return anyEvaluated(E, [&](const Stmt *Part) {
      return isa<Expr>(Part) && hasOtherEffect(cast<Expr>(Part), /*IsWhole=*/Part == Value);
    });
  return hasOwnEffect(E);
}

bool WalkedExchanges::hasOwnEffect(const Stmt *E) const {
  // What a call gets is looked at on its own.
  return hasEffect(E, [&](const Expr *Inner) {
    return !Collected.contains(Facts.call(Inner)) && !Unprinted.contains(Facts.call(Inner)) &&
           !isSafeToSpeculate(Inner, Context, [&](const Stmt *Part) { return Part != Inner; });
  });
}

/// Returns true if all barriers in \p E are votes, or in functions that lead all threads to them.
bool WalkedExchanges::isLed(const Stmt *E) const {
  const CallExpr *Call = Facts.call(E);
  if (Call && Facts.isBarrierCall(Call) && !isVote(Call) && !All.isExchange(Call))
    return false;
  return !anyEvaluated(E, [&](const Stmt *Part) { return !isLed(Part); });
}

/// Returns true if what is exchanged for the variables of \p D may be in front of all of them.
bool WalkedExchanges::isInAnyOrder(const DeclStmt *D) const {
  bool HasExchange = false;
  llvm::SmallVector<const VarDecl *, 4> Earlier;
  for (const Decl *One : llvm::reverse(D->decls())) {
    const auto *V = dyn_cast<VarDecl>(One);
    if (!V)
      return false;
    if (HasExchange && V->getInit() && hasOwnEffect(V->getInit()))
      return false;
    HasExchange |= Facts.has(V->getInit());
  }
  for (const Decl *One : D->decls()) {
    const auto *V = cast<VarDecl>(One);
    if (Facts.has(V->getInit()) &&
        llvm::any_of(Earlier, [&](const VarDecl *Before) { return names(V->getInit(), Before); }))
      return false;
    Earlier.push_back(V);
  }
  return D->isSingleDecl() ||
         llvm::all_of(Earlier, [](const VarDecl *V) { return V->getType()->isScalarType(); });
}

void WalkedExchanges::exchange(const Stmt *S, Depth At, bool InList) {
  if (const Expr *Store = P.Steps.storeIn(S))
    return P.Steps.step(S, Store, At, InList);
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit() && Facts.has(V->getInit())) {
        if (At)
          P.Predicates.DeclaredAt[V] = *At;
        hoist(S, V->getInit(), At);
      }
    if (At)
      P.declare(D, *At, InList);
    if (Plan.Hoisted.contains(S) && (!InList || !isInAnyOrder(D)))
      P.refuse("a declaration of several variables contains it");
    return;
  }
  const auto *R = dyn_cast<ReturnStmt>(S);
  const Expr *E = R ? R->getRetValue() : dyn_cast<Expr>(S);
  if (!E)
    return;
  while (const Expr *Taken = R ? nullptr : takenBranch(E->IgnoreParenImpCasts(), Context))
    E = Taken;
  const auto *Call = Facts.call(E->IgnoreParenImpCasts());
  if (Call && !R && Facts.isBarrierCall(Call))
    if (!At || (Call->getNumArgs() == 0 && isBarrier(Call->getDirectCallee())))
      return collect(E, At, /*IsSure=*/true);
  // A function that exchanges leads all threads to its barriers itself.
  bool Leads = Call && !R && All.isExchange(Call) && !isBarrier(Call->getDirectCallee()) &&
               llvm::none_of(Call->arguments(),
                             [&](const Expr *A) { return Facts.WithBarrier.contains(A); });
  if (Facts.WithBarrier.contains(E) && At && !Leads && !isLed(E))
    return P.refuse("the same statement contains a barrier");
  // Threads that have left return the value that they kept: the exchange stays out of that choice.
  hoist(S, E, At, /*Always=*/R && Plan.ReturnsValue);
  if (!At || (Plan.Hoisted.count(S) == 0 && !(R && Plan.ReturnsValue)) ||
      (!R && Collected.contains(Call))) // all threads come to the call
    return;
  if (R && !P.givesPlainValue())
    return P.refuse("it is in a return value");
  if (R) {
    Plan.GuardedValues[E] = *At;
    Plan.ReturnsValue |= F->getReturnType()->isRecordType(); // there is no 0 of it
  } else {
    Plan.Guarded[S] = *At;
  }
}

} // namespace cu2cl
