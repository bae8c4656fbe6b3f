// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/ControlStructure.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/threads/LoopExits.h"

using namespace clang;

namespace cu2cl {

/// Returns true if control leaves \p S otherwise than at its end; a break or continue does if it is
/// not of a loop or switch in \p S.
static bool hasWayOut(const Stmt *S, bool Continues = false, bool Breaks = false) {
  if (!S)
    return false;
  if (isa<ReturnStmt, GotoStmt, LabelStmt>(S) || (isa<BreakStmt>(S) && !Breaks) ||
      (isa<ContinueStmt>(S) && !Continues))
    return true;
  bool Loop = control::isLoop(S);
  Continues |= Loop;
  Breaks |= Loop || isa<SwitchStmt>(S);
  return anyEvaluated(S, [&](const Stmt *Part) { return hasWayOut(Part, Continues, Breaks); });
}

const Expr *control::condition(const Stmt *S) {
  if (auto *If = dyn_cast<IfStmt>(S))
    return If->getCond();
  if (auto *While = dyn_cast<WhileStmt>(S))
    return While->getCond();
  if (auto *Do = dyn_cast<DoStmt>(S))
    return Do->getCond();
  if (auto *For = dyn_cast<ForStmt>(S))
    return For->getCond();
  if (auto *Switch = dyn_cast<SwitchStmt>(S))
    return Switch->getCond();
  if (auto *Range = dyn_cast<CXXForRangeStmt>(S)) // as often as an array has elements
    return Range->getRangeInit()->getType()->isArrayType() ? nullptr : Range->getCond();
  if (auto *Conditional = dyn_cast<ConditionalOperator>(S))
    return Conditional->getCond();
  if (auto *Conditional = dyn_cast<BinaryConditionalOperator>(S))
    return Conditional->getCommon();
  if (auto *Logical = dyn_cast<BinaryOperator>(S); Logical && Logical->isLogicalOp())
    return Logical->getLHS();
  return nullptr;
}

llvm::SmallVector<const Stmt *, 2> control::closedBlocks(const FunctionDecl *F, const Stmt *S) {
  llvm::SmallVector<const Stmt *, 2> Out;
  if (auto *If = dyn_cast_or_null<IfStmt>(S)) {
    if (If->getInit() || If->getConditionVariable())
      return {};
    Out.push_back(If->getThen());
    if (If->getElse())
      Out.push_back(If->getElse());
  } else if (auto *For = dyn_cast_or_null<ForStmt>(S); For && !For->getConditionVariable()) {
    Out.push_back(For->getBody());
  } else if (auto *While = dyn_cast_or_null<WhileStmt>(S);
             While && !While->getConditionVariable()) {
    Out.push_back(While->getBody());
  } else if (auto *Do = dyn_cast_or_null<DoStmt>(S)) {
    Out.push_back(Do->getBody());
  }
  bool Loop = S && isLoop(S);
  bool IsOpen =
      llvm::any_of(Out, [&](const Stmt *Inside) { return hasWayOut(Inside, Loop, Loop); });
  return F->hasAttr<CUDAGlobalAttr>() && !IsOpen ? Out : llvm::SmallVector<const Stmt *, 2>();
}

llvm::SmallVector<const Stmt *, 2> control::leftBlocks(const FunctionDecl *F, const Stmt *S) {
  if (!F->hasAttr<CUDAGlobalAttr>() || !findLoopExits(S))
    return {};
  if (auto *For = dyn_cast<ForStmt>(S))
    return {For->getBody()};
  if (auto *While = dyn_cast<WhileStmt>(S))
    return {While->getBody()};
  return {cast<DoStmt>(S)->getBody()};
}

bool control::isLoop(const Stmt *S) { return isa<WhileStmt, DoStmt, ForStmt, CXXForRangeStmt>(S); }

llvm::DenseSet<const LabelDecl *> control::meetingPoints(const FunctionDecl *F) {
  llvm::DenseSet<const LabelDecl *> Out;
  for (const Stmt *S : F->getBody()->children())
    while (auto *Label = dyn_cast_or_null<LabelStmt>(S)) {
      Out.insert(Label->getDecl());
      S = Label->getSubStmt();
    }
  return Out;
}

bool control::jumpsForward(const GotoStmt *S, const ASTContext &Context) {
  const LabelStmt *Target = S->getLabel()->getStmt();
  return Target && Context.getSourceManager().isBeforeInTranslationUnit(S->getGotoLoc(),
                                                                        Target->getIdentLoc());
}

} // namespace cu2cl
