// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Over 400 lines: facts, conditions and the planner of one walk, which share its state.

#include "kernel/predication/WarpWalk.h"
#include "analysis/barriers/BarrierJumps.h"
#include "analysis/barriers/LoopRounds.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/threads/Divergence.h"
#include "kernel/statements/Destructors.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

bool isWarpFunction(const CallExpr *Call) {
  return Call->getDirectCallee() && threadRoleOf(Call->getDirectCallee()) == ThreadRole::Warp;
}

using Depth = std::optional<unsigned>; ///< of the predicate, none where all threads are

/// Plans one function.
class WarpWalkPlanner {
public:
  WarpWalkPlanner(const WarpWalks &All, const FunctionDecl *F, bool TakesPredicate)
      : All(All), Context(All.Context), F(F), IsEntered(TakesPredicate) {}

  WarpWalk plan() {
    const auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody());
    if (!Body)
      return WarpWalk();
    mark(Body);
    forEachVariableChange(Body, [&](const VariableChange &C) { Changes[C.Variable].push_back(C); });
    if (IsEntered)
      Plan.Depths = 1;
    planBody(Body);
    if (Walk.Refusal.empty() && !IsWalked)
      Walk.Calls.clear();
    if (!Walk.Refusal.empty() || !IsWalked)
      Plan = PredicationPlan();
    Plan.OfWarps = IsWalked;
    Walk.IsEntered = IsEntered;
    Walk.UsesEntry = IsEntered && Walk.Refusal.empty() && usesEntry();
    Walk.Predicates = std::move(Plan);
    return std::move(Walk);
  }

