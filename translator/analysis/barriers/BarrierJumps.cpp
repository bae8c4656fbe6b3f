// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/barriers/BarrierJumps.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/threads/Divergence.h"

using namespace clang;

namespace cu2cl {

bool markAround(const Stmt *S, const Stmt *Target, StmtSet &Marked) {
  if (!S)
    return false;
  bool Found = S == Target;
  for (const Stmt *C : S->children())
    Found |= markAround(C, Target, Marked);
  if (Found)
    Marked.insert(S);
  return Found;
}

bool markJumps(const Stmt *S, const Stmt *Loop, const Stmt *Broken, const StmtSet &ReturnIfs,
               StmtSet &WithBarrier) {
  if (ReturnIfs.contains(S))
    return false;
  bool Found = isa<ReturnStmt>(S) || (isa<BreakStmt>(S) && WithBarrier.contains(Broken)) ||
               (isa<ContinueStmt>(S) && WithBarrier.contains(Loop));
  bool IsLoop = control::isLoop(S);
  const Stmt *InnerLoop = IsLoop ? S : Loop;
  const Stmt *InnerBroken = IsLoop || isa<SwitchStmt>(S) ? S : Broken;
  forEachEvaluated(S, [&](const Stmt *C) {
    Found |= markJumps(C, InnerLoop, InnerBroken, ReturnIfs, WithBarrier);
  });
  if (Found)
    WithBarrier.insert(S);
  return Found;
}

/// Labels and gotos in \p S.
static void forEachLabel(const Stmt *S, llvm::function_ref<void(const Stmt *)> Do) {
  if (isa<LabelStmt, GotoStmt>(S))
    Do(S);
  forEachEvaluated(S, [&](const Stmt *C) { forEachLabel(C, Do); });
}

const Stmt *findJumpAcross(const CompoundStmt *Body, size_t Last) {
  llvm::DenseSet<const LabelDecl *> Inside;
  const Stmt *Found = nullptr;
  for (size_t I = 0; I <= Last; ++I)
    forEachLabel(Body->body_begin()[I], [&](const Stmt *S) {
      if (const auto *Label = dyn_cast<LabelStmt>(S))
        Inside.insert(Label->getDecl());
      else
        Found = Found ? Found : S;
    });
  for (size_t I = Last + 1; I < Body->size(); ++I)
    forEachLabel(Body->body_begin()[I], [&](const Stmt *S) {
      const auto *Goto = dyn_cast<GotoStmt>(S);
      if (Goto && Inside.contains(Goto->getLabel()))
        Found = Found ? Found : S;
    });
  return Found;
}

bool isPlainJump(const IfStmt *If) {
  const Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then); Block && Block->size() == 1)
    Then = Block->body_front();
  return isa<ReturnStmt, BreakStmt, ContinueStmt>(Then) && !If->getElse();
}

JumpsOut jumpsOutOf(const Stmt *S, JumpsOut Around) {
  if (control::isLoop(S))
    return JumpsOut::Returns;
  return isa<SwitchStmt>(S) && Around == JumpsOut::All ? JumpsOut::ContinuesAndReturns : Around;
}

bool isJumpOut(const Stmt *S, JumpsOut At) {
  return isa<ReturnStmt>(S) || (isa<ContinueStmt>(S) && At != JumpsOut::Returns) ||
         (isa<BreakStmt>(S) && At == JumpsOut::All);
}

void addJumpsOf(const Stmt *S, StmtSet &Jumps, JumpsOut At) {
  if (isJumpOut(S, At))
    Jumps.insert(S);
  At = jumpsOutOf(S, At);
  forEachEvaluated(S, [&](const Stmt *Part) { addJumpsOf(Part, Jumps, At); });
}

bool leavesLoop(const Stmt *S) {
  if (!S || control::isLoop(S) || isa<SwitchStmt>(S))
    return S && anyEvaluated(S, [](const Stmt *Part) { return isa<ReturnStmt>(Part); });
  return isa<ReturnStmt, BreakStmt>(S) || anyEvaluated(S, leavesLoop);
}

const Stmt *lastOf(const Stmt *S) {
  while (true) {
    if (const auto *For = dyn_cast<ForStmt>(S))
      S = For->getBody();
    else if (const auto *While = dyn_cast<WhileStmt>(S))
      S = While->getBody();
    else if (const auto *If = dyn_cast<IfStmt>(S))
      S = If->getElse() ? If->getElse() : If->getThen();
    else if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      S = Attributed->getSubStmt();
    else
      return S;
  }
}

static bool compare(BinaryOperatorKind Op, int64_t A, int64_t B) {
  switch (Op) {
  case BO_LT:
    return A < B;
  case BO_GT:
    return A > B;
  case BO_LE:
    return A <= B;
  case BO_GE:
    return A >= B;
  case BO_EQ:
    return A == B;
  default:
    return A != B;
  }
}

BarrierVote voteIn(const Expr *E, const ASTContext &Context) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (isBlockVote(Call))
      return {Call, isVoteOfAll(Call)};
    return {};
  }
  if (const auto *Not = dyn_cast<UnaryOperator>(E); Not && Not->getOpcode() == UO_LNot) {
    BarrierVote Vote = voteIn(Not->getSubExpr(), Context);
    return {Vote.Call, !Vote.IfNobody};
  }
  const auto *Compares = dyn_cast<BinaryOperator>(E);
  if (!Compares || !Compares->isComparisonOp() || Compares->getOpcode() == BO_Cmp)
    return {};
  BarrierVote Vote = voteIn(Compares->getLHS(), Context);
  Expr::EvalResult Value;
  if (!Vote.Call || !Compares->getRHS()->EvaluateAsInt(Value, Context))
    return {};
  return {Vote.Call,
          compare(Compares->getOpcode(), Vote.IfNobody, Value.Val.getInt().getExtValue())};
}

bool isOwnVariable(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
         deviceStorage(V) == DeviceStorage::None;
}

} // namespace cu2cl
