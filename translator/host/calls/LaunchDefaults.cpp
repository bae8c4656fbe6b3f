// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Default arguments of kernels, which their handles have not.
//
// Precondition: the default is a constant number or null, or names only what the launch sees, too.
// Effect: `k<<<1, n>>>(p)` of `k(int *p, float f = 2.5f)` becomes `clrt::launch(k, {1, n},
// p, 2.5f)`.

#include "host/calls/LaunchDefaults.h"
#include "kernel/core/Constants.h"

using namespace clang;

namespace cu2cl {

/// Whether all that \p S names can be named in \p Around.
static bool isSeen(const Stmt *S, const DeclContext *Around) {
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  if (Ref && !Ref->getDecl()->getDeclContext()->getRedeclContext()->Encloses(Around))
    return false;
  return llvm::all_of(S->children(), [&](const Stmt *C) { return !C || isSeen(C, Around); });
}

static bool isLiteral(const Expr *E) {
  E = E->IgnoreImplicit();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return isLiteral(U->getSubExpr());
  return isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr,
             GNUNullExpr>(E);
}

static std::optional<std::string> textOf(const HostUnit &U, const CXXDefaultArgExpr *Default,
                                         const DeclContext *Around) {
  const ParmVarDecl *Parameter = Default->getParam();
  const Expr *E = Default->getExpr();
  const auto *Kernel = cast<FunctionDecl>(Parameter->getDeclContext());
  std::string Written = U.Source.text(E->getSourceRange()).str();
  if (!Written.empty() &&
      (isLiteral(E) || (!Kernel->isTemplateInstantiation() && isSeen(E, Around) &&
                        Kernel->getDeclContext()->getRedeclContext()->Encloses(Around))))
    return Written;
  Expr::EvalResult Value;
  if (E->isValueDependent() || !E->EvaluateAsRValue(Value, U.Side.context()))
    return std::nullopt;
  QualType T = Parameter->getType();
  if (Value.Val.isInt() && T->isIntegerType())
    return integerLiteral(U.Side.context(), Value.Val.getInt(), T);
  if (Value.Val.isFloat())
    return floatingLiteral(Value.Val.getFloat(), T->isSpecificBuiltinType(BuiltinType::Double));
  if (Value.Val.isLValue() && Value.Val.isNullPointer())
    return "nullptr";
  return std::nullopt;
}

std::optional<std::string> defaultArguments(const HostUnit &U, const CUDAKernelCallExpr *Launch) {
  std::string Text;
  const DeclContext *Around = U.functionAround(Launch);
  if (!Around)
    Around = U.Side.context().getTranslationUnitDecl();
  for (const Expr *A : Launch->arguments()) {
    const auto *Default = dyn_cast<CXXDefaultArgExpr>(A);
    if (!Default)
      continue;
    std::optional<std::string> One = textOf(U, Default, Around);
    if (!One) {
      U.report(diag::UnwritableDefaultArgument, Launch->getBeginLoc(),
               {Default->getParam()->getNameAsString()});
      return std::nullopt;
    }
    Text += (Text.empty() ? "" : ", ") + *One;
  }
  return Text;
}

} // namespace cu2cl
