// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/reach/HostConstants.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "core/source/ConstantParts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

/// Returns true if \p Value is made of numbers: an address of the device is nothing to the host.
static bool isOfNumbers(const APValue &Value) {
  bool Result = true;
  forEachPart(Value, [&](const APValue &Part) { Result &= Part.isInt() || Part.isFloat(); });
  return Result;
}

bool isHostConstant(const VarDecl *V) {
  const DeviceStorage Where = deviceStorage(V);
  if ((Where != DeviceStorage::Constant && Where != DeviceStorage::Global) || isManaged(V) ||
      !V->isFileVarDecl() || !V->getInit() || V->getInit()->isValueDependent())
    return false;
  const QualType Element = V->getASTContext().getBaseElementType(V->getType());
  if (!Element.isConstQualified() || Element.isVolatileQualified())
    return false;
  const APValue *Value = V->evaluateValue();
  return Value && isOfNumbers(*Value);
}

const DeclRefExpr *hostConstantIn(const Expr *Lvalue) {
  for (const Expr *E = Lvalue->IgnoreParenImpCasts();;) {
    if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow())
      E = M->getBase()->IgnoreParenImpCasts();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase()->IgnoreParenImpCasts();
    else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      return V && isHostConstant(V) ? Ref : nullptr;
    } else
      return nullptr;
  }
}

} // namespace cu2cl
