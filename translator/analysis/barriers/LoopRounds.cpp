// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/barriers/LoopRounds.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

class OpenLoopFinder {
public:
  OpenLoopFinder(const BarrierMap &Barriers, const FunctionDecl *F, const StmtSet &Around)
      : Barriers(Barriers), F(F), Around(Around) {}

  std::vector<OpenLoop> find() {
    visit(F->getBody());
    return std::move(Found);
  }

private:
  void visit(const Stmt *S) {
    if (!S || !Around.contains(S))
      return;
    if (control::isLoop(S) && isOpen(S))
      add(S);
    for (const Stmt *Child : S->children())
      visit(Child);
  }

  static const Stmt *bodyOf(const Stmt *Loop) {
    if (const auto *For = dyn_cast<ForStmt>(Loop))
      return For->getBody();
    if (const auto *While = dyn_cast<WhileStmt>(Loop))
      return While->getBody();
    if (const auto *Do = dyn_cast<DoStmt>(Loop))
      return Do->getBody();
    return nullptr;
  }

  void add(const Stmt *Loop) {
    OpenLoop New{Loop, bodyOf(Loop), {}};
    addContinues(New.Body, New.Continues);
    // Where all threads go back alike, the way on which they do does not matter.
    bool Splits = endOfTail(New.Body) == Tail::Splits ||
                  llvm::any_of(New.Continues, [this](const ContinueStmt *C) {
                    return !Barriers.inUniformControlFlow(F, C);
                  });
    if (Splits)
      Found.push_back(std::move(New));
  }

  /// Returns true if \p Loop is left before the end of its body, or by a condition that compilers
  /// do not move there.
  bool isOpen(const Stmt *Loop) const {
    if (!bodyOf(Loop))
      return false; // a range-based for counts
    const Expr *Condition = control::condition(Loop);
    if (isa<DoStmt>(Loop))
      return isTrue(Condition);
    const auto *While = dyn_cast<WhileStmt>(Loop);
    const auto *For = dyn_cast<ForStmt>(Loop);
    return !Condition || isTrue(Condition) || (While && While->getConditionVariable()) ||
           (For && For->getConditionVariable()) || !isPlain(Condition);
  }

  bool isTrue(const Expr *E) const {
    bool Value = false;
    return !E->isValueDependent() && E->EvaluateAsBooleanCondition(Value, F->getASTContext()) &&
           Value;
  }

  /// A condition that compilers copy to the end of the body: it has one way out, and is short. Of
  /// `a && b` the first part is.
  bool isPlain(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_LAnd)
      return !Around.contains(B->getRHS()) && isPlain(B->getLHS());
    constexpr unsigned MostOperations = 6; // far below LLVM's 16 instructions
    unsigned Operations = 0;
    return countOperations(E, Operations) && Operations <= MostOperations;
  }

  /// False if \p S branches or calls something.
  bool countOperations(const Stmt *S, unsigned &Count) const {
    if (Around.contains(S) || isa<CallExpr, CXXConstructExpr, AbstractConditionalOperator>(S))
      return false;
    const auto *B = dyn_cast<BinaryOperator>(S);
    if (B && B->isLogicalOp())
      return false;
    Count += isa<BinaryOperator, UnaryOperator, ArraySubscriptExpr, MemberExpr>(S);
    return llvm::all_of(S->children(),
                        [&](const Stmt *Child) { return !Child || countOperations(Child, Count); });
  }

  static void addContinues(const Stmt *S, std::vector<const ContinueStmt *> &Out) {
    if (const auto *C = dyn_cast<ContinueStmt>(S))
      Out.push_back(C);
    forEachEvaluated(S, [&](const Stmt *Child) {
      if (!control::isLoop(Child))
        addContinues(Child, Out);
    });
  }

  /// The accesses between the last barrier of a statement and its end.
  enum class Tail {
    Meets,  ///< nothing that splits the threads
    Passes, ///< the same, but it may have no barrier
    Splits  ///< a branch that single threads take
  };

  Tail endOfTail(const Stmt *S) const {
    const auto *List = dyn_cast<CompoundStmt>(S);
    if (!List)
      return endOfOne(S);
    bool IsLast = true; // compilers move barriers at the end into the head
    for (const Stmt *One : llvm::reverse(List->body())) {
      if (IsLast && isDirectBarrier(One))
        continue;
      IsLast = false;
      if (Tail End = endOfOne(One); End != Tail::Passes)
        return End;
    }
    return Tail::Passes;
  }

  Tail endOfOne(const Stmt *S) const {
    if (!Around.contains(S))
      return maySplit(S) ? Tail::Splits : Tail::Passes;
    if (isDirectBarrier(S))
      return Tail::Meets;
    if (isa<CompoundStmt>(S))
      return endOfTail(S);
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      Tail Then = endOfTail(If->getThen());
      Tail Else = If->getElse() ? endOfTail(If->getElse()) : Tail::Passes;
      return Then == Tail::Splits || Else == Tail::Splits ? Tail::Splits
             : Then == Tail::Meets && Else == Tail::Meets ? Tail::Meets
                                                          : Tail::Passes;
    }
    if (control::isLoop(S))
      return Tail::Passes; // its own end is one way
    return maySplit(S) ? Tail::Splits : Tail::Meets;
  }

  static bool isDirectBarrier(const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    return Call && Call->getDirectCallee() && isBarrier(Call->getDirectCallee());
  }

  /// Returns true if single threads may go another way through \p S, which has no barriers.
  bool maySplit(const Stmt *S) const {
    auto Differs = [this](const Expr *E) { return E && !Barriers.isUniform(F, E); };
    if (isa<IfStmt, SwitchStmt>(S) || control::isLoop(S) || isa<AbstractConditionalOperator>(S))
      if (Differs(control::condition(S)))
        return true;
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isLogicalOp() && Differs(B->getLHS()))
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(S); Call && callsText(Call->getDirectCallee()))
      return true;
    if (const auto *Made = dyn_cast<CXXConstructExpr>(S); Made && callsText(Made->getConstructor()))
      return true;
    return anyEvaluated(S, [this](const Stmt *Child) { return maySplit(Child); });
  }

  /// Returns true if \p Callee has a body that branches, or is not known.
  static bool callsText(const FunctionDecl *Callee) {
    const FunctionDecl *Defined = nullptr;
    if (!Callee || !Callee->hasBody(Defined))
      return !Callee;
    return hasBranch(Defined->getBody());
  }

  static bool hasBranch(const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    const auto *Call = dyn_cast<CallExpr>(S);
    return isa<IfStmt, SwitchStmt, AbstractConditionalOperator>(S) || control::isLoop(S) ||
           (B && B->isLogicalOp()) ||
           (Call && Call->getDirectCallee() && Call->getDirectCallee()->hasBody()) ||
           anyEvaluated(S, hasBranch);
  }

  const BarrierMap &Barriers;
  const FunctionDecl *F;
  const StmtSet &Around;
  std::vector<OpenLoop> Found;
};

} // namespace

std::vector<OpenLoop> findOpenLoops(const BarrierMap &Barriers, const FunctionDecl *F,
                                    const StmtSet &Around) {
  return OpenLoopFinder(Barriers, F, Around).find();
}

const Stmt *endOfBody(const Stmt *Body) {
  const auto *List = dyn_cast<CompoundStmt>(Body);
  return !List ? Body : List->body_empty() ? nullptr : List->body_back();
}

} // namespace cu2cl
