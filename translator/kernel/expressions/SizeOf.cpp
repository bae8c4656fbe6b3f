// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// sizeof and alignof.
//
// Effect: of a type, or of an object that has the size in C that it has in C++, it stays with the
// type's name in C; else it is the number.

#include "analysis/dialect/Dialect.h"
#include "kernel/core/Declarators.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"

using namespace clang;

namespace cu2cl {

/// True if \p E, printed, has the size in C that it has in C++: an object as it was declared.
static bool hasSizeInC(KernelPrinter &P, const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    const auto *Ref = dyn_cast<DeclRefExpr>(M->getBase()->IgnoreParenImpCasts());
    return !Ref || P.unit().isUserCode(Ref->getDecl()->getLocation()); // not threadIdx.x
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Deref;
  if (isa<ArraySubscriptExpr>(E))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || Ref->refersToEnclosingVariableOrCapture())
    return false;
  // An array that is handed in is a pointer.
  if (P.Locals.appendedFor(V))
    return !V->getType()->isArrayType();
  return V->hasLocalStorage();
}

static std::optional<Fragment> number(KernelPrinter &P, const UnaryExprOrTypeTraitExpr *E) {
  Expr::EvalResult Result;
  if (!E->EvaluateAsInt(Result, P.context()))
    return std::nullopt;
  return Fragment(std::to_string(Result.Val.getInt().getZExtValue()) + "UL");
}

std::optional<Fragment> printSizeOf(KernelPrinter &P, const Stmt *S) {
  const auto *E = dyn_cast<UnaryExprOrTypeTraitExpr>(S);
  if (!E)
    return std::nullopt;
  // A texture object is more in device text than the number that it is in CUDA.
  if (E->getKind() != UETT_SizeOf || holdsTextureObjects(P.context(), E->getTypeOfArgument()))
    return number(P, E);
  if (!E->isArgumentType())
    return hasSizeInC(P, E->getArgumentExpr()) ? std::nullopt : number(P, E);
  QualType T = E->getArgumentType();
  TypeLoc Written = E->getArgumentTypeInfo()->getTypeLoc();
  TokenRange Range = P.unit().tokensOf(Written);
  TokenRange Whole = P.unit().tokensOf(E->getSourceRange());
  if (T->isPointerType() || T->isReferenceType() || T->isArrayType() || Range.empty())
    return Fragment("sizeof(" + P.Locals.typeText(T.getNonReferenceType(), nullptr) + ")");
  return P.compose(Whole, {{Range, printTypeName(P, Written, T, StoredIn::Memory)}});
}

} // namespace cu2cl
