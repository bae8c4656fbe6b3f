// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Walks through a kernel, and into what it calls, with the writes that no barrier follows
// yet. Conditions and numbers that are not understood make it find less, never more.

#include "analysis/barriers/GlobalRaces.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Accesses.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/threads/Divergence.h"
#include "analysis/threads/ThreadPredicates.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

/// A write of each thread to its own element.
struct PendingGlobal {
  GlobalPlace Place;
  ThreadsHere Writers;
  const Expr *Write = nullptr, *Site = nullptr; ///< where it is written, where in the kernel
};
using State = std::vector<PendingGlobal>;

/// The conditions around a statement, and the kernel's statement, of one of its blocks, with the
/// outermost condition that only some threads find.
struct Around {
  ThreadsHere Who;
  const Stmt *Chosen = nullptr;
};

class GlobalRaceFinder {
public:
  GlobalRaceFinder(const FunctionDecl *Kernel, const Divergence &Differs)
      : Kernel(Kernel), Differs(Differs), Values(Differs) {}

  std::vector<GlobalRead> run() {
    Values.enter(Kernel, {});
    walk(Kernel->getBody(), {});
    Values.leave();
    return Left ? std::move(Found) : std::vector<GlobalRead>();
  }

private:
  static constexpr size_t Deepest = 12;

  bool inKernel() const { return Values.depth() == 1; }

  /// Returns true if two places lie under conditions of which no launch need find both.
  static bool mayExclude(const ThreadsHere &A, const ThreadsHere &B) {
    auto Alone = [](const ThreadsHere &One, const ThreadsHere &Other) {
      return llvm::any_of(One.Common, [&](const CommonCondition &C) {
        return !llvm::is_contained(Other.Common, C);
      });
    };
    return Alone(A, B) && Alone(B, A);
  }

  /// Returns true if one is the other or a member of it: all of an element, and `.x` of it.
  static bool overlap(llvm::ArrayRef<const ValueDecl *> A, llvm::ArrayRef<const ValueDecl *> B) {
    size_t Both = std::min(A.size(), B.size());
    return A.take_front(Both) == B.take_front(Both);
  }

  bool contains(const Stmt *S, const Stmt *Inner) const {
    return S == Inner || anyEvaluated(S, [&](const Stmt *Child) { return contains(Child, Inner); });
  }

  void report(const PendingGlobal &P, const GlobalPlace &Place, const Expr *Read,
              const Around &Where) {
    GlobalRead R{P.Place.Root.back(), P.Site, Site ? Site : Read, Where.Chosen, false};
    // The write is in it, or in the call that reads; or it is of blocks that no barrier waits for.
    const ThreadSet &One = Where.Who.Set;
    if (!R.Before || P.Site == R.Read || contains(R.Before, P.Site) ||
        (Place.At.Step && One.Zero && !One.Zero->Terms.empty()))
      R.Before = nullptr;
    Chosen[Where.Chosen] = Found.size();
    Found.push_back(R);
    Open.push_back({Found.size() - 1, Place.Root});
  }

  void read(const Expr *E, const Around &Where) {
    if (!Where.Who.Set.One || (Now.empty() && Open.empty()))
      return;
    std::optional<GlobalPlace> Place = Values.place(E);
    if (!Place)
      return;
    if (auto It = Chosen.find(Where.Chosen); It != Chosen.end())
      return Open.push_back({It->second, Place->Root});
    const PendingGlobal *Others = nullptr;
    for (const PendingGlobal &P : Now) {
      if (P.Place.Root != Place->Root || !overlap(P.Place.Fields, Place->Fields) ||
          mayExclude(P.Writers, Where.Who))
        continue;
      Meeting M = meeting(P.Place.At, P.Writers.Set, Place->At, Where.Who.Set);
      if (M == Meeting::Own)
        return;
      if (M == Meeting::Others && !Others)
        Others = &P;
    }
    if (Others)
      report(*Others, *Place, E, Where);
  }

  void store(const Expr *Target, const Expr *Write, const Around &Where) {
    std::optional<GlobalPlace> Place = Values.place(Target);
    if (!Place)
      return;
    const ThreadSet &Who = Where.Who.Set;
    if (Who.One) // what it reads later may be its own
      return llvm::erase_if(Now,
                            [&](const PendingGlobal &P) { return P.Place.Root == Place->Root; });
    for (auto &[Index, Root] : Open)
      Found[Index].After |= Root == Place->Root;
    const Expr *At = Site ? Site : Write;
    if (Who.Few || !Place->At.Thread || Place->At.Step ||
        llvm::any_of(Now, [&](const PendingGlobal &P) { return P.Write == Write && P.Site == At; }))
      return;
    Now.push_back({*Place, Where.Who, Write, At});
  }

