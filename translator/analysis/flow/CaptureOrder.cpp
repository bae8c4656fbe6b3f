// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Captures whose order shows: `[n, k = next()]`, where next() may change n.

#include "analysis/flow/CaptureOrder.h"
#include "analysis/flow/FlattenedAggregates.h"
#include "core/source/AstVisitor.h"
#include "core/source/TypeParts.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

namespace {

/// Compares the uses of a local variable with those that read or set it where they stand: if there
/// are others, a reference or pointer to it may be anywhere.
class LocalUses : public AstVisitor {
public:
  explicit LocalUses(const VarDecl *V) : V(V) {}

  bool isKept(const FunctionDecl *F) {
    traverseStmt(F->getBody());
    return IsReferred || Uses > InPlace;
  }
  bool visitDeclRefExpr(DeclRefExpr *Ref) override {
    Uses += Ref->getDecl() == V;
    return true;
  }
  bool visitImplicitCastExpr(ImplicitCastExpr *Cast) override {
    InPlace += Cast->getCastKind() == CK_LValueToRValue && isPartOf(Cast->getSubExpr());
    return true;
  }
  bool visitBinaryOperator(BinaryOperator *B) override {
    InPlace += B->isAssignmentOp() && isPartOf(B->getLHS());
    return true;
  }
  bool visitUnaryOperator(UnaryOperator *U) override {
    InPlace += U->isIncrementDecrementOp() && isPartOf(U->getSubExpr());
    return true;
  }
  bool visitCXXConstructExpr(CXXConstructExpr *C) override {
    InPlace += C->getConstructor()->isCopyOrMoveConstructor() && C->getConstructor()->isTrivial() &&
               isPartOf(C->getArg(0)->IgnoreImpCasts());
    return true;
  }
  bool visitLambdaExpr(LambdaExpr *L) override {
    for (const LambdaCapture &C : L->captures())
      IsReferred |=
          C.capturesVariable() && C.getCapturedVar() == V && C.getCaptureKind() == LCK_ByRef;
    return true;
  }

private:
  /// v, v.x
  bool isPartOf(const Expr *E) const {
    E = E->IgnoreParens();
    while (const auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->isArrow())
        return false;
      E = M->getBase()->IgnoreParens();
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref && Ref->getDecl() == V;
  }

  const VarDecl *V;
  unsigned Uses = 0, InPlace = 0;
  bool IsReferred = false;
};

} // namespace

/// Returns true if a part of \p E calls what may change something: no const method.
static bool mayChange(const Stmt *E) {
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const auto *M = dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
    if (!M || M->isStatic() || !M->isConst())
      return true;
  }
  return llvm::any_of(E->children(), [](const Stmt *Part) { return Part && mayChange(Part); });
}

/// Returns true if the host's class for \p Lambda may be a template: in an instance, or where a
/// class that is captured may be declared after the kernel.
static bool mayBeTemplate(const CXXRecordDecl *Lambda) {
  return isInInstance(Lambda) || llvm::any_of(Lambda->fields(), [](const FieldDecl *F) {
           return !innermostType(F->getType())->isArithmeticType();
         });
}

bool isOrderKept(const CXXRecordDecl *Lambda, const VarDecl *V) {
  if (!mayChange(V->getInit()) || !mayBeTemplate(Lambda))
    return true;
  return llvm::all_of(Lambda->captures(), [&](const LambdaCapture &C) {
    if (!C.capturesVariable())
      return false;
    const auto *Other = cast<VarDecl>(C.getCapturedVar());
    const auto *Around = dyn_cast<FunctionDecl>(Other->getDeclContext());
    return Other == V || (!Other->isInitCapture() && !Other->getType()->isReferenceType() &&
                          Around && Around->getBody() && !LocalUses(Other).isKept(Around));
  });
}

} // namespace cu2cl