private:
  void refuse(const char *Reason) {
    if (Walk.Refusal.empty())
      Walk.Refusal = Reason;
  }

  // What stands where.

  bool mark(const Stmt *S) {
    if (!S)
      return false;
    bool Meets = isa<CallExpr>(S) && isBarrierCall(cast<CallExpr>(S));
    bool Found = Meets || All.isExchange(S);
    forEachEvaluated(S, [&](const Stmt *Part) {
      Found |= mark(Part);
      Meets |= WithBarrier.contains(Part);
    });
    if (isa<LabelStmt, GotoStmt>(S))
      HasLabels = true;
    if (Found)
      WithExchange.insert(S);
    if (Meets)
      WithBarrier.insert(S);
    return Found;
  }
  bool isBarrierCall(const CallExpr *Call) const {
    const FunctionDecl *Callee = Call->getDirectCallee();
    return Callee &&
           (isBarrier(Callee) || (Callee->hasBody(Callee) && All.Barriers.hasBarrier(Callee)));
  }
  bool has(const Stmt *S) const { return S && WithExchange.contains(S); }

  // Conditions.

  /// Whether all threads, also those without a predicate, find the same for \p E. What is changed
  /// in \p Counted, a loop's head, counts as its counter.
  bool isKnown(const Stmt *E, llvm::ArrayRef<const Stmt *> Counted = {}) const {
    if (!E)
      return true;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return isKnownName(Ref, Counted);
    if (const auto *D = dyn_cast<DeclStmt>(E))
      return llvm::all_of(D->decls(), [&](const Decl *One) {
        const auto *V = dyn_cast<VarDecl>(One);
        return V && V->getInit() && isKnown(V->getInit(), Counted);
      });
    // What the body of a function reads is not looked at.
    if (const CallExpr *Call = call(E);
        Call && Call->getDirectCallee() && Call->getDirectCallee()->hasBody())
      return libraryConstant(Call, Context).has_value();
    if (const auto *X = dyn_cast<Expr>(E); X && !isSafeToSpeculate(X, Context))
      return false;
    if (const auto *X = dyn_cast<Expr>(E)) {
      if (std::optional<ThreadId> Id = threadIdOf(X->IgnoreParenImpCasts()))
        return !Id->isThreadIndex();
      if (isa<CXXThisExpr, ArraySubscriptExpr>(X) ||
          (isa<CallExpr>(X) &&
           threadRoleOf(cast<CallExpr>(X)->getDirectCallee()) != ThreadRole::None))
        return false;
      // What is assigned to is a counter.
      if (const auto *M = dyn_cast<MemberExpr>(X); M && M->getType()->isPointerType())
        return false;
    }
    return !anyEvaluated(E, [&](const Stmt *Part) { return !isKnown(Part, Counted); });
  }

  bool isKnownName(const DeclRefExpr *Ref, llvm::ArrayRef<const Stmt *> Counted) const {
    if (isa<EnumConstantDecl, FunctionDecl>(Ref->getDecl()))
      return true;
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V)
      return false;
    if (isWarpSize(Ref) || (V->getType().isConstQualified() && V->hasConstantInitialization() &&
                            V->getType()->isArithmeticType()))
      return true;
    if (!V->hasLocalStorage() || V->getType()->isReferenceType() ||
        deviceStorage(V) != DeviceStorage::None)
      return false;
    auto Found = Changes.find(V);
    bool IsCounter =
        llvm::any_of(Counted, [&](const Stmt *Head) { return Head && declares(Head, V); });
    if (Found != Changes.end())
      for (const VariableChange &C : Found->second)
        if (!IsCounter || C.Kind != ChangeKind::Set ||
            llvm::none_of(Counted, [&](const Stmt *Head) { return isIn(C.At, Head); }))
          return false;
    if (IsCounter || KnownVariables.contains(V))
      return true;
    if (const auto *P = dyn_cast<ParmVarDecl>(V))
      return F->hasAttr<CUDAGlobalAttr>() ? !P->getType()->isRecordType() : All.isKnownParameter(P);
    return V->getInit() && V->getType()->isArithmeticType() && isKnown(V->getInit());
  }

  static bool isIn(const Stmt *Part, const Stmt *Whole) {
    return Part == Whole ||
           (Whole && anyEvaluated(Whole, [&](const Stmt *S) { return isIn(Part, S); }));
  }

  bool isUniform(const Expr *E, Depth At) const {
    return E && !has(E) && ((!At && All.Barriers.isUniform(F, E)) || isKnown(E));
  }

  /// Whether some threads jump out of \p S, or of it first, before others. Of a loop: those of its
  /// body.
  bool hasSplitJump(const Stmt *S, bool OnlyReturns, bool Splits) const {
    if (!S)
      return false;
    if (isa<ReturnStmt>(S) || (!OnlyReturns && isa<BreakStmt, ContinueStmt>(S)))
      return Splits;
    bool Inner = Splits;
    if (const Expr *Condition = isa<Expr>(S) ? nullptr : Divergence::condition(S))
      Inner |= !isUniform(Condition, std::nullopt);
    bool Own = Divergence::isLoop(S) || isa<SwitchStmt>(S);
    if (Divergence::isLoop(S))
      Inner |= anyEvaluated(
          S, [&](const Stmt *Part) { return hasSplitJump(Part, /*OnlyReturns=*/false, Inner); });
    return anyEvaluated(
        S, [&](const Stmt *Part) { return hasSplitJump(Part, OnlyReturns || Own, Inner); });
  }

  static bool hasJump(const Stmt *S) {
    StmtSet Jumps;
    addJumpsOf(S, Jumps);
    return !Jumps.empty();
  }

  // Statements.

  void planBody(const CompoundStmt *Body) {
    llvm::ArrayRef<Stmt *> List(const_cast<Stmt **>(Body->body_begin()), Body->size());
    size_t Last = 0, First = IsEntered ? 0 : List.size();
    for (size_t I = 0; I < List.size(); ++I)
      if (has(List[I]))
        Last = I;
    for (size_t I = 0; I <= Last && First == List.size(); ++I)
      if (!isa<ReturnStmt>(List[I]) && hasSplitJump(List[I], /*OnlyReturns=*/true, false))
        First = I;
    if (IsEntered)
      enterFunction();
    noteHinted(Body);
    for (size_t I = 0; I <= Last; ++I) {
      if (I == First && !IsEntered) {
        Plan.FirstReturn = List[I];
        Plan.DeclaresAtReturn = Declared.insert(0).second;
        enterFunction();
      }
      IsLast = I == Last;
      walk(List[I], I >= First ? Depth(0) : std::nullopt, Body);
    }
    IsLast = false;
    if (HasLabels && IsWalked)
      refuse("a goto leads past it");
    if (First < List.size())
      leaveBehind(List.drop_front(Last + 1), List[Last]);
  }

  void enterFunction() {
    IsInReturns = IsWalked = true;
    Plan.Depths = std::max(Plan.Depths, 1u);
  }

  /// What stands behind the last exchange is for the threads that are still there.
  void leaveBehind(llvm::ArrayRef<Stmt *> Rest, const Stmt *Last) {
    bool Harmless = llvm::all_of(Rest, [&](const Stmt *S) {
      const auto *R = dyn_cast<ReturnStmt>(S);
      return isa<NullStmt>(S) ||
             (R && (!R->getRetValue() || isSafeToSpeculate(R->getRetValue(), Context)));
    });
    if (Rest.empty() || (Harmless && !Plan.ReturnsValue))
      return;
    if (!F->getReturnType()->isVoidType() && !F->getReturnType()->isScalarType())
      return refuse("a function gives an object back");
    Plan.Last = Last;
  }

  void walkList(const Stmt *S, Depth At, const Stmt *Parent) {
    const auto *List = dyn_cast_or_null<CompoundStmt>(S);
    if (!List)
      return walk(S, At, Parent);
    llvm::SmallSet<unsigned, 4> Outside = Declared;
    noteHinted(List);
    for (const Stmt *C : List->body())
      walk(C, At, List);
    Declared = Outside;
  }

  void noteHinted(const CompoundStmt *List) {
    const Stmt *Before = nullptr;
    for (const Stmt *C : List->body()) {
      if (isa<AttributedStmt>(C) && Before && !isa<NullStmt>(Before))
        BeforeHinted[C] = Before;
      Before = C;
    }
  }

  void walk(const Stmt *S, Depth At, const Stmt *Parent) {
    if (!S || isa<NullStmt>(S))
      return;
    if (!has(S) && (!At || !hasJump(S)))
      return At ? guard(S, *At, Parent) : noteVariables(S);
    if (const auto *List = dyn_cast<CompoundStmt>(S))
      return walkList(List, At, Parent);
    if (const auto *If = dyn_cast<IfStmt>(S))
      return walkIf(If, At, Parent);
    if (isa<ForStmt, WhileStmt, DoStmt>(S))
      return walkLoop(S, At, Parent);
    if (const auto *A = dyn_cast<AttributedStmt>(S))
      return walk(A->getSubStmt(), At, A);
    if (isa<ReturnStmt, BreakStmt, ContinueStmt>(S) && At && !(IsLast && isa<ReturnStmt>(S)))
      return jump(S, *At);
    if (isa<DeclStmt, Expr, ReturnStmt>(S))
      return exchange(S, At, isa<CompoundStmt>(Parent));
    if (!At && isa<SwitchStmt, SwitchCase, CXXForRangeStmt>(S))
      return walkParts(S);
    refuse("the statement around it cannot be executed by all threads");
  }

  /// \p S, a switch or the like, which all threads execute alike.
  void walkParts(const Stmt *S) {
    const Expr *Condition = Divergence::condition(S);
    if (Condition && !isUniform(Condition, std::nullopt))
      return refuse("the statement around it cannot be executed by all threads");
    bool Splits = anyEvaluated(
        S, [&](const Stmt *Part) { return hasSplitJump(Part, /*OnlyReturns=*/false, false); });
    if (Splits)
      return refuse("threads leave the statement around it one by one");
    forEachEvaluated(S, [&](const Stmt *Part) {
      if (!isa<Expr>(Part) || has(Part))
        walkList(Part, std::nullopt, S);
    });
  }

  void noteVariables(const Stmt *S) {
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit() &&
                                                    All.Barriers.isUniform(F, V->getInit()) &&
                                                    V->getType()->isArithmeticType())
          KnownVariables.insert(V);
  }

  /// Whether threads without the predicate of depth \p At may change what \p S does: no thread that
  /// has lost the predicate reads it again.
  bool mayAllChange(const Stmt *S, unsigned At) const {
    for (const VarDecl *V : changedVariablesOf(S)) {
      if (V->getType()->isReferenceType() || !V->hasLocalStorage())
        return false;
      if (At == 0 && IsInReturns)
        continue;
      auto It = DeclaredAt.find(V);
      if (It == DeclaredAt.end() || It->second < At)
        return false;
    }
    return true;
  }

  bool isSafeApart(const Stmt *S) const {
    return isSafeToSpeculate(S, Context,
                             [&](const Stmt *Part) { return Walk.Calls.contains(call(Part)); });
  }
  static const CallExpr *call(const Stmt *S) { return dyn_cast_or_null<CallExpr>(S); }

  /// \p S without an exchange.
  void guard(const Stmt *S, unsigned At, const Stmt *Parent) {
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return declare(D, At, isa<CompoundStmt>(Parent));
    if (const auto *A = dyn_cast<AttributedStmt>(S))
      return guardHinted(A, At);
    if (isa<Expr>(S) && isSafeToSpeculate(S, Context) && mayAllChange(S, At))
      return;
    Plan.Guarded[S] = At;
  }

  /// `#pragma unroll` wants its loop behind it: the loop's condition is guarded.
  void guardHinted(const AttributedStmt *S, unsigned At) {
    const auto *For = dyn_cast<ForStmt>(S->getSubStmt());
    const auto *Init = For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
    if (!Init || !For->getCond() || For->getConditionVariable() ||
        !isSafeToSpeculate(Init, Context))
      return refuse("there is a pragma before a loop that only some threads enter");
    Plan.GuardedConditions[For->getCond()] = At;
  }

  void declare(const DeclStmt *D, unsigned At, bool InList) {
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One);
          V && !V->isStaticLocal() && deviceStorage(V) == DeviceStorage::None)
        declareVariable(V, At, InList);
  }

  void declareVariable(const VarDecl *V, unsigned At, bool InList) {
    DeclaredAt[V] = At;
    const Expr *Init = V->getInit();
    if (hasEnding(V))
      return refuse("a destructor would run for all threads");
    if (!Init || (isSafeApart(Init) && mayAllChange(Init, At)))
      return;
    bool IsReference = V->getType()->isReferenceType();
    if (IsReference && isSafeToSpeculatePlace(Init, Context))
      return;
    const auto *Construct = dyn_cast<CXXConstructExpr>(Init);
    if (Construct && Construct->getNumArgs() == 0 && Construct->getConstructor()->isTrivial())
      return;
    if (isa<DecompositionDecl>(V))
      return refuse("an object is taken apart there");
    if (V->getType()->isScalarType() || (IsReference && !isa<MaterializeTemporaryExpr>(Init)))
      Plan.GuardedInits[V] = At;
    else if (InList && V->getType()->isRecordType())
      Plan.SplitInits[V] = At;
    else
      refuse("an array is initialised there");
  }

  // Jumps.

  unsigned targetOf(const Stmt *Jump) const {
    return isa<ReturnStmt>(Jump)  ? 0
           : isa<BreakStmt>(Jump) ? Loops.back().Left
                                  : Loops.back().Round;
  }

  void jump(const Stmt *S, unsigned At) {
    if (!isa<ReturnStmt>(S) && Loops.empty())
      return refuse("a jump leads out of a switch");
    if (const auto *R = dyn_cast<ReturnStmt>(S); R && R->getRetValue()) {
      if (!F->getReturnType()->isScalarType())
        return refuse("a function gives an object back");
      if (has(R))
        return refuse("it is what a function gives back before its end");
      Plan.ReturnsValue = true;
    }
    Plan.Guarded[S] = At;
    Plan.Leaves[S] = {targetOf(S), At};
  }

  /// Whether \p S has nothing behind the jumps in it.
  static bool endsInJumps(const Stmt *S) {
    if (!S || isa<ReturnStmt, BreakStmt, ContinueStmt>(S))
      return true;
    if (const auto *List = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Part : List->body())
        if (Part != List->body_back() && hasJump(Part))
          return false;
      return List->body_empty() || endsInJumps(List->body_back());
    }
    if (const auto *If = dyn_cast<IfStmt>(S))
      return endsInJumps(If->getThen()) && endsInJumps(If->getElse());
    return !hasJump(S);
  }

  void registerJumps(const Stmt *S, unsigned At) {
    StmtSet Jumps;
    addJumpsOf(S, Jumps);
    for (const Stmt *Jump : Jumps) {
      jump(Jump, At);
      Plan.Guarded.erase(Jump);
    }
  }

  void walkIf(const IfStmt *If, Depth At, const Stmt *Parent) {
    if (If->isConstexpr()) {
      if (std::optional<const Stmt *> Taken = If->getNondiscardedCase(Context))
        walkList(*Taken, At, If);
      return;
    }
    if (If->getInit() || If->getConditionVariable())
      return refuse("a condition declares a variable");
    if (const BinaryOperator *Asks = secondQuestion(If->getCond(), At))
      return walkArms(If, At, Parent, Asks);
    if (!has(If) && endsInJumps(If)) {
      StmtSet Jumps;
      addJumpsOf(If, Jumps);
      const auto *R = dyn_cast<ReturnStmt>(*Jumps.begin());
      if (isPlainJump(If) && targetOf(*Jumps.begin()) == *At && !(R && R->getRetValue())) {
        Plan.Returns[If] = *At;
        return;
      }
      registerJumps(If, *At);
      if (If != Plan.FirstReturn)
        Plan.Guarded[If] = *At;
      return;
    }
    if (has(If->getCond()) && !wantsWalk(If->getThen()) && !wantsWalk(If->getElse()))
      return walkCondition(If, At);
    if (isUniform(If->getCond(), At)) {
      walkList(If->getThen(), At, If);
      walkList(If->getElse(), At, If);
      if (If->getElse() && !isa<CompoundStmt>(If->getThen()) &&
          Plan.Guarded.contains(lastOf(If->getThen()))) {
        if (Plan.Guarded.contains(If->getThen()))
          Plan.Braced.insert(If);
        else
          refuse("an else stands behind a statement without braces");
      }
      return;
    }
    walkArms(If, At, Parent);
  }

  /// \p If, which only asks for what is exchanged.
  void walkCondition(const IfStmt *If, Depth At) {
    hoist(If, If->getCond(), At, /*Always=*/true);
    if (!At)
      return;
    registerJumps(If, *At);
    Plan.Guarded[If] = *At;
  }

  bool wantsWalk(const Stmt *Arm) const { return Arm && (has(Arm) || !endsInJumps(Arm)); }

  /// `a && any(b)`, `a || all(b)` of which not all threads evaluate the second part.
  const BinaryOperator *secondQuestion(const Expr *Condition, Depth At) const {
    const auto *B = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
    bool Asks = B && B->isLogicalOp() && !has(B->getLHS()) && has(B->getRHS());
    return Asks && !isUniform(B->getLHS(), At) ? B : nullptr;
  }

  void walkArms(const IfStmt *If, Depth At, const Stmt *Parent,
                const BinaryOperator *Asks = nullptr) {
    if (!Asks)
      hoist(If, If->getCond(), At, /*Always=*/true);
    unsigned Inner = openBlock(If, At, Parent);
    if (Asks)
      hoist(Asks, Asks->getRHS(), Inner, /*Always=*/true);
    PredicationPlan::Block &Block = Plan.Blocks[If];
    bool Then = Asks || wantsWalk(If->getThen()), Else = wantsWalk(If->getElse());
    Block.Asks = Asks;
    Block.Body = Then ? If->getThen() : If->getElse();
    Block.BothArms = Then && Else;
    Block.Enters = !WithBarrier.contains(If->getThen()) && !WithBarrier.contains(If->getElse());
    for (const Stmt *Arm : {If->getThen(), If->getElse()}) {
      if (Arm && (wantsWalk(Arm) || (Asks && Arm == If->getThen())))
        walkInside(Arm, Inner, If);
      else if (Arm && hasJump(Arm))
        registerJumps(Arm, Inner);
    }
  }

  unsigned openBlock(const Stmt *S, Depth At, const Stmt *Parent) {
    IsWalked = true;
    unsigned Inner = At ? *At + 1 : 0;
    PredicationPlan::Block &Block = Plan.Blocks[S];
    bool Braces = !isa<CompoundStmt>(Parent);
    if (isa<AttributedStmt>(Parent)) {
      // Between the pragma and the loop there is no place for the predicate.
      const Stmt *Before = BeforeHinted.lookup(Parent);
      if (!Before)
        refuse("there is a pragma before the loop");
      Plan.SetBehind[Before] = S;
      Block.IsSetBefore = true;
      Braces = false;
    }
    Block.Depth = Inner;
    Block.Declares = Braces || Declared.insert(Inner).second;
    Block.Braces = Braces;
    Plan.Depths = std::max(Plan.Depths, Inner + 1);
    return Inner;
  }

  void walkInside(const Stmt *Body, unsigned At, const Stmt *Parent) {
    llvm::SmallSet<unsigned, 4> Outside = Declared;
    Declared.insert(At);
    bool WasLast = std::exchange(IsLast, false);
    walkList(Body, At, Parent);
    IsLast = WasLast;
    Declared = Outside;
  }

  // Loops.

  static const Stmt *bodyOf(const Stmt *Loop) {
    if (const auto *For = dyn_cast<ForStmt>(Loop))
      return For->getBody();
    if (const auto *While = dyn_cast<WhileStmt>(Loop))
      return While->getBody();
    return cast<DoStmt>(Loop)->getBody();
  }

  void walkLoop(const Stmt *S, Depth At, const Stmt *Parent) {
    const auto *For = dyn_cast<ForStmt>(S);
    const auto *While = dyn_cast<WhileStmt>(S);
    if ((For && For->getConditionVariable()) || (While && While->getConditionVariable()))
      return refuse("a condition declares a variable");
    const Stmt *Init = For ? For->getInit() : nullptr, *Inc = For ? For->getInc() : nullptr;
    const Expr *Condition = Divergence::condition(S);
    if (has(Init) || has(Inc))
      return refuse("it stands in the head of a loop");
    if (isWalkedAlike(S, Condition, Init, Inc, At)) {
      if (At && Init)
        for (const Decl *One : cast<DeclStmt>(Init)->decls())
          DeclaredAt[cast<VarDecl>(One)] = *At;
      bool WasLast = std::exchange(IsLast, false);
      walkList(bodyOf(S), At, S);
      IsLast = WasLast;
      return;
    }
    walkRounds(S, Condition, Init, Inc, At, Parent);
  }

  /// Whether the rounds of \p S are the same for all threads, also for those without the predicate.
  bool isWalkedAlike(const Stmt *S, const Expr *Condition, const Stmt *Init, const Stmt *Inc,
                     Depth At) const {
    if (has(Condition))
      return false;
    if (!At)
      return (!Condition || All.Barriers.isUniform(F, Condition)) &&
             !hasSplitJump(bodyOf(S), /*OnlyReturns=*/false, false);
    if (hasJump(bodyOf(S)) || !Condition || (Init && !isa<DeclStmt>(Init)))
      return false;
    const Stmt *Head[] = {Init, Condition, Inc};
    return llvm::all_of(Head, [&](const Stmt *Part) { return isKnown(Part, Head); });
  }

  void walkRounds(const Stmt *S, const Expr *Condition, const Stmt *Init, const Stmt *Inc, Depth At,
                  const Stmt *Parent) {
    const Stmt *Body = bodyOf(S);
    unsigned Inner = openBlock(S, At, Parent);
    Plan.Blocks[S].Body = Body;
    bool Meets = WithBarrier.contains(Body);
    walkInit(Init, At, Inner);
    if (Inc && !(isSafeToSpeculate(Inc, Context) && mayAllChange(Inc, Inner)))
      guardValue(cast<Expr>(Inc), Inner);
    bool Always = false;
    bool Asks = !Condition;
    if (Condition && !(Condition->EvaluateAsBooleanCondition(Always, Context) && Always))
      walkCondition(Condition, Inner, Meets);
    else if (Condition)
      Plan.Votes[Condition] = {Inner, PredicationPlan::Asks::WhoGoesOn, !Meets};
    bool Skipped = continues(Body);
    unsigned Round = Inner + Skipped;
    const auto *List = dyn_cast<CompoundStmt>(Body);
    if ((Skipped || Asks) && (!List || List->body_empty()))
      return refuse("the body of the loop has no braces");
    if (Skipped || Asks)
      Plan.Rounds[List->body_front()] = {Inner, Asks, Skipped, !Meets};
    Plan.Depths = std::max(Plan.Depths, Round + 1);
    if (const Stmt *Last = endOfBody(Body); Last && !isa<DoStmt>(S))
      Plan.RoundEnds.insert(Last);
    llvm::SmallSet<unsigned, 4> Outside = Declared;
    Declared.insert(Inner);
    Loops.push_back({Inner, Round});
    walkInside(Body, Round, S);
    Loops.pop_back();
    Declared = Outside;
  }

  void walkInit(const Stmt *Init, Depth At, unsigned Inner) {
    if (const auto *D = dyn_cast_or_null<DeclStmt>(Init)) {
      if (At)
        declare(D, *At, /*InList=*/false);
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One))
          DeclaredAt[V] = Inner;
    } else if (Init && At && !(isSafeToSpeculate(Init, Context) && mayAllChange(Init, *At))) {
      guardValue(cast<Expr>(Init), *At);
    }
  }

  void guardValue(const Expr *E, unsigned At) {
    if (!E->getType()->isScalarType())
      refuse("the head of the loop changes an object");
    Plan.GuardedValues[E] = At;
  }

  /// \p Condition of a loop: an exchange in it is for all.
  void walkCondition(const Expr *Condition, unsigned At, bool Meets) {
    Plan.Votes[Condition] = {At, PredicationPlan::Asks::WhoGoesOn, !Meets, has(Condition)};
    if (!has(Condition))
      return;
    collect(Condition, At, /*IsSure=*/true);
    if (!isSafeApart(Condition) || !mayAllChange(Condition, At))
      refuse("the condition of the loop cannot be evaluated by all threads");
  }

  bool continues(const Stmt *S) const {
    return isa<ContinueStmt>(S) ||
           (!Divergence::isLoop(S) &&
            anyEvaluated(S, [&](const Stmt *Part) { return continues(Part); }));
  }

  // Exchanges.

  /// Notes the exchanges in \p S. \p IsSure: whoever evaluates the whole evaluates this.
  void collect(const Stmt *S, Depth At, bool IsSure) {
    if (!S || !has(S))
      return;
    if (isa<CXXConstructExpr>(S) && All.isExchange(S))
      return refuse("a constructor makes it");
    const auto *Call = call(S);
    if (Call && All.isExchange(Call)) {
      if (!IsSure)
        return refuse("whether it is evaluated differs between threads");
      return addCall(Call, At);
    }
    const Expr *Condition = isa<Expr>(S) ? Divergence::condition(S) : nullptr;
    forEachEvaluated(S, [&](const Stmt *Part) {
      collect(Part, At, IsSure && (!Condition || Part == Condition || isUniform(Condition, At)));
    });
  }

  void addCall(const CallExpr *Call, Depth At) {
    bool IsCudas = isWarpFunction(Call);
    bool IsShuffle = deviceRoleOf(Call->getDirectCallee()) == catalog::DeviceRole::Shuffle;
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      const Expr *A = Call->getArg(I);
      if (IsCudas && IsShuffle && Call->getNumArgs() == 4 && I == 0) {
        // The mask of a shuffle is not printed.
        if (hasEffect(A, [&](const Expr *E) {
              return !isSafeToSpeculate(E, Context) && !All.isExchange(E);
            }))
          refuse("its mask changes something");
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

  /// What CUDA's warp functions are told by threads that take no part.
  void guardPart(const CallExpr *Call, unsigned At) {
    catalog::DeviceRole Role = deviceRoleOf(Call->getDirectCallee());
    if (Role == catalog::DeviceRole::WarpByMask)
      Plan.GuardedValues[Call->getArg(0)] = At;
    bool OfAll = Role == catalog::DeviceRole::WarpVoteOfAll;
    if (OfAll || Role == catalog::DeviceRole::WarpVote || Role == catalog::DeviceRole::GroupBarrier)
      Plan.VoteArguments[Call->getArg(Call->getNumArgs() - 1)] = {At, OfAll};
  }

  void guardArgument(const CallExpr *Call, unsigned I, unsigned At) {
    const Expr *A = Call->getArg(I);
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A))
      A = Default->getExpr();
    const FunctionDecl *Callee = Call->getDirectCallee();
    bool IsObject = isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee) && I == 0;
    unsigned Parameter = isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee) ? I - 1 : I;
    bool IsReference = IsObject || (Parameter < Callee->getNumParams() &&
                                    Callee->getParamDecl(Parameter)->getType()->isReferenceType());
    if ((isSafeApart(A) && mayAllChange(A, At)) || Plan.VoteArguments.contains(A))
      return has(A) && Plan.VoteArguments.contains(A) ? refuse("a vote asks for another exchange")
                                                      : void();
    if (IsReference && isSafeToSpeculatePlace(A, Context))
      return;
    if (isWarpFunction(Call) && A->getType()->isPointerType())
      return refuse("it changes a variable that other threads keep");
    if (IsReference || !A->getType()->isScalarType() || has(A))
      return refuse("not all threads can compute its arguments");
    Plan.GuardedValues[A] = At;
  }

  /// The outermost exchanges of \p E get variables in front of \p S.
  void hoist(const Stmt *S, const Expr *E, Depth At, bool Always = false) {
    collect(E, At, /*IsSure=*/true);
    if (!At || !has(E))
      return;
    if (E->getType()->isVoidType() && Walk.Calls.contains(call(E->IgnoreParenImpCasts())))
      return;
    if (!Always && isSafeApart(E) && mayAllChange(E, *At))
      return;
    if (hasOtherEffect(E, /*IsWhole=*/true))
      return refuse("the statement around it changes something else before");
    IsWalked = true;
    std::vector<const CallExpr *> &Calls = Plan.Hoisted[S];
    size_t Before = Calls.size();
    addOutermost(E, Calls);
    Plan.ExchangesInOrder.insert(Plan.ExchangesInOrder.end(), Calls.begin() + Before, Calls.end());
  }

  void addOutermost(const Stmt *S, std::vector<const CallExpr *> &Out) const {
    if (!has(S))
      return;
    if (Walk.Calls.contains(call(S))) {
      if (!call(S)->getType()->isVoidType())
        Out.push_back(call(S));
      return;
    }
    forEachEvaluated(S, [&](const Stmt *Part) { addOutermost(Part, Out); });
  }

  /// Whether \p E changes something that may be seen by an exchange in it, but for what the whole
  /// expression does in the end.
  bool hasOtherEffect(const Expr *E, bool IsWhole) const {
    E = E->IgnoreParenImpCasts();
    if (const auto *Full = dyn_cast<FullExpr>(E))
      return hasOtherEffect(Full->getSubExpr(), IsWhole);
    if (Walk.Calls.contains(call(E)))
      return false;
    const auto *B = dyn_cast<BinaryOperator>(E);
    bool Ends = IsWhole && (isa<CallExpr>(E) || (B && B->isAssignmentOp()));
    if (Ends)
      return anyEvaluated(E, [&](const Stmt *Part) {
        return isa<Expr>(Part) &&
               hasOtherEffect(cast<Expr>(Part), /*IsWhole=*/B && Part == B->getRHS());
      });
    return hasEffect(E, [&](const Expr *Inner) {
      return !Walk.Calls.contains(call(Inner)) && !isSafeToSpeculate(Inner, Context) &&
             !isSafeApart(Inner);
    });
  }

  /// \p S, a declaration, expression or the last return, with exchanges.
  void exchange(const Stmt *S, Depth At, bool InList) {
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit() && has(V->getInit())) {
          if (At)
            DeclaredAt[V] = *At;
          hoist(S, V->getInit(), At);
        }
      if (At)
        declare(D, *At, InList);
      auto It = Plan.Hoisted.find(S);
      if (It != Plan.Hoisted.end() && (!InList || !D->isSingleDecl()))
        refuse("a declaration of several variables stands around it");
      return;
    }
    const auto *R = dyn_cast<ReturnStmt>(S);
    const Expr *E = R ? R->getRetValue() : dyn_cast<Expr>(S);
    if (!E)
      return;
    if (const auto *Call = call(E->IgnoreParenImpCasts()); Call && !R && isBarrierCall(Call))
      if (!At || (Call->getNumArgs() == 0 && isBarrier(Call->getDirectCallee())))
        return collect(E, At, /*IsSure=*/true);
    if (WithBarrier.contains(E) && At)
      return refuse("a barrier stands in the same statement");
    hoist(S, E, At);
    if (!At || (Plan.Hoisted.count(S) == 0 && !(R && Plan.ReturnsValue)))
      return;
    if (R && (!F->getReturnType()->isScalarType() || Plan.ReturnsValue))
      return refuse("it is in what the function gives back");
    if (R)
      Plan.GuardedValues[E] = *At;
    else
      Plan.Guarded[S] = *At;
  }

  bool usesEntry() const {
    auto IsEntry = [](const auto &Entry) { return Entry.second == 0; };
    if (llvm::any_of(Plan.Guarded, IsEntry) || llvm::any_of(Plan.GuardedConditions, IsEntry) ||
        llvm::any_of(Plan.GuardedInits, IsEntry) || llvm::any_of(Plan.SplitInits, IsEntry) ||
        llvm::any_of(Plan.GuardedValues, IsEntry) || !Plan.Leaves.empty() ||
        !Plan.Returns.empty() || Plan.Last || !Plan.Blocks.empty())
      return true;
    return llvm::any_of(Walk.Calls, [&](const auto &Entry) {
      if (Entry.second != 0)
        return false;
      catalog::DeviceRole Role = deviceRoleOf(Entry.first->getDirectCallee());
      return isWarpFunction(Entry.first) && Role != catalog::DeviceRole::Shuffle &&
             Role != catalog::DeviceRole::WarpBarrier;
    });
  }

  const WarpWalks &All;
  const ASTContext &Context;
  const FunctionDecl *F;
  const bool IsEntered; ///< not all threads come here
  WarpWalk Walk;
  PredicationPlan Plan;
  StmtSet WithExchange; ///< statements with exchanges or barriers
  StmtSet WithBarrier;
  llvm::DenseMap<const VarDecl *, std::vector<VariableChange>> Changes;
  llvm::DenseSet<const VarDecl *> KnownVariables;          ///< computed by all threads alike
  llvm::DenseMap<const VarDecl *, unsigned> DeclaredAt;    ///< the depth around it
  llvm::DenseMap<const Stmt *, const Stmt *> BeforeHinted; ///< before a loop with a pragma
  llvm::SmallSet<unsigned, 4> Declared; ///< depths whose predicate has a variable here
  struct Loop {
    unsigned Left = 0, Round = 0; ///< predicates that a break and a continue end
  };
  llvm::SmallVector<Loop, 4> Loops; ///< with a predicate around this place
  bool HasLabels = false;
  bool IsWalked = false;
  bool IsInReturns = false; ///< the predicate of depth 0 is that of the function
  bool IsLast = false;      ///< the statement is the last one with an exchange
};

