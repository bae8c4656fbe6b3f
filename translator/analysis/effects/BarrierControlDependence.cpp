// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/BarrierControlDependence.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/effects/MemoryEffects.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

bool isInSharedMemory(const VarDecl *V) {
  DeviceStorage Storage = deviceStorage(V);
  return Storage == DeviceStorage::Shared || Storage == DeviceStorage::DynamicShared;
}

/// Memory of the whole device: other functions and other blocks change it, too.
bool isWrittenByOthers(const VarDecl *V) {
  return !V->hasLocalStorage() && !isInSharedMemory(V) &&
         deviceStorage(V) != DeviceStorage::Constant && !V->getType().isConstQualified();
}

} // namespace

void BarrierControlDependence::add(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const VarDecl *V = variableOf(Ref->getDecl());
    if (V && (V->hasLocalStorage() || isInSharedMemory(V) || isWrittenByOthers(V)))
      Variables.insert(V);
  }
  forEachEvaluated(S, [&](const Stmt *Part) { add(Part); });
}

void BarrierControlDependence::close() {
  size_t Before;
  do {
    Before = Variables.size();
    addSources(F->getBody());
  } while (Variables.size() != Before);
}

void BarrierControlDependence::addSources(const Stmt *Body) {
  forEachPartThatMayChange(Body, [&](const Stmt *S) {
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One); V && contains(V))
          add(V->getInit());
    bool Changes = false;
    if (isa<Expr>(S))
      forEachChangeBy(S, [&](const VariableChange &C) { Changes |= contains(C.Variable); });
    if (Changes)
      add(S);
  });
}

bool BarrierControlDependence::areChangedBy(const Stmt *S) const {
  bool Changes = false;
  forEachVariableChange(S, [&](const VariableChange &C) { Changes |= contains(C.Variable); });
  return Changes;
}

bool BarrierControlDependence::escape() const {
  bool Escape = false;
  forEachVariableChange(F->getBody(), [&](const VariableChange &C) {
    Escape |= C.Kind == ChangeKind::Escapes && contains(C.Variable);
  });
  return Escape;
}

bool BarrierControlDependence::areWrittenByOthers(SourceLocation Start) const {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  bool Shared = false;
  forEachVariableChange(F->getBody(), [&](const VariableChange &C) {
    Shared |= contains(C.Variable) && isInSharedMemory(C.Variable) &&
              !SM.isBeforeInTranslationUnit(C.By->getBeginLoc(), Start);
  });
  return Shared || llvm::any_of(Variables, isWrittenByOthers);
}

bool readsCommonVariable(const Stmt *S) {
  bool Reads = false;
  forEachReadVariable(
      S, [&](const VarDecl *V) { Reads |= isInSharedMemory(V) || isWrittenByOthers(V); });
  return Reads;
}

} // namespace cu2cl
