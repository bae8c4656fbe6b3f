// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/VariableChanges.h"
#include "analysis/effects/Evaluation.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

const Expr *changedBy(const Stmt *S) {
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    return B->getLHS();
  if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
    return U->getSubExpr();
  return nullptr;
}

/// Whether \p Operand, a glvalue and part of \p S, is only a step towards an object: what is done
/// to that tells what becomes of the variable.
static bool isStep(const Stmt *S, const Expr *Operand) {
  if (const auto *M = dyn_cast<MemberExpr>(S))
    return isa<FieldDecl>(M->getMemberDecl());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(S))
    return Choice->isGLValue() && Operand != Choice->getCond();
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isCommaOp())
    return true;
  if (const auto *C = dyn_cast<CastExpr>(S))
    return C->isGLValue();
  return isa<ParenExpr>(S);
}

/// Whether \p S only reads its operand, or drops it.
static bool isRead(const Stmt *S) {
  if (const auto *C = dyn_cast<CastExpr>(S))
    return C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_ToVoid ||
           C->getType().isConstQualified();
  if (const auto *M = dyn_cast<MemberExpr>(S)) {
    const auto *Method = dyn_cast<CXXMethodDecl>(M->getMemberDecl());
    return Method && (Method->isStatic() || Method->isConst());
  }
  return !isa<Expr, DeclStmt, ReturnStmt, AsmStmt>(S);
}

/// The array variable of which \p S is an element, null if there is none: it is only named there.
static const Expr *arrayOf(const Stmt *S) {
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S);
  const Expr *Array = Subscript ? Subscript->getBase()->IgnoreParenImpCasts() : nullptr;
  return Array && Array->isGLValue() && Array->getType()->isArrayType() ? Array : nullptr;
}

void forEachChangeBy(const Stmt *S, ChangeReport Do) {
  if (arrayOf(S))
    return;
  const Expr *Target = changedBy(S);
  auto Report = [&](const Expr *Object, const Expr *At, ChangeKind Kind) {
    forEachRoot(Object, [&](const DeclRefExpr *Ref) { Do(Ref->getDecl(), At, Kind); });
  };
  if (Target)
    Report(Target, cast<Expr>(S), ChangeKind::Set);
  forEachEvaluated(S, [&](const Stmt *Child) {
    const auto *E = dyn_cast<Expr>(Child);
    if (E && E->isGLValue() && E != Target && !isRead(S) && !isStep(S, E))
      Report(E, E, isa<CallExpr, MemberExpr>(S) ? ChangeKind::Passed : ChangeKind::Escapes);
  });
}

void forEachVariableChange(const Stmt *S, ChangeReport Do) {
  if (!S)
    return;
  forEachChangeBy(S, Do);
  if (const Expr *Array = arrayOf(S)) {
    forEachVariableChange(Array, Do);
    return forEachVariableChange(cast<ArraySubscriptExpr>(S)->getIdx(), Do);
  }
  forEachEvaluated(S, [&](const Stmt *Child) { forEachVariableChange(Child, Do); });
}

llvm::DenseSet<const ValueDecl *> changedVariablesOf(const Stmt *S) {
  llvm::DenseSet<const ValueDecl *> Out;
  forEachVariableChange(S, [&](const ValueDecl *V, const Expr *, ChangeKind) { Out.insert(V); });
  return Out;
}

void forEachNamedVariable(const Stmt *S, llvm::function_ref<void(const VarDecl *)> Do) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Do(V);
  forEachEvaluated(S, [&](const Stmt *Child) { forEachNamedVariable(Child, Do); });
}

bool namesAny(const Stmt *S, const llvm::DenseSet<const ValueDecl *> &Variables) {
  bool Any = false;
  forEachNamedVariable(S, [&](const VarDecl *V) { Any |= Variables.contains(V); });
  return Any;
}

} // namespace cu2cl
