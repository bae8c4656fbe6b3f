// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/Divergence.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/threads/LoopExits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

/// Returns true if the result of a function of \p Role differs between threads though its arguments
/// do not.
static bool givesOther(ThreadRole Role) {
  return Role == ThreadRole::Atomic || Role == ThreadRole::Clock || Role == ThreadRole::Warp;
}

Divergence::Divergence(const DeviceCallGraph &Reach) : Reach(Reach) {
  for (const FunctionDecl *F : Reach.CalleesFirst) {
    if (!hasLabel(F->getBody())) // a goto may enter a loop past its beginning
      findCounters(F->getBody());
    findObjects(F, F->getBody());
    if (auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        findObjects(F, Init->getInit());
  }
  for (const FunctionDecl *F : Reach.CalleesFirst) {
    Fields.mark(F);
    for (const ParmVarDecl *Parameter : F->parameters())
      Fields.mark(Parameter);
  }
  solve();
  ResultsOfAny = std::move(Results);
  WrittenOfAny = std::move(Fields.Stored);
  startStep(OwnDifferences);
  Results.clear();
  Apart.clear();
  JumpsBack.clear();
  solve();
  Written = std::move(Fields.Stored);
  startStep(JoinedCalls);
  solve();
}

void Divergence::startStep(DivergenceStep Next) {
  Step = Next;
  Fields.Stored.clear();
  Fields.Differing.clear();
  DivergentExits.clear();
  Counters.clear();
}

void Divergence::solve() {
  do {
    Fields.Changed = false;
    for (const FunctionDecl *F : Reach.CalleesFirst)
      visitFunction(F);
  } while (Fields.Changed);
}

void Divergence::visitFunction(const FunctionDecl *F) {
  Current = F;
  Left = false;
  Pending.clear();
  Labels = control::meetingPoints(F);
  auto *Method = dyn_cast<CXXMethodDecl>(F);
  // A lambda writes to what its maker declared.
  bool Differs =
      JumpsBack.contains(F) || (Method && Method->getParent()->isLambda() && Apart.contains(F));
  llvm::SmallVector<const Stmt *, 8> Nest;
  if (auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *Init : Constructor->inits()) {
      visit(Init->getInit(), Differs, Nest);
      const FieldDecl *Field = Init->getAnyMember();
      if (Field && isDivergent(Init->getInit()))
        Fields.markStored(F, Init->isIndirectMemberInitializer() ? nullptr : Field);
      if (Parts OfBase; !Field && (OfBase = Fields.partsOf(Init->getInit())).any()) {
        if (OfBase.Whole)
          Fields.markStored(F);
        for (const FieldDecl *Member : OfBase.Members)
          Fields.markStored(F, Member);
      }
      if (Field && Field->getType()->isReferenceType() &&
          !Field->getType()->getPointeeType().isConstQualified())
        assign(Init->getInit(), true);
    }
  visit(F->getBody(), Differs, Nest);
}

bool Divergence::isDivergent(const Expr *E) const {
  if (!E)
    return false;
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const ValueDecl *D = Ref->getDecl();
    if (const Stmt *Loop = CounterOf.lookup(Ref))
      return Counters.contains({D, Loop});
    if (auto *Binding = dyn_cast<BindingDecl>(D))
      return Fields.Differing.lookup(Binding->getDecomposedDecl()).any() ||
             (Binding->getHoldingVar() && isDivergent(Binding->getHoldingVar()->getInit()));
    return isa<VarDecl>(D) && Fields.partsOf(E).any();
  }
  if (isa<CXXThisExpr>(E))
    return Fields.partsOf(E).any();
  if (auto *Member = dyn_cast<MemberExpr>(E))
    if (std::optional<Place> P = FieldDivergence::placeOf(Member)) {
      Parts Object = Fields.partsOf(P->Object);
      return Object.Whole || Object.Members.contains(P->Member);
    }
  if (auto *Opaque = dyn_cast<OpaqueValueExpr>(E))
    return isDivergent(Opaque->getSourceExpr());
  if (auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return Fields.partsOf(Construct).any();
  if (isa<CXXInheritedCtorInitExpr>(E))
    return true;
  if (auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *F = Call->getDirectCallee();
    const FunctionDecl *Definition = F;
    ThreadRole Role = threadRoleOf(F);
    if (Role == ThreadRole::Barrier) // a vote of the whole block
      return false;
    if (F && F->hasBody(Definition) && Reach.reached(Definition)) {
      if (Results.contains(Definition))
        return true;
      if (Step == JoinedCalls)
        return Fields.isResultDivergent(Call, Definition);
      if (!givesOther(Role) && (Step == AnyArguments || !ResultsOfAny.contains(Definition)))
        return false;
    }
    if (givesOther(Role))
      return true;
  }
  return anyEvaluated(E, [&](const Stmt *Child) {
    auto *Inner = dyn_cast<Expr>(Child);
    return Inner && isDivergent(Inner);
  });
}

/// Finds which loops set which of the variables that are named in \p S.
void Divergence::findCounters(const Stmt *S) {
  if (!S)
    return;
  if (auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    for (const Counter &C : llvm::reverse(Open))
      if (C.first == Ref->getDecl()) {
        CounterOf[Ref] = C.second;
        return;
      }
    return;
  }
  auto *For = dyn_cast<ForStmt>(S);
  auto *Init = For ? dyn_cast_or_null<BinaryOperator>(For->getInit()) : nullptr;
  auto *Set = Init && Init->getOpcode() == BO_Assign
                  ? dyn_cast<DeclRefExpr>(Init->getLHS()->IgnoreParens())
                  : nullptr;
  auto *Var = Set ? dyn_cast<VarDecl>(Set->getDecl()) : nullptr;
  if (!Var || !Var->hasLocalStorage() || Var->getType()->isReferenceType()) {
    for (const Stmt *Child : S->children())
      findCounters(Child);
    return;
  }
  findCounters(Init->getRHS());
  for (const Counter &C : llvm::reverse(Open))
    if (C.first == Var) {
      Around[{Var, For}] = C.second;
      break;
    }
  Open.push_back({Var, For});
  CounterOf[Set] = For;
  findCounters(For->getCond());
  findCounters(For->getInc());
  findCounters(For->getBody());
  Open.pop_back();
}

/// Changes of variables in \p S itself, not in its parts.
void Divergence::visitChange(const Stmt *S, bool Differs) {
  if (auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (auto *Var = dyn_cast<VarDecl>(D))
        visitVariable(Var);
  if (auto *Lambda = dyn_cast<LambdaExpr>(S))
    for (const LambdaCapture &Capture : Lambda->captures())
      if (Capture.capturesVariable() && Lambda->isInitCapture(&Capture))
        if (auto *Var = dyn_cast<VarDecl>(Capture.getCapturedVar()))
          visitVariable(Var);
  if (auto *Assignment = dyn_cast<BinaryOperator>(S); Assignment && Assignment->isAssignmentOp()) {
    const Expr *Target = Assignment->getLHS();
    assign(Target, Differs || isDivergent(Assignment->getRHS()) ||
                       (!isa<DeclRefExpr>(Target->IgnoreParens()) && isDivergent(Target)));
  }
  if (auto *Step = dyn_cast<UnaryOperator>(S); Step && Step->isIncrementDecrementOp())
    assign(Step->getSubExpr(), Differs);
  if (auto *Range = dyn_cast<CXXForRangeStmt>(S))
    visitRange(Range);
  if (isa<CallExpr, CXXConstructExpr>(S))
    visitCall(cast<Expr>(S), Differs || Block);
  if (auto *E = dyn_cast<Expr>(S))
    visitEscape(E);
  if (auto *Return = dyn_cast<ReturnStmt>(S); Return && Return->getRetValue())
    if (Differs || isDivergent(Return->getRetValue()))
      Fields.Changed |= (Step == JoinedCalls ? JoinedResults : Results).insert(Current).second;
}

/// Only some threads take \p S, a return, break, continue or goto.
void Divergence::visitJump(const Stmt *S, Enclosing &Nest) {
  for (const Stmt *Outer : llvm::reverse(Nest)) {
    bool Leaves = !isa<ContinueStmt>(S) || control::isLoop(Outer);
    if (Leaves)
      Fields.Changed |= DivergentExits.insert(Outer).second;
    if (Leaves && isa<BreakStmt, ContinueStmt>(S))
      return;
  }
  if (isa<ReturnStmt>(S))
    Left |= !Current->hasAttr<CUDAGlobalAttr>();
  if (auto *Goto = dyn_cast<GotoStmt>(S)) {
    Pending.insert(Goto->getLabel());
    if (!control::jumpsForward(Goto, Current->getASTContext()))
      Fields.Changed |= JumpsBack.insert(Current).second;
  }
}

/// \p S, whose condition differs or that threads leave one by one, with its closed blocks \p
/// Inside.
void Divergence::visitBlocks(const Stmt *S, llvm::ArrayRef<const Stmt *> Inside, Enclosing &Nest) {
  const Stmt *Outer = Block;
  bool Splits = control::condition(S) && isDivergent(control::condition(S));
  if (control::isLoop(S))
    Nest.push_back(S);
  forEachEvaluated(S, [&](const Stmt *Child) {
    bool IsInside = llvm::is_contained(Inside, Child);
    Block = IsInside ? Child : Splits ? Outer : S;
    visit(Child, !IsInside && control::isLoop(S) && Splits, Nest);
  });
  Block = Outer;
  if (control::isLoop(S))
    Nest.pop_back();
}

void Divergence::visit(const Stmt *S, bool Differs, Enclosing &Nest) {
  if (auto *Label = dyn_cast<LabelStmt>(S); Label && Labels.contains(Label->getDecl()))
    Pending.erase(Label->getDecl());
  Differs |= Left || !Pending.empty();
  visitChange(S, Differs);
  if (Differs && isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt>(S))
    visitJump(S, Nest);
  const Expr *Condition = control::condition(S);
  bool Exits = DivergentExits.contains(S);
  if (!Differs && (Exits || (Condition && isDivergent(Condition))))
    if (auto Inside = Exits ? control::leftBlocks(Current, S) : control::closedBlocks(Current, S);
        !Inside.empty())
      return visitBlocks(S, Inside, Nest);
  bool Encloses = control::isLoop(S) || isa<SwitchStmt>(S);
  bool Inner =
      Differs || (Condition && isDivergent(Condition)) || (Encloses && DivergentExits.contains(S));
  if (Encloses)
    Nest.push_back(S);
  forEachEvaluated(S, [&](const Stmt *Child) {
    visit(Child, Child == Condition && !control::isLoop(S) ? Differs : Inner, Nest);
  });
  if (Encloses)
    Nest.pop_back();
}

} // namespace cu2cl
