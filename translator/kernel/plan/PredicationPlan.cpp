// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Over 400 lines: one walk over a body gives each statement its predicate.

#include "kernel/plan/PredicationPlan.h"
#include "analysis/barriers/BarrierConditions.h"
#include "analysis/barriers/BarrierJumps.h"
#include "analysis/barriers/BarrierPairing.h"
#include "analysis/barriers/LoopRounds.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Cleanups.h"
#include "analysis/effects/Construction.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/LiveOut.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/threads/Divergence.h"
#include "kernel/plan/GuardedElements.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

using Depth = std::optional<unsigned>; ///< of the predicate, none where all threads are

/// A statement that all threads run, and the blocks with a predicate around it.
struct Unguarded {
  const Stmt *S;
  llvm::SmallVector<const Stmt *, 4> Blocks;
};

/// Returns true if a thread of \p F that was outside of a block around \p U may read what \p U
/// changes.
bool isReadOutside(const FunctionDecl *F, LiveOut &Live, const Unguarded &U) {
  return llvm::any_of(changedVariablesOf(U.S), [&](const VarDecl *V) {
    BarrierControlDependence Changed(F);
    Changed.add(V);
    return llvm::any_of(U.Blocks, [&](const Stmt *Block) {
      return !declares(Block, V) && (Live.contains(Block, V) || Changed.escape());
    });
  });
}

class Planner {
public:
  Planner(const ASTContext &Context, const BarrierMap &Barriers, const FunctionDecl *F,
          PlanRefusal Refuse)
      : Context(Context), Barriers(Barriers), F(F), Live(F), Refuse(Refuse),
        Conditions(Context, F, WithBarrier) {}

  PredicationPlan plan(const std::vector<BarrierSite> &Sites) {
    for (const BarrierSite &Site : Sites) {
      markAround(F->getBody(), Site.Call, WithBarrier);
      if (Site.Verdict != BarrierVerdict::AfterDivergentReturn)
        continue;
      for (const DivergentReturn &R : Site.Returns) {
        if (R.Block)
          Blocks[R.Around] = R.Block;
        else
          addJump(R);
      }
    }
    planBody(cast<CompoundStmt>(F->getBody()));
    for (const Unguarded &U : ByAll)
      if (isReadOutside(F, Live, U))
        refuse(U.S);
    if (const Stmt *S = findPairedBlock(F, Blocks, Context))
      refuse(S, "it uses the same shared memory as an earlier block that other threads enter, and "
                "CUDA matches the barriers of the two");
    return Failed ? PredicationPlan() : Plan;
  }

private:
  void addJump(const DivergentReturn &R) {
    ReturnIfs.insert(R.If);
    if (isa<ReturnStmt>(R.Return))
      markAround(F->getBody(), R.If, AroundReturns);
    if (isa<ContinueStmt>(R.Return))
      Continued.insert(R.Around);
  }

  void planBody(const CompoundStmt *Body) {
    size_t First = Body->size(), Last = 0;
    for (size_t I = 0; I < Body->size(); ++I) {
      const Stmt *S = Body->body_begin()[I];
      if (First == Body->size() && AroundReturns.contains(S))
        First = I;
      if (WithBarrier.contains(S))
        Last = I;
    }
    for (size_t I = 0; I < First; ++I)
      addOpen(Body->body_begin()[I], Body);
    if (First == Body->size())
      return;
    if (const Stmt *S = findJumpAcross(Body, Last))
      refuse(S);
    // What lives at the return would not end.
    for (size_t I = 0; I < First; ++I)
      if (const auto *D = dyn_cast<DeclStmt>(Body->body_begin()[I]); D && findCleanup(D))
        refuse(D, "an object is destroyed at the return");
    llvm::ArrayRef<const Stmt *> Region(Body->body_begin() + First, Body->body_begin() + Last + 1);
    Plan.FirstReturn = Region.front();
    Plan.DeclaresAtReturn = Declared.insert(0).second;
    Plan.Depths = std::max(Plan.Depths, 1u);
    prepare(Region, nullptr, nullptr);
    for (const Stmt *S : Region)
      addStatement(S, 0, Body);
    if (Last + 1 < Body->size())
      Plan.Last = Body->body_begin()[Last];
  }

  /// \p S, to which all threads come, or none.
  void addOpen(const Stmt *S, const Stmt *Parent) {
    if (!S || !WithBarrier.contains(S))
      return;
    if (Blocks.contains(S))
      return addBlock(S, std::nullopt, Parent);
    llvm::SmallSet<unsigned, 4> Outside = Declared;
    for (const Stmt *C : S->children())
      addOpen(C, S);
    Declared = Outside;
  }

