// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/Parameters.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

/// Finds &p, a reference bound to p, and a return of p by reference.
class AddressFinder : public RecursiveASTVisitor<AddressFinder> {
public:
  AddressFinder(const ParmVarDecl *P, bool ReturnsValue) : P(P), ReturnsValue(ReturnsValue) {}
  bool Found = false;

  bool refersTo(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == P;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    Found |= U->getOpcode() == UO_AddrOf && refersTo(U->getSubExpr());
    return !Found;
  }
  bool VisitVarDecl(VarDecl *V) {
    Found |= V->getType()->isReferenceType() && V->getInit() && refersTo(V->getInit());
    return !Found;
  }
  bool VisitCallExpr(CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    unsigned Shift = isa<CXXOperatorCallExpr>(C) && isa_and_nonnull<CXXMethodDecl>(F) ? 1 : 0;
    for (unsigned I = 0; F && I < C->getNumArgs(); ++I)
      if (I >= Shift && I - Shift < F->getNumParams() &&
          F->getParamDecl(I - Shift)->getType()->isReferenceType())
        Found |= refersTo(C->getArg(I));
    return !Found;
  }
  bool VisitConditionalOperator(ConditionalOperator *C) {
    Found |= !ReturnsValue && C->isGLValue() &&
             (refersTo(C->getTrueExpr()) || refersTo(C->getFalseExpr()));
    return !Found;
  }
  bool VisitReturnStmt(ReturnStmt *R) {
    Found |= !ReturnsValue && R->getRetValue() && R->getRetValue()->isGLValue() &&
             refersTo(R->getRetValue());
    return !Found;
  }

private:
  const ParmVarDecl *P;
  bool ReturnsValue;
};

bool changesThroughPointer(QualType T) {
  return (T->isPointerType() || T->isReferenceType()) && !T->getPointeeType().isConstQualified();
}

} // namespace

bool isPassedByValue(const DeviceUnit &Unit, const FunctionVersion &V, const ParmVarDecl *P) {
  QualType T = P->getType();
  if (!T->isReferenceType())
    return false;
  QualType Value = T.getNonReferenceType();
  if (!Value.isConstQualified() || Value.isVolatileQualified() || Value->isArrayType() ||
      Value->isFunctionType())
    return false;
  AddressSpace Space = Unit.Spaces.pointee(V, P);
  if (Space != AddressSpace::Private && Space != AddressSpace::Unknown &&
      Space != AddressSpace::Constant)
    return false;
  for (const ParmVarDecl *Other : V.Function->parameters())
    if (Other != P && changesThroughPointer(Other->getType()))
      return false;
  if (const auto *M = dyn_cast<CXXMethodDecl>(V.Function); M && M->isInstance() && !M->isConst())
    return false;
  AddressFinder Finder(P, Unit.Reach->returnsValue(V.Function));
  Finder.TraverseStmt(V.Function->getBody());
  return !Finder.Found;
}

/// The variable that \p E is or is a part of.
static const ValueDecl *wholeVariable(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow())
      E = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? Ref->getDecl() : nullptr;
}

static bool changes(const Stmt *S, const ParmVarDecl *P) {
  if (!S)
    return false;
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    if (B->isAssignmentOp() && wholeVariable(B->getLHS()) == P)
      return true;
  if (const auto *U = dyn_cast<UnaryOperator>(S))
    if ((U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf) &&
        wholeVariable(U->getSubExpr()) == P)
      return true;
  // What a reference, an array that decays or a method gets hold of.
  if (const auto *C = dyn_cast<ImplicitCastExpr>(S))
    if (C->getCastKind() == CK_ArrayToPointerDecay && wholeVariable(C->getSubExpr()) == P &&
        !C->getSubExpr()->getType().isConstQualified())
      return true;
  if (const auto *C = dyn_cast<CallExpr>(S))
    for (const Expr *A : C->arguments())
      if (A->isGLValue() && !A->getType().isConstQualified() && wholeVariable(A) == P)
        return true;
  if (const auto *C = dyn_cast<CXXMemberCallExpr>(S))
    if (wholeVariable(C->getImplicitObjectArgument()) == P)
      return true;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One);
          V && V->getInit() && V->getType()->isReferenceType() && wholeVariable(V->getInit()) == P)
        return true;
  return llvm::any_of(S->children(), [&](const Stmt *C) { return changes(C, P); });
}

bool isChanged(const FunctionDecl *F, const ParmVarDecl *P) {
  return P->getType()->isRecordType() && !P->getType().isConstQualified() &&
         changes(F->getBody(), P);
}

} // namespace cu2cl
