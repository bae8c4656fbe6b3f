// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/Divergence.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

const Expr *Divergence::condition(const Stmt *S) {
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
  if (auto *Conditional = dyn_cast<ConditionalOperator>(S))
    return Conditional->getCond();
  return nullptr;
}

static bool isLoop(const Stmt *S) { return isa<WhileStmt, DoStmt, ForStmt, CXXForRangeStmt>(S); }

/// Built-in functions whose result differs though their arguments do not.
static bool isDivergentBuiltin(StringRef Name) {
  return Name.starts_with("atomic") || Name.starts_with("clock") || Name.starts_with("__shfl") ||
         Name.starts_with("__ballot") || Name == "__activemask" || Name.starts_with("__match") ||
         Name.starts_with("__any") || Name.starts_with("__all");
}

/// Votes of the whole block.
static bool isUniformBuiltin(StringRef Name) { return Name.starts_with("__syncthreads"); }

static bool hasLabel(const Stmt *S) {
  return S && (isa<LabelStmt>(S) || llvm::any_of(S->children(), hasLabel));
}

Divergence::Divergence(const DeviceReach &Reach) : Reach(Reach) {
  for (const FunctionDecl *F : Reach.CalleesFirst)
    if (!hasLabel(F->getBody())) // a goto may enter a loop past its beginning
      findCounters(F->getBody());
  // First the results that differ though the arguments do not: what other calls of a function pass
  // does not change what this one returns.
  solve();
  Variables.clear();
  DivergentExits.clear();
  Counters.clear();
  ResultsKnown = true;
  solve();
}

void Divergence::solve() {
  do {
    Changed = false;
    for (const FunctionDecl *F : Reach.CalleesFirst) {
      Current = F;
      llvm::SmallVector<const Stmt *, 8> Loops;
      visit(F->getBody(), false, Loops);
    }
  } while (Changed);
}

void Divergence::mark(const ValueDecl *D) { Changed |= Variables.insert(D).second; }

bool Divergence::isDivergent(const Expr *E) const {
  if (!E)
    return false;
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const ValueDecl *D = Ref->getDecl();
    if (const Stmt *Loop = CounterOf.lookup(Ref))
      return Counters.contains({D, Loop});
    return Variables.contains(D) || (D->getIdentifier() && D->getName() == "threadIdx");
  }
  if (auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *F = Call->getDirectCallee();
    const FunctionDecl *Definition = F;
    if (F && F->getIdentifier() && isUniformBuiltin(F->getName()))
      return false;
    if (F && F->hasBody(Definition) && Reach.reached(Definition) && Results.contains(Definition))
      return true;
    if (F && F->getIdentifier() && !F->hasBody() && isDivergentBuiltin(F->getName()))
      return true;
  }
  // sizeof and the like are not evaluated.
  if (isa<UnaryExprOrTypeTraitExpr>(E))
    return false;
  return llvm::any_of(E->children(), [&](const Stmt *Child) {
    auto *Inner = dyn_cast_or_null<Expr>(Child);
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

/// \p Target gets a value; \p Differs if the value or the flow of control to here does.
void Divergence::assign(const Expr *Target, bool Differs) {
  if (!Differs)
    return;
  Target = Target->IgnoreParenCasts();
  if (auto *Ref = dyn_cast<DeclRefExpr>(Target)) {
    auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    // Memory that all threads share holds one value, whoever wrote it.
    if (!Var || deviceStorage(Var) != DeviceStorage::None)
      return;
    for (const Stmt *Loop = CounterOf.lookup(Ref); Loop; Loop = Around.lookup({Var, Loop}))
      Changed |= Counters.insert({Var, Loop}).second;
    mark(Var);
  } else if (auto *Member = dyn_cast<MemberExpr>(Target)) {
    if (!Member->isArrow())
      assign(Member->getBase(), true);
  } else if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Target)) {
    if (Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      assign(Subscript->getBase()->IgnoreParenImpCasts(), true);
  }
}

void Divergence::visitCall(const Expr *Call, bool Differs) {
  const FunctionDecl *F = nullptr;
  llvm::SmallVector<const Expr *, 8> Arguments;
  if (auto *C = dyn_cast<CallExpr>(Call)) {
    F = C->getDirectCallee();
    Arguments.append(C->arg_begin(), C->arg_end());
    if (isa<CXXOperatorCallExpr>(C) && isa_and_nonnull<CXXMethodDecl>(F))
      Arguments.erase(Arguments.begin());
  } else if (auto *C = dyn_cast<CXXConstructExpr>(Call)) {
    F = C->getConstructor();
    Arguments.append(C->arg_begin(), C->arg_end());
  }
  const FunctionDecl *Definition = F;
  if (F)
    F->hasBody(Definition);
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const Expr *Argument = Arguments[I];
    bool ArgumentDiffers = Differs || isDivergent(Argument);
    if (ResultsKnown && Definition && I < Definition->getNumParams() && ArgumentDiffers)
      mark(Definition->getParamDecl(I));
    // What the callee may write through a pointer or reference.
    const Expr *Object = Argument->IgnoreParenImpCasts();
    if (auto *Address = dyn_cast<UnaryOperator>(Object);
        Address && Address->getOpcode() == UO_AddrOf)
      assign(Address->getSubExpr(), true);
    else if (F && I < F->getNumParams() && F->getParamDecl(I)->getType()->isLValueReferenceType() &&
             !F->getParamDecl(I)->getType().getNonReferenceType().isConstQualified())
      assign(Object, true);
  }
}

void Divergence::visit(const Stmt *S, bool Differs, llvm::SmallVectorImpl<const Stmt *> &Loops) {
  if (!S)
    return;
  if (auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (auto *Var = dyn_cast<VarDecl>(D); Var && Var->getInit() && isDivergent(Var->getInit()))
        mark(Var);
  if (auto *Assignment = dyn_cast<BinaryOperator>(S); Assignment && Assignment->isAssignmentOp())
    assign(Assignment->getLHS(),
           Differs || isDivergent(Assignment->getRHS()) ||
               (isa<ArraySubscriptExpr>(Assignment->getLHS()->IgnoreParens()) &&
                isDivergent(Assignment->getLHS())));
  if (auto *Step = dyn_cast<UnaryOperator>(S); Step && Step->isIncrementDecrementOp())
    assign(Step->getSubExpr(), Differs);
  if (isa<CallExpr, CXXConstructExpr>(S))
    visitCall(cast<Expr>(S), Differs);
  if (auto *Return = dyn_cast<ReturnStmt>(S); Return && Return->getRetValue() && !ResultsKnown)
    if (Differs || isDivergent(Return->getRetValue()))
      Changed |= Results.insert(Current).second;
  if (Differs && isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt>(S)) {
    // A break or continue counts for the innermost loop; a break of a switch too, which errs to the
    // safe side.
    size_t Count = isa<ReturnStmt, GotoStmt>(S) ? Loops.size() : std::min<size_t>(1, Loops.size());
    for (const Stmt *Loop : llvm::reverse(Loops)) {
      if (!Count--)
        break;
      Changed |= DivergentExits.insert(Loop).second;
    }
  }
  bool Inner = Differs || (condition(S) && isDivergent(condition(S)));
  if (auto *Logical = dyn_cast<BinaryOperator>(S); Logical && Logical->isLogicalOp())
    Inner |= isDivergent(Logical->getLHS());
  if (isLoop(S)) {
    Inner |= DivergentExits.contains(S);
    Loops.push_back(S);
  }
  for (const Stmt *Child : S->children())
    visit(Child, Inner, Loops);
  if (isLoop(S))
    Loops.pop_back();
}

} // namespace cu2cl