  /// Finds what all threads do in the statements \p Region, which are in \p Block, a loop or not.
  void prepare(llvm::ArrayRef<const Stmt *> Region, const Stmt *Block, const Stmt *Loop) {
    size_t Before;
    do {
      Before = WithBarrier.size();
      for (const Stmt *S : Region)
        markJumps(S, Loop, Loop, ReturnIfs, WithBarrier);
    } while (WithBarrier.size() != Before);
    Conditions.find(Region, Block, Blocks);
  }

  void refuse(const Stmt *S, const char *Reason = "this cannot be executed under a predicate") {
    if (!Failed)
      Refuse(S->getBeginLoc(), Reason);
    Failed = true;
  }

  bool isSafeToSpeculate(const Stmt *S) const { return cu2cl::isSafeToSpeculate(S, Context); }
  const BarrierControlDependence &control() const { return Conditions.control(); }

  /// All threads run \p S, also those without the predicate.
  void runByAll(const Stmt *S) { ByAll.push_back({S, Around}); }

  void addList(const Stmt *S, unsigned At, const Stmt *Parent) {
    const auto *List = dyn_cast_or_null<CompoundStmt>(S);
    if (!List) {
      if (S)
        addStatement(S, At, Parent);
      return;
    }
    llvm::SmallSet<unsigned, 4> Outside = Declared;
    for (const Stmt *C : List->body())
      addStatement(C, At, List);
    Declared = Outside;
  }

  void addStatement(const Stmt *S, unsigned At, const Stmt *Parent) {
    if (WithBarrier.contains(S))
      return Blocks.contains(S) ? addBlock(S, At, Parent) : addWithBarrier(S, At);
    if (ReturnIfs.contains(S))
      return addReturnIf(cast<IfStmt>(S), At);
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return addDeclaration(D, At, /*InList=*/isa<CompoundStmt>(Parent));
    if (isa<NullStmt>(S))
      return;
    if (control().areChangedBy(S)) {
      if (!isa<Expr>(S) || !isSafeToSpeculate(S))
        refuse(S);
      return runByAll(S);
    }
    if (const auto *A = dyn_cast<AttributedStmt>(S))
      return guardLoop(A, At);
    Plan.Guarded[S] = At;
  }

  /// The first of the predicates that \p Jump ends.
  unsigned targetOf(const Stmt *Jump) const {
    return isa<ReturnStmt>(Jump)  ? 0
           : isa<BreakStmt>(Jump) ? Loops.back().Left
                                  : Loops.back().Round;
  }

  void addReturnIf(const IfStmt *If, unsigned At) {
    StmtSet Jumps;
    addJumpsOf(If, Jumps);
    bool Plain = isPlainJump(If) && targetOf(*Jumps.begin()) == At;
    if (Plain) {
      Plan.Returns[If] = At;
      return;
    }
    if (const Stmt *S = findCleanup(If))
      refuse(S, "an object is destroyed at the return");
    for (const Stmt *Jump : Jumps)
      Plan.Leaves[Jump] = {targetOf(Jump), At};
    if (If != Plan.FirstReturn)
      Plan.Guarded[If] = At;
  }

  /// `#pragma unroll` wants its loop after it: the loop's condition is guarded.
  void guardLoop(const AttributedStmt *S, unsigned At) {
    const auto *For = dyn_cast<ForStmt>(S->getSubStmt());
    const auto *While = dyn_cast<WhileStmt>(S->getSubStmt());
    if (While && !While->getConditionVariable()) {
      Plan.GuardedConditions[While->getCond()] = At;
    } else if (For && For->getCond() && !For->getConditionVariable() &&
               isSafeToSpeculate(For->getInit())) {
      Plan.GuardedConditions[For->getCond()] = At;
      if (For->getInit())
        runByAll(For->getInit());
    } else {
      refuse(S);
    }
  }

  void addDeclaration(const DeclStmt *D, unsigned At, bool InList) {
    for (const Decl *One : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(One);
      if (!V || V->isStaticLocal() || deviceStorage(V) != DeviceStorage::None)
        continue;
      addVariable(D, V, At, InList);
      // What is given a value after the declaration has none in it.
      if (Plan.SplitInits.contains(V))
        for (const Decl *Other : D->decls())
          if (const auto *User = dyn_cast<VarDecl>(Other); User && names(User->getInit(), V))
            refuse(D);
    }
  }

