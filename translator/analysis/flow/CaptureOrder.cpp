// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Captures whose order shows: `[n, k = next()]`, where next() may change n.

#include "analysis/flow/CaptureOrder.h"
#include "analysis/flow/FlattenedAggregates.h"
#include "core/source/AstVisitor.h"
#include "core/source/TypeParts.h"
#include "clang/AST/Attr.h"
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

static bool mayChange(const Stmt *E, unsigned Depth = 4);

/// Returns true if \p E, which is set, is, or is a part of, a local variable of its function.
static bool isOwnVariable(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return !M->isArrow() && isOwnVariable(M->getBase());
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return S->getBase()->IgnoreImpCasts()->getType()->isArrayType() &&
           isOwnVariable(S->getBase()->IgnoreImpCasts());
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType();
}

/// Returns true if what \p F does shows in its result alone, as far as its body tells, and those of
/// what it calls.
static bool changesNothing(const FunctionDecl *F, unsigned Depth) {
  if (F->hasAttr<ConstAttr>() || F->hasAttr<PureAttr>() || F->isTrivial())
    return true;
  const auto *C = dyn_cast<CXXConstructorDecl>(F);
  const FunctionDecl *Defined = nullptr;
  if (Depth == 0 || !F->hasBody(Defined))
    return false;
  if (const auto *Definition = dyn_cast<CXXConstructorDecl>(Defined))
    for (const CXXCtorInitializer *I : Definition->inits())
      if (mayChange(I->getInit(), Depth - 1))
        return false;
  return (!C || cast<CompoundStmt>(Defined->getBody())->body_empty()) &&
         !mayChange(Defined->getBody(), Depth - 1);
}

/// Returns true if \p E sets something that is not its own, or calls what may. Bodies are looked at
/// \p Depth calls deep.
static bool mayChange(const Stmt *E, unsigned Depth) {
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->isAssignmentOp() && !isOwnVariable(B->getLHS()))
    return true;
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->isIncrementDecrementOp() && !isOwnVariable(U->getSubExpr()))
    return true;
  if (isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, AsmStmt>(E))
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && (!Call->getDirectCallee() || !changesNothing(Call->getDirectCallee(), Depth)))
    return true;
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && !changesNothing(C->getConstructor(), Depth))
    return true;
  return llvm::any_of(E->children(),
                      [&](const Stmt *Part) { return Part && mayChange(Part, Depth); });
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
