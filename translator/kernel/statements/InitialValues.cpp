// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/statements/InitialValues.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Construction.h"
#include "analysis/effects/Evaluation.h"
#include "analysis/reach/LibraryCode.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

bool mentions(const Stmt *S, const VarDecl *V) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  return (Ref && Ref->getDecl() == V) ||
         anyEvaluated(S, [&](const Stmt *Part) { return mentions(Part, V); });
}

/// Returns true if \p Member is a member of a union that is as large as the union.
bool fills(KernelPrinter &P, const MemberExpr *Member) {
  QualType Whole = Member->getBase()->getType();
  return !Member->isArrow() && Whole->isUnionType() &&
         P.context().getTypeSize(Member->getType()) == P.context().getTypeSize(Whole);
}

/// Returns true if \p S, a statement of a list or the head of a loop, begins by giving \p V a
/// value.
bool gives(KernelPrinter &P, const Stmt *S, const VarDecl *V) {
  if (const auto *For = dyn_cast_or_null<ForStmt>(S))
    return gives(P, For->getInit(), V);
  const auto *B = dyn_cast_or_null<BinaryOperator>(S);
  if (!B || B->getOpcode() != BO_Assign || P.plan().Barriers.Guarded.count(S) ||
      P.plan().Barriers.GuardedValues.count(B))
    return false;
  const Expr *Left = B->getLHS()->IgnoreParens();
  if (const auto *Member = dyn_cast<MemberExpr>(Left); Member && fills(P, Member))
    Left = Member->getBase()->IgnoreParens();
  const auto *Ref = dyn_cast<DeclRefExpr>(Left);
  return Ref && Ref->getDecl() == V && !mentions(B->getRHS(), V);
}

/// Returns true if the first statement after the declaration of \p V that names it gives it a
/// value.
bool isGivenFirst(KernelPrinter &P, const CompoundStmt *List, const VarDecl *V) {
  bool Behind = false;
  for (const Stmt *S : List->body()) {
    const auto *D = dyn_cast<DeclStmt>(S);
    if (D && llvm::is_contained(D->decls(), V))
      Behind = true;
    else if (Behind && mentions(S, V))
      return gives(P, S, V);
  }
  return true;
}

const CompoundStmt *listOf(const Stmt *S, const VarDecl *V) {
  if (const auto *List = dyn_cast<CompoundStmt>(S))
    for (const Stmt *Part : List->body())
      if (const auto *D = dyn_cast<DeclStmt>(Part); D && llvm::is_contained(D->decls(), V))
        return List;
  const CompoundStmt *Found = nullptr;
  forEachEvaluated(S, [&](const Stmt *Part) {
    if (!Found)
      Found = listOf(Part, V);
  });
  return Found;
}

} // namespace

std::string missingInitialValue(KernelPrinter &P, const VarDecl *V) {
  const FunctionDecl *F = P.version().Function;
  if (!F || !P.plan().Walk || !V->hasLocalStorage() || deviceStorage(V) != DeviceStorage::None ||
      V->getType().isVolatileQualified())
    return {};
  const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(V->getInit());
  if (V->getInit() &&
      !(Construct && Construct->getNumArgs() == 0 && doesNothing(Construct->getConstructor())))
    return {};
  bool IsRecord = V->getType()->isRecordType() && !vectorTypeOf(V->getType());
  if (!V->getType()->isScalarType() && !V->getType()->isRecordType())
    return {};
  const CompoundStmt *List = listOf(F->getBody(), V);
  if (!List || isGivenFirst(P, List, V))
    return {};
  return IsRecord ? " = {0}" : " = 0";
}

} // namespace cu2cl