bool WarpWalks::isExchange(const Stmt *S) const {
  if (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(S))
    return exchanges(Construct->getConstructor());
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && (isWarpFunction(Call) || exchanges(Callee));
}

bool WarpWalks::exchanges(const FunctionDecl *F) const {
  const FunctionDecl *Definition = F;
  if (!F->hasBody(Definition) || !Reach.reached(Definition))
    return false;
  auto [It, New] = Exchanging.try_emplace(Definition, false);
  if (!New)
    return It->second;
  std::function<bool(const Stmt *)> Has = [&](const Stmt *S) {
    return isExchange(S) || anyEvaluated(S, Has);
  };
  return It->second = Has(Definition->getBody());
}

bool WarpWalks::isCalledBySome(const FunctionDecl *F) const {
  if (F->hasAttr<CUDAGlobalAttr>())
    return false;
  for (const FunctionDecl *Caller : Reach.Functions)
    for (const DeviceCall &Call : Reach.calls(Caller))
      if (Call.Callee == F && Caller != F) {
        const WarpWalk &Walk = of(Caller);
        const auto *Site = dyn_cast_or_null<CallExpr>(Call.Site);
        if (!Site || !Walk.Refusal.empty() || Walk.Calls.contains(Site))
          return true;
      }
  return false;
}

