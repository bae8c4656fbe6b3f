// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/BaseClasses.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {

bool hasData(const CXXRecordDecl *D) {
  return !D->field_empty() || llvm::any_of(D->bases(), [](const CXXBaseSpecifier &B) {
    const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
    return Base && hasData(Base);
  });
}

std::string baseMember(KernelPrinter &P, const CXXRecordDecl *Derived, const CXXRecordDecl *Base) {
  if (!hasData(Base))
    return "";
  unsigned Count = 0;
  for (const CXXBaseSpecifier &B : Derived->bases())
    Count += hasData(B.getType()->getAsCXXRecordDecl());
  return Count > 1 ? "base_" + P.names().type(Base) : "base";
}

const CastExpr *asDerivedToBase(const Expr *E) {
  const auto *C = dyn_cast<CastExpr>(E->IgnoreParens());
  if (!C)
    return nullptr;
  // What a cast does implicitly is a node of its own below it.
  if (C->getCastKind() == CK_NoOp && isa<ExplicitCastExpr>(C))
    if (const auto *Sub = dyn_cast<ImplicitCastExpr>(C->getSubExpr());
        Sub && Sub->isPartOfExplicitCast())
      C = Sub;
  return C->getCastKind() == CK_DerivedToBase || C->getCastKind() == CK_UncheckedDerivedToBase
             ? C
             : nullptr;
}

} // namespace cu2cl
