// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/ControlVariables.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/reach/DeviceReach.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

enum class Change {
  Now,  ///< by the expression itself
  Later ///< it keeps a pointer or reference
};
using Report = llvm::function_ref<void(const VarDecl *, Change)>;

void roots(const Expr *E, Change How, Report Do) {
  forEachRoot(E, [&](const DeclRefExpr *Ref) {
    if (auto *Binding = dyn_cast<BindingDecl>(Ref->getDecl()))
      Do(cast<VarDecl>(Binding->getDecomposedDecl()), How);
    else if (auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Do(V, How);
  });
}

bool canChange(const Expr *E) { return E->isGLValue() && !E->getType().isConstQualified(); }

/// What a call makes of its arguments and its object.
void changesByCall(const CallExpr *Call, Report Do) {
  QualType T = Call->getType();
  bool Keeps = Call->isGLValue() || T->isPointerType() || T->isRecordType();
  Change How = Keeps ? Change::Later : Change::Now;
  for (const Expr *A : Call->arguments())
    if (canChange(A))
      roots(A, How, Do);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    if (const auto *M = Member->getMethodDecl(); M && !M->isConst())
      roots(Member->getImplicitObjectArgument(), How, Do);
}

llvm::DenseSet<const VarDecl *> changedByLambda(const LambdaExpr *Lambda);

/// Calls \p Do with each variable that \p S itself, not its parts, may change.
void forEachChange(const Stmt *S, Report Do) {
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    roots(B->getLHS(), Change::Now, Do);
  if (const auto *U = dyn_cast<UnaryOperator>(S)) {
    if (U->isIncrementDecrementOp())
      roots(U->getSubExpr(), Change::Now, Do);
    else if (U->getOpcode() == UO_AddrOf)
      roots(U->getSubExpr(), Change::Later, Do);
  }
  if (const auto *C = dyn_cast<ImplicitCastExpr>(S))
    if (C->getCastKind() == CK_ArrayToPointerDecay &&
        !C->getType()->getPointeeType().isConstQualified())
      roots(C->getSubExpr(), Change::Later, Do);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    changesByCall(Call, Do);
  if (const auto *C = dyn_cast<CXXConstructExpr>(S); C && !C->getConstructor()->isTrivial())
    for (const Expr *A : C->arguments())
      if (canChange(A))
        roots(A, Change::Later, Do);
  if (const auto *List = dyn_cast<InitListExpr>(S))
    for (const Expr *A : List->inits())
      if (canChange(A))
        roots(A, Change::Later, Do);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One);
          V && V->getInit() && V->getType()->isReferenceType() && canChange(V->getInit()))
        roots(V->getInit(), Change::Later, Do);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    for (const VarDecl *V : changedByLambda(Lambda))
      Do(V, Change::Later);
}

/// Calls \p Do with the parts of \p S that may change variables: `a[i]` is no pointer to a.
void forEachPart(const Stmt *S, llvm::function_ref<void(const Stmt *)> Do) {
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S)) {
    const Expr *Base = Subscript->getBase()->IgnoreParens();
    const auto *Decay = dyn_cast<ImplicitCastExpr>(Base);
    Do(Decay && Decay->getCastKind() == CK_ArrayToPointerDecay ? Decay->getSubExpr() : Base);
    Do(Subscript->getIdx());
    return;
  }
  forEachEvaluated(S, Do);
}

bool isWithin(const Stmt *S, llvm::function_ref<bool(const Stmt *)> Is) {
  if (Is(S))
    return true;
  bool Found = false;
  forEachPart(S, [&](const Stmt *Part) { Found = Found || isWithin(Part, Is); });
  return Found;
}

bool isInSharedMemory(const VarDecl *V) {
  DeviceStorage Storage = deviceStorage(V);
  return Storage == DeviceStorage::Shared || Storage == DeviceStorage::DynamicShared;
}

/// Memory of the whole device: other functions and other blocks change it, too.
bool isWrittenByOthers(const VarDecl *V) {
  return !V->hasLocalStorage() && !isInSharedMemory(V) &&
         deviceStorage(V) != DeviceStorage::Constant && !V->getType().isConstQualified();
}

/// What the body of \p Lambda changes of the variables around it.
llvm::DenseSet<const VarDecl *> changedByLambda(const LambdaExpr *Lambda) {
  llvm::DenseSet<const VarDecl *> Out;
  isWithin(Lambda->getBody(), [&](const Stmt *Part) {
    forEachChange(Part, [&](const VarDecl *V, Change) { Out.insert(V); });
    return false;
  });
  return Out;
}

} // namespace

llvm::DenseSet<const VarDecl *> changedVariables(const Stmt *S) {
  llvm::DenseSet<const VarDecl *> Out;
  if (S)
    isWithin(S, [&](const Stmt *Part) {
      forEachChange(Part, [&](const VarDecl *V, Change) { Out.insert(V); });
      return false;
    });
  return Out;
}

void ControlVariables::add(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const ValueDecl *D = Ref->getDecl();
    if (const auto *Binding = dyn_cast<BindingDecl>(D))
      D = Binding->getDecomposedDecl();
    const auto *V = dyn_cast<VarDecl>(D);
    if (V && (V->hasLocalStorage() || isInSharedMemory(V) || isWrittenByOthers(V)))
      Variables.insert(V);
  }
  forEachEvaluated(S, [&](const Stmt *Part) { add(Part); });
}

void ControlVariables::close() {
  size_t Before;
  do {
    Before = Variables.size();
    addSources(F->getBody());
  } while (Variables.size() != Before);
}

void ControlVariables::addSources(const Stmt *S) {
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One); V && contains(V))
        add(V->getInit());
  bool Changes = false;
  if (isa<Expr>(S))
    forEachChange(S, [&](const VarDecl *V, Change) { Changes |= contains(V); });
  if (Changes)
    add(S);
  forEachPart(S, [&](const Stmt *Part) { addSources(Part); });
}

bool ControlVariables::areChangedBy(const Stmt *S) const {
  return S && isWithin(S, [&](const Stmt *Part) {
           bool Changes = false;
           forEachChange(Part, [&](const VarDecl *V, Change) { Changes |= contains(V); });
           return Changes;
         });
}

const Stmt *ControlVariables::escape() const {
  const Stmt *Found = nullptr;
  isWithin(F->getBody(), [&](const Stmt *Part) {
    forEachChange(Part, [&](const VarDecl *V, Change How) {
      if (How == Change::Later && contains(V))
        Found = Part;
    });
    return Found != nullptr;
  });
  return Found;
}

bool ControlVariables::areWrittenByOthers(SourceLocation Start) const {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  return llvm::any_of(Variables, isWrittenByOthers) ||
         isWithin(F->getBody(), [&](const Stmt *Part) {
           bool Changes = false;
           if (!SM.isBeforeInTranslationUnit(Part->getBeginLoc(), Start))
             forEachChange(Part, [&](const VarDecl *V, Change) {
               Changes |= contains(V) && isInSharedMemory(V);
             });
           return Changes;
         });
}

bool readsCommonVariable(const Stmt *S) {
  if (!S)
    return false;
  bool Reads = false;
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue)
    roots(Cast->getSubExpr(), Change::Now,
          [&](const VarDecl *V, Change) { Reads |= isInSharedMemory(V) || isWrittenByOthers(V); });
  return Reads || anyEvaluated(S, readsCommonVariable);
}

} // namespace cu2cl