bool WarpWalks::isKnownParameter(const ParmVarDecl *P) const {
  const auto *F = dyn_cast<FunctionDecl>(P->getDeclContext());
  unsigned Index = P->getFunctionScopeIndex();
  if (!F || !P->getType()->isArithmeticType())
    return false;
  for (const FunctionDecl *Caller : Reach.Functions)
    for (const DeviceCall &Call : Reach.calls(Caller)) {
      if (Call.Callee != F)
        continue;
      const auto *Site = dyn_cast_or_null<CallExpr>(Call.Site);
      if (!Site || isa<CXXOperatorCallExpr>(Site) || Index >= Site->getNumArgs())
        return false;
      const Expr *A = Site->getArg(Index);
      if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A))
        A = Default->getExpr();
      Expr::EvalResult Value;
      if (!A->EvaluateAsRValue(Value, Context) && !Barriers.isUniform(Caller, A))
        return false;
      // Who has no predicate may compute something else.
      if (!Value.Val.hasValue() && of(Caller).Calls.contains(Site))
        return false;
    }
  return true;
}

const WarpWalk &WarpWalks::of(const FunctionDecl *F) const {
  auto [It, New] = Walks.try_emplace(F);
  if (New && exchanges(F))
    It->second = WarpWalkPlanner(*this, F, isCalledBySome(F)).plan();
  return It->second;
}

bool WarpWalks::takesPredicate(const FunctionDecl *F) const {
  const WarpWalk &Walk = of(F);
  return Walk.UsesEntry ||
         (Walk.IsEntered && Walk.Refusal.empty() &&
          llvm::any_of(Walk.Calls, [&](const auto &Entry) {
            const FunctionDecl *Callee = Entry.first->getDirectCallee();
            return Entry.second == 0 && Callee->hasBody(Callee) && takesPredicate(Callee);
          }));
}

} // namespace cu2cl