  void addVariable(const DeclStmt *S, const VarDecl *V, unsigned At, bool InList) {
    if (hasCleanup(V))
      return refuse(S, "its destructor would run for all threads");
    const Expr *Init = V->getInit();
    const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(Init);
    if (!Init ||
        (Construct && Construct->getNumArgs() == 0 && doesNothing(Construct->getConstructor())))
      return;
    bool IsReference = V->getType()->isReferenceType();
    bool Harmless = IsReference ? isSafeToSpeculatePlace(Init, Context) || isSafeToSpeculate(Init)
                                : isSafeToSpeculate(Init);
    bool IsControl = control().contains(V) || control().areChangedBy(Init);
    bool IsOwn = changedVariablesOf(Init).empty() && !readsCommonVariable(Init);
    if (Harmless && (IsControl || IsOwn || IsReference))
      return runByAll(Init);
    if (IsControl || makesTemporaryWithCleanup(Init) || isa<DecompositionDecl>(V))
      return refuse(S);
    if (V->getType()->isScalarType() || (IsReference && !isa<MaterializeTemporaryExpr>(Init)))
      Plan.GuardedInits[V] = At;
    else if (InList && V->getType()->isRecordType())
      Plan.SplitInits[V] = At;
    else if (!V->getType()->isArrayType() || !guardElements(Plan, Context, Init, At))
      refuse(S);
  }

  /// \p S, part of a for around a barrier, is for all threads.
  void addControl(const Stmt *S, Depth At) {
    if (!S || !At)
      return;
    if (WithBarrier.contains(S))
      return refuse(S);
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return addDeclaration(D, *At, /*InList=*/false);
    if (!isSafeToSpeculate(S))
      return refuse(S);
    runByAll(S);
  }

  /// \p E decides for all threads about barriers in, or jumps from, \p Inside.
  void addCondition(const Expr *E, const Stmt *Inside, unsigned At) {
    if (!E)
      return;
    if (!Barriers.isUniform(F, E))
      return refuse(E);
    if (WithBarrier.contains(E)) {
      // Where nobody has the predicate the way out of loops is to be taken.
      const auto *If = dyn_cast<IfStmt>(Inside);
      bool Leaves = If && leavesLoop(If->getThen());
      if (bool(voteIn(E, Context).IfNobody) != Leaves)
        return refuse(E);
      return addVote(E, At);
    }
    if (Conditions.isComputedByAll(E))
      return runByAll(E);
    Plan.Votes[E] = {At, isa<IfStmt>(Inside) && leavesLoop(cast<IfStmt>(Inside)->getThen())
                             ? PredicationPlan::Asks::WhetherAll
                             : PredicationPlan::Asks::WhetherAny};
  }

  /// \p S, with a __syncthreads_or or the like, is for all threads, but only those with the
  /// predicate say something.
  void addVote(const Stmt *S, unsigned At) {
    const auto *D = dyn_cast<DeclStmt>(S);
    const auto *V = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    const auto *Set = dyn_cast<BinaryOperator>(S);
    if (Set && (Set->getOpcode() != BO_Assign || !isOwnVariable(Set->getLHS())))
      Set = nullptr;
    if (Set)
      runByAll(Set);
    const Expr *E = V ? V->getInit() : Set ? Set->getRHS() : dyn_cast<Expr>(S);
    const CallExpr *Call = E ? voteIn(E, Context).Call : nullptr;
    if (!Call || (V && !V->getType()->isScalarType()) || WithBarrier.contains(Call->getArg(0)))
      return refuse(S);
    Plan.VoteArguments[Call->getArg(0)] = {At, isVoteOfAll(Call)};
  }

  void addBlock(const Stmt *S, Depth At, const Stmt *Parent) {
    if (isa<AttributedStmt>(Parent)) // its predicate would be between the pragma and the loop
      return refuse(Parent, "there is a pragma before the loop");
    unsigned Inner = At ? *At + 1 : 0;
    bool Braces = !isa<CompoundStmt>(Parent);
    Plan.Blocks[S] = {Inner, !Declared.count(Inner), Braces, Blocks.lookup(S)};
    Plan.Depths = std::max(Plan.Depths, Inner + 1);
    llvm::SmallSet<unsigned, 4> Outside = Declared;
    Declared.insert(Inner);
    if (!Braces)
      Outside.insert(Inner);
    const Stmt *Body = Blocks.lookup(S);
    if (!At) {
      llvm::SmallVector<const Stmt *, 8> Region;
      if (const auto *List = dyn_cast<CompoundStmt>(Body))
        Region.append(List->body_begin(), List->body_end());
      else
        Region.push_back(Body);
      if (const auto *If = dyn_cast<IfStmt>(S))
        if (const Stmt *Other = Body == If->getThen() ? If->getElse() : If->getThen())
          Region.push_back(Other);
      prepare(Region, S, isa<IfStmt>(S) ? nullptr : S);
    }
    if (const auto *For = dyn_cast<ForStmt>(S))
      addControl(For->getInit(), At);
    Around.push_back(S);
    if (const auto *For = dyn_cast<ForStmt>(S))
      addControl(For->getInc(), Inner);
    if (isa<IfStmt>(S))
      addList(Body, Inner, S);
    else
      addRounds(S, Body, Inner);
    Around.pop_back();
    Declared = Outside;
  }

