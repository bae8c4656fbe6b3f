// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/flow/PlainValues.h"
#include "analysis/dialect/Dialect.h"
#include "core/source/TypeParts.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// Returns true if \p E names an object of the host or a member of one, `config.grid`, whose text
/// stays as it is.
static bool isPlainObject(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return isPlainObject(M->getBase());
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return isa<CXXThisExpr>(E) ||
         (Ref && isa<VarDecl>(Ref->getDecl()) && !Ref->getDecl()->hasAttr<CUDADeviceAttr>() &&
          !Ref->getDecl()->hasAttr<CUDAConstantAttr>());
}

bool isPlainValue(const Expr *E, bool Whole) {
  if (!E)
    return false;
  E = E->IgnoreParenImpCasts();
  if (E->getType()->isArithmeticType()) {
    if (isa<CharacterLiteral>(E) || isa<MemberExpr>(E))
      return isa<CharacterLiteral>(E) || isPlainObject(E);
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
      return Cast->getSubExpr()->getType()->isArithmeticType() &&
             isPlainValue(Cast->getSubExpr(), false);
    if (const auto *C = dyn_cast<ConditionalOperator>(E))
      return isPlainValue(C->getCond(), false) && isPlainValue(C->getTrueExpr(), false) &&
             isPlainValue(C->getFalseExpr(), false);
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) // v.size()
      return Call->getNumArgs() == 0 && Call->getImplicitObjectArgument() &&
             isPlainObject(Call->getImplicitObjectArgument());
  }
  if (isa<DeclRefExpr, CXXThisExpr, IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr>(E))
    return Whole || !E->getType()->isPointerType() || isa<CXXThisExpr>(E);
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()) &&
           (Whole || !M->getType()->isPointerType());
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return !B->isAssignmentOp() && !B->isCommaOp() &&
           isPlainValue(B->getLHS(), Whole && B->getType()->isPointerType()) &&
           isPlainValue(B->getRHS(), Whole && B->getType()->isPointerType());
  const auto *U = dyn_cast<UnaryOperator>(E);
  return U && U->isArithmeticOp() && isPlainValue(U->getSubExpr(), false);
}

/// Returns true if \p T, written in host code, stays there: of the project or of C++ itself.
static bool staysOnHost(QualType T) {
  T = innermostType(T);
  if (const auto *Typedef = T->getAs<TypedefType>();
      Typedef && isOfSystem(Typedef->getDecl()) && !T->isArithmeticType())
    return false;
  const TagDecl *Tag = T->getAsTagDecl();
  return Tag ? !isOfSystem(Tag) : T->isBuiltinType();
}

static bool isComputedReference(const DeclRefExpr *Ref) {
  const ValueDecl *D = Ref->getDecl();
  if (isa<EnumConstantDecl>(D))
    return !isOfSystem(D);
  const auto *V = dyn_cast<VarDecl>(D);
  return V && !isOfSystem(V) && !V->hasAttr<CUDADeviceAttr>() && !V->hasAttr<CUDAConstantAttr>() &&
         !V->hasAttr<HIPManagedAttr>() && !V->getType().isVolatileQualified();
}

bool isComputedValue(const Expr *E, unsigned &Calls) {
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || isa<CXXMemberCallExpr, CXXOperatorCallExpr, CUDAKernelCallExpr>(Call) ||
        isOfSystem(F) || F->getTemplateInstantiationPattern() ||
        !llvm::all_of(F->parameters(), [](const ParmVarDecl *P) {
          return P->getType()->isArithmeticType() || P->getType()->isEnumeralType();
        }))
      return false;
    ++Calls;
    return llvm::all_of(Call->arguments(),
                        [&](const Expr *Argument) { return isComputedValue(Argument, Calls); });
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return isComputedReference(Ref);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->isIncrementDecrementOp())
    return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && (Binary->isAssignmentOp() || Binary->isCommaOp()))
    return false;
  if (isa<ExplicitCastExpr, CXXTemporaryObjectExpr>(E) && !staysOnHost(E->getType()))
    return false;
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
      Made && !Made->getConstructor()->isTrivial()) {
    const CXXConstructorDecl *C = Made->getConstructor();
    if (Made->getNumArgs() == 0 || C->isCopyOrMoveConstructor() ||
        !Made->getType().isTriviallyCopyableType(C->getASTContext()))
      return false;
    Calls += !C->isConstexpr();
  }
  if (!isa<ImplicitCastExpr, ExplicitCastExpr, ParenExpr, UnaryOperator, BinaryOperator,
           ConditionalOperator, MemberExpr, ArraySubscriptExpr, CXXThisExpr, InitListExpr,
           CXXConstructExpr, MaterializeTemporaryExpr, ExprWithCleanups, CXXBindTemporaryExpr,
           IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr,
           CXXNullPtrLiteralExpr, ConstantExpr, ImplicitValueInitExpr, CXXFunctionalCastExpr,
           CXXDefaultInitExpr>(E))
    return false;
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    return !Child || (isa<Expr>(Child) && isComputedValue(cast<Expr>(Child), Calls));
  });
}

} // namespace cu2cl
