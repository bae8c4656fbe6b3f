// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Adapts a launch to its context and to the form of its arguments:
//   return k<<<1, 1>>>(p);   becomes   return (void)clrt::launch(k, {1, 1}, p);
//   k<<<1, n>>>({p, n})      becomes   clrt::launch(k, {1, n}, View{p, n})

#include "host/calls/LaunchPlaces.h"

using namespace clang;

namespace cu2cl {

static bool isComma(const Expr *E) {
  const auto *B = dyn_cast<BinaryOperator>(E);
  return B && B->getOpcode() == BO_Comma;
}

/// Returns true if all that \p E may give is what launches give: then its type may be theirs.
static bool isLaunchOnly(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (isComma(E))
    return isLaunchOnly(cast<BinaryOperator>(E)->getRHS());
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return isLaunchOnly(C->getTrueExpr()) && isLaunchOnly(C->getFalseExpr());
  return isa<CUDAKernelCallExpr>(E);
}

bool showsVoid(const HostUnit &U, const CUDAKernelCallExpr *Call) {
  const Stmt *Child = Call;
  for (const Stmt *P = U.parent(Call); P; Child = P, P = U.parent(P)) {
    if (isa<ParenExpr, ExprWithCleanups, ImplicitCastExpr>(P))
      continue;
    if (const auto *C = dyn_cast<ConditionalOperator>(P)) {
      if (!isLaunchOnly(C->getTrueExpr()) || !isLaunchOnly(C->getFalseExpr()))
        return true;
      continue;
    }
    const auto *E = dyn_cast<Expr>(P);
    // An operator of the program's own takes no void, so the comma is the language's.
    if (E && isComma(E) && cast<BinaryOperator>(E)->getLHS() == Child) {
      QualType Right = cast<BinaryOperator>(E)->getRHS()->getType();
      return Right->isRecordType() || Right->isDependentType();
    }
    if (!E || !isComma(E))
      return isa<ReturnStmt>(P);
  }
  return false;
}

std::string typeOfBraces(const HostUnit &U, const CUDAKernelCallExpr *Call, unsigned I,
                         const FunctionDecl *Kernel, const KernelInterface &Handle) {
  if (I >= Handle.Parameters.size() || I >= Kernel->getNumParams() ||
      Handle.Parameters[I].K != KernelParameter::Members ||
      !U.Source.text(Call->getArg(I)->getSourceRange()).starts_with("{"))
    return {};
  QualType T = Kernel->getParamDecl(I)->getType().getCanonicalType().getUnqualifiedType();
  return T.getAsString(U.policy());
}

} // namespace cu2cl