  /// The \p Body of loop \p S, which threads leave one by one.
  void addRounds(const Stmt *S, const Stmt *Body, unsigned At) {
    const Expr *Condition = control::condition(S);
    if (Condition)
      Plan.Votes[Condition] = {At, PredicationPlan::Asks::WhoGoesOn};
    bool Skipped = Continued.contains(S);
    unsigned Round = At + Skipped;
    if (Skipped || !Condition) {
      const auto *List = dyn_cast<CompoundStmt>(Body);
      if (!List)
        return refuse(Body);
      Plan.Rounds[List->body_front()] = {At, !Condition, Skipped};
      Plan.Depths = std::max(Plan.Depths, Round + 1);
      Declared.insert(Round);
    }
    if (const Stmt *Last = endOfBody(Body); Last && !isa<DoStmt>(S))
      Plan.RoundEnds.insert(Last);
    Loops.push_back({At, Round});
    addList(Body, Round, S);
    Loops.pop_back();
  }

  void addIf(const IfStmt *If, unsigned At) {
    if (If->getInit() || If->getConditionVariable())
      return refuse(If);
    addCondition(If->getCond(), If, At);
    addList(If->getThen(), At, If);
    addList(If->getElse(), At, If);
    if (!If->getElse() || isa<CompoundStmt>(If->getThen()))
      return;
    // The else would go to the "if (active)" before it.
    if (Plan.Guarded.contains(If->getThen()))
      Plan.Braced.insert(If);
    else if (Plan.Guarded.contains(lastOf(If->getThen())))
      refuse(If);
  }

  /// A barrier, a jump out of a statement around one, or a statement around one of these.
  void addWithBarrier(const Stmt *S, unsigned At) {
    if (const auto *If = dyn_cast<IfStmt>(S))
      return addIf(If, At);
    if (isa<CompoundStmt>(S))
      return addList(S, At, S);
    if (const auto *A = dyn_cast<AttributedStmt>(S))
      return addStatement(A->getSubStmt(), At, S);
    if (isa<ForStmt, WhileStmt, DoStmt>(S))
      return addLoop(S, At);
    const auto *Call = dyn_cast<CallExpr>(S);
    if (!isa<ReturnStmt, BreakStmt, ContinueStmt>(S) && (!Call || Call->getNumArgs() != 0))
      addVote(S, At);
  }

  /// A loop whose rounds are the same for all threads.
  void addLoop(const Stmt *S, unsigned At) {
    const auto *For = dyn_cast<ForStmt>(S);
    const auto *While = dyn_cast<WhileStmt>(S);
    if ((For && For->getConditionVariable()) || (While && While->getConditionVariable()))
      return refuse(S);
    if (For) {
      addControl(For->getInit(), At);
      addControl(For->getInc(), At);
    }
    addCondition(control::condition(S), S, At);
    addList(For ? For->getBody() : While ? While->getBody() : cast<DoStmt>(S)->getBody(), At, S);
  }

  const ASTContext &Context;
  const BarrierMap &Barriers;
  const FunctionDecl *F;
  LiveOut Live;
  PlanRefusal Refuse;
  PredicationPlan Plan;
  StmtSet WithBarrier, ReturnIfs;
  StmtSet AroundReturns; ///< those of ReturnIfs that return, and what is around them
  StmtSet Continued;     ///< loops whose rounds some threads end first
  llvm::DenseMap<const Stmt *, const Stmt *> Blocks; ///< by the statements around them
  BarrierConditions Conditions;
  llvm::SmallSet<unsigned, 4> Declared;      ///< depths whose predicate has a variable here
  llvm::SmallVector<const Stmt *, 4> Around; ///< blocks with a predicate around this place
  struct Loop {
    unsigned Left = 0, Round = 0; ///< predicates that a break and a continue end
  };
  llvm::SmallVector<Loop, 4> Loops; ///< with a predicate around this place
  std::vector<Unguarded> ByAll;
  bool Failed = false;
};

} // namespace

PredicationPlan planBarriers(const ASTContext &Context, const BarrierMap &Barriers,
                             const FunctionDecl *F, PlanRefusal Refuse) {
  std::vector<BarrierSite> Sites = Barriers.sites(F);
  bool Any = false;
  for (const BarrierSite &Site : Sites) {
    if (Site.Verdict == BarrierVerdict::Divergent ||
        (Site.Verdict == BarrierVerdict::AfterDivergentReturn && !Site.Lowerable))
      return PredicationPlan(); // reported by the analysis
    Any |= Site.Verdict == BarrierVerdict::AfterDivergentReturn;
  }
  if (!Any || !isa_and_nonnull<CompoundStmt>(F->getBody()))
    return PredicationPlan();
  return Planner(Context, Barriers, F, Refuse).plan(Sites);
}

} // namespace cu2cl