  void expression(const Expr *E, const Around &Where) {
    if (isa<UnaryExprOrTypeTraitExpr, LambdaExpr>(E))
      return;
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      walk(Choice->getCond(), Where);
      walk(Choice->getTrueExpr(), under(Choice->getCond(), true, Where));
      return walk(Choice->getFalseExpr(), under(Choice->getCond(), false, Where));
    }
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isLogicalOp()) {
      walk(B->getLHS(), Where);
      return walk(B->getRHS(), under(B->getLHS(), B->getOpcode() == BO_LAnd, Where));
    }
    forEachEvaluated(E, [&](const Stmt *Child) { walk(Child, Where); });
    if (const Expr *Target = changedBy(E)) {
      if (const auto *B = dyn_cast<BinaryOperator>(E); !B || B->isCompoundAssignmentOp())
        read(Target, Where);
      Values.change(E);
      return store(Target, E, Where);
    }
    if (const CastExpr *C = readingCast(E))
      return read(C->getSubExpr(), Where);
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return call(Call, Where);
    if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
      const CXXConstructorDecl *F = C->getConstructor();
      if (F->isCopyOrMoveConstructor() && F->isTrivial())
        return read(C->getArg(0), Where);
      inlined(C, F, llvm::ArrayRef(C->getArgs(), C->getNumArgs()), Where);
    }
  }

  void call(const CallExpr *Call, const Around &Where) {
    const FunctionDecl *F = Call->getDirectCallee();
    llvm::ArrayRef<const Expr *> Arguments(Call->getArgs(), Call->getNumArgs());
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    if (isa<CXXOperatorCallExpr>(Call) && Method) {
      if (Method->isTrivial() &&
          (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator())) {
        read(Arguments[1]->IgnoreParenImpCasts(), Where);
        return store(Arguments[0], Call, Where);
      }
      if (!Method->isStatic())
        Arguments = Arguments.drop_front();
    }
    inlined(Call, F, Arguments, Where);
  }

  /// Of functions that are not known, and of all that order what threads do, nothing is sure. The
  /// user's own are walked.
  static bool mayOrder(const FunctionDecl *F) {
    ThreadRole Role = threadRoleOf(F);
    return Role != ThreadRole::None && Role != ThreadRole::Clock;
  }

  void inlined(const Expr *Call, const FunctionDecl *F, llvm::ArrayRef<const Expr *> Arguments,
               const Around &Where) {
    const FunctionDecl *Defined = F && F->hasBody() ? F->getDefinition() : nullptr;
    if (mayOrder(F) || (Defined && Values.depth() > Deepest)) {
      Now.clear();
      Open.clear();
    }
    if (!Defined || Values.depth() > Deepest)
      return;
    llvm::SmallVector<TrackedValue, 8> Given;
    for (size_t I = 0; I != Defined->getNumParams() && I < Arguments.size(); ++I) {
      bool Reference = Defined->getParamDecl(I)->getType()->isReferenceType();
      const Expr *A = Arguments[I];
      if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(A))
        A = Default->getExpr();
      Given.push_back(Reference ? Values.address(A) : Values.value(A));
    }
    const Expr *Outer = Site;
    State Returned = std::move(Exit);
    Exit.clear();
    Site = Site ? Site : Call;
    Values.enter(Defined, Given);
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Defined))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        walk(Init->getInit(), Where);
    walk(Defined->getBody(), Where);
    Values.leave();
    Site = Outer;
    join(Now, Exit);
    Exit = std::move(Returned);
  }

  static void join(State &Into, const State &Other) {
    for (const PendingGlobal &P : Other)
      if (llvm::none_of(
              Into, [&](const PendingGlobal &Q) { return P.Write == Q.Write && P.Site == Q.Site; }))
        Into.push_back(P);
  }

  Around under(const Expr *Condition, bool Taken, Around Where) {
    Where.Who = narrowed(Where.Who, Condition, Taken, Values, Differs);
    if (!Where.Chosen && Differs.isDivergent(Condition))
      Where.Chosen = Statement;
    return Where;
  }

  void branch(const IfStmt *If, const Around &Where) {
    walk(If->getInit(), Where);
    walk(If->getConditionVariableDeclStmt(), Where);
    walk(If->getCond(), Where);
    Expr::EvalResult Result;
    const Expr *Condition = If->getCond();
    if (!Condition->isValueDependent() && Condition->EvaluateAsInt(Result, Kernel->getASTContext()))
      return walk(Result.Val.getInt().getBoolValue() ? If->getThen() : If->getElse(), Where);
    State Before = Now;
    AffineValues::Variables Changed = Values.changedIn(If);
    AffineValues::Snapshot Old = Values.save(Changed);
    Around Else = under(Condition, false, Where);
    walk(If->getThen(), under(Condition, true, Where));
    AffineValues::Snapshot Then = Values.save(Changed);
    Values.restore(Changed, Old);
    std::swap(Now, Before);
    walk(If->getElse(), Else);
    join(Now, Before);
    Values.join(Changed, Then);
  }

  /// The one thread waits in front of \p S, or the others do: what comes later is in order.
  void endOf(const Stmt *S, size_t FoundBefore) {
    for (size_t I = FoundBefore; I != Found.size(); ++I)
      if (Found[I].Before == S || !Found[I].Before)
        Now.clear();
  }

  /// `if (tid != 0) return;` leaves one thread for the rest of a function.
  void block(const CompoundStmt *Block, Around Where) {
    for (const Stmt *Child : Block->body()) {
      const Stmt *Outer = Statement;
      if (inKernel())
        Statement = Child;
      size_t FoundBefore = Found.size();
      walk(Child, Where);
      if (inKernel())
        endOf(Child, FoundBefore);
      const auto *If = dyn_cast<IfStmt>(Child);
      if (If && !If->getElse() && returns(If->getThen())) {
        Around Rest = under(If->getCond(), false, Where);
        if (!Rest.Who.Set.One) // the rest may write, too
          Rest.Chosen = Where.Chosen;
        Where = Rest;
      }
      Statement = Outer;
    }
  }

  static bool returns(const Stmt *S) {
    const auto *Block = dyn_cast<CompoundStmt>(S);
    return isa<ReturnStmt>(S) || (Block && !Block->body_empty() && returns(Block->body_back()));
  }

  void loop(const Stmt *S, Around Where) {
    if (const auto *For = dyn_cast<ForStmt>(S))
      walk(For->getInit(), Where);
    Values.enterLoop(S);
    AffineValues::Variables Changed = Values.changedIn(S);
    AffineValues::Snapshot Any = Values.save(Changed);
    const Expr *Condition = control::condition(S);
    if (Condition && !isa<DoStmt>(S) && Differs.isDivergent(Condition))
      Where = under(Condition, true, Where);
    State Before = Now;
    // Again for what a round finds of the one before.
    int Rounds = inKernel() && !Where.Who.Set.One ? 2 : 1;
    for (int Round = 0; Round != Rounds; ++Round) {
      Values.restore(Changed, Any);
      if (const auto *For = dyn_cast<ForStmt>(S))
        for (const Stmt *Part :
             std::initializer_list<const Stmt *>{For->getConditionVariableDeclStmt(),
                                                 For->getCond(), For->getBody(), For->getInc()})
          walk(Part, Where);
      else
        forEachEvaluated(S, [&](const Stmt *Child) { walk(Child, Where); });
    }
    Values.restore(Changed, Any);
    if (!Where.Who.Set.One) // what it has written in the loop is its own
      join(Now, Before);
  }

  void cases(const SwitchStmt *S, const Around &Where) {
    walk(S->getCond(), Where);
    AffineValues::Variables Changed = Values.changedIn(S);
    State Before = Now;
    Around Inside = Where;
    Inside.Who.Set.Few |= Differs.isDivergent(S->getCond());
    Inside.Who.Common.push_back({Values.newTerm(), true});
    walk(S->getBody(), Inside);
    join(Now, Before);
    for (const VarDecl *V : Changed)
      Values.forget(V);
  }

  void walk(const Stmt *S, const Around &Where) {
    if (!S || !Left)
      return;
    --Left;
    if (const auto *Block = dyn_cast<CompoundStmt>(S))
      return block(Block, Where);
    if (const auto *If = dyn_cast<IfStmt>(S))
      return branch(If, Where);
    if (control::isLoop(S))
      return loop(S, Where);
    if (const auto *Switch = dyn_cast<SwitchStmt>(S))
      return cases(Switch, Where);
    if (const auto *E = dyn_cast<Expr>(S))
      return expression(E, Where);
    forEachEvaluated(S, [&](const Stmt *Child) { walk(Child, Where); });
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One); V && V->hasLocalStorage())
          Values.declare(V);
    }
    if (isa<ReturnStmt>(S))
      join(Exit, Now);
    if (isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, AsmStmt>(S))
      Now.clear();
  }

  const FunctionDecl *Kernel;
  const Divergence &Differs;
  AffineValues Values;
  State Now, Exit;
  const Expr *Site = nullptr;      ///< the kernel's call that led into the current function
  const Stmt *Statement = nullptr; ///< of a block of the kernel, innermost
  std::vector<std::pair<size_t, MemoryRoot>> Open; ///< reads that no barrier follows
  llvm::DenseMap<const Stmt *, size_t> Chosen;     ///< statements with a read that was found
  std::vector<GlobalRead> Found;
  unsigned Left = 100000; ///< steps to walk; longer kernels are not looked at
};

} // namespace

std::vector<GlobalRead> findGlobalRaces(const FunctionDecl *Kernel, const Divergence &Differs) {
  return GlobalRaceFinder(Kernel, Differs).run();
}

} // namespace cu2cl
