// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/barriers/BarrierConditions.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/threads/Divergence.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

/// The statements around \p Inner, innermost first.
static bool findAround(const Stmt *S, const Stmt *Inner,
                       llvm::SmallVectorImpl<const Stmt *> &Around) {
  if (!S)
    return false;
  if (S == Inner)
    return true;
  for (const Stmt *Child : S->children())
    if (findAround(Child, Inner, Around)) {
      Around.push_back(S);
      return true;
    }
  return false;
}

/// Returns where \p S, a statement of \p F's body, may begin for the first time: the beginning of
/// the outermost loop around it, if there is one.
static SourceLocation firstBeginOf(const FunctionDecl *F, const Stmt *S) {
  if (hasLabel(F->getBody()))
    return F->getBody()->getBeginLoc();
  llvm::SmallVector<const Stmt *, 8> Around;
  findAround(F->getBody(), S, Around);
  SourceLocation Begin = S->getBeginLoc();
  for (const Stmt *Outer : Around)
    if (control::isLoop(Outer))
      Begin = Outer->getBeginLoc();
  return Begin;
}

void BarrierConditions::find(llvm::ArrayRef<const Stmt *> Statements, const Stmt *Around,
                             const llvm::DenseMap<const Stmt *, const Stmt *> &Blocks) {
  Region = Statements;
  Block = Around;
  for (const Stmt *S : Region)
    visit(S, Blocks);
}

void BarrierConditions::visit(const Stmt *S,
                              const llvm::DenseMap<const Stmt *, const Stmt *> &Blocks) {
  if (!S || !WithBarrier.contains(S))
    return;
  const Expr *Condition = isa<Expr>(S) ? nullptr : control::condition(S);
  if (Condition && !Blocks.contains(S) && tryAdd(Condition, S))
    ByAll.insert(Condition);
  for (const Stmt *Child : S->children())
    visit(Child, Blocks);
}

/// \p Condition of the statement \p Around.
bool BarrierConditions::tryAdd(const Expr *Condition, const Stmt *Around) {
  BarrierControlDependence Variables(F);
  Variables.add(Condition);
  const auto *For = dyn_cast<ForStmt>(Around);
  if (For) {
    Variables.add(For->getInit());
    Variables.add(For->getInc());
  }
  Variables.close();
  if (!isSafeToSpeculate(Condition, Context) || Variables.escape() ||
      Variables.areWrittenByOthers(firstBeginOf(F, Region.front())) ||
      isNamedInLambda(Variables, F->getBody()))
    return false;
  for (const Stmt *S : Region)
    if (isSpoilt(Variables, S, Condition))
      return false;
  // All threads change the variable, and those outside of the block need its old value.
  for (const Stmt *S : Region)
    for (const VarDecl *V : changedVariablesOf(S))
      if (Block && Variables.contains(V) && !declares(Block, V) && Live.contains(Block, V))
        return false;
  Control.add(Variables);
  return true;
}

/// Returns true if \p S, in the region, changes one of \p Variables in a way that not all threads
/// can do.
bool BarrierConditions::isSpoilt(const BarrierControlDependence &Variables, const Stmt *S,
                                 const Expr *Condition) const {
  if (!S)
    return false;
  if (WithBarrier.contains(S)) {
    // `any = __syncthreads_or(...)` is 0 where no thread has the predicate.
    if (isa<Expr>(S) && Variables.areChangedBy(S))
      return true;
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return llvm::any_of(D->decls(), [&](const Decl *One) {
        const auto *V = dyn_cast<VarDecl>(One);
        return V && Variables.contains(V);
      });
    const Expr *Own = isa<Expr>(S) ? nullptr : control::condition(S);
    bool Spoilt = false;
    for (const Stmt *Child : S->children())
      Spoilt |= Child == Own ? Own != Condition && Variables.areChangedBy(Own)
                             : isSpoilt(Variables, Child, Condition);
    return Spoilt;
  }
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return isSpoiltBy(Variables, D);
  return Variables.areChangedBy(S) && !(isa<Expr>(S) && isSafeToSpeculate(S, Context));
}

bool BarrierConditions::isSpoiltBy(const BarrierControlDependence &Variables,
                                   const DeclStmt *S) const {
  for (const Decl *One : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(One);
    if (!V || V->isStaticLocal() || deviceStorage(V) != DeviceStorage::None)
      continue;
    if (Variables.contains(V) || Variables.areChangedBy(V->getInit()))
      if (!isSafeToSpeculate(V->getInit(), Context) || V->getType()->isReferenceType())
        return true;
  }
  return false;
}

/// Shared memory is not captured: the lambda changes it unseen.
bool BarrierConditions::isNamedInLambda(const BarrierControlDependence &Variables,
                                        const Stmt *S) const {
  if (!S)
    return false;
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    VariableSet Changed = changedVariablesOf(Lambda->getBody());
    return llvm::any_of(Changed, [&](const VarDecl *V) { return Variables.contains(V); });
  }
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return isNamedInLambda(Variables, Child); });
}

} // namespace cu2cl
