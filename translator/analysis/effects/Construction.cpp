// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/Construction.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {

bool initialisesNothing(const CXXCtorInitializer *I) {
  const Expr *Init = I->getInit()->IgnoreImplicit();
  const auto *C = dyn_cast<CXXConstructExpr>(Init);
  return C && !I->isWritten() && C->getConstructor()->isDefaultConstructor() &&
         !C->requiresZeroInitialization() && doesNothing(C->getConstructor());
}

bool doesNothing(const CXXConstructorDecl *C) {
  if (C->isTrivial() && C->isDefaultConstructor())
    return true;
  const FunctionDecl *Definition = nullptr;
  if (!C->isDefaultConstructor() || !C->isDefined(Definition))
    return false;
  C = cast<CXXConstructorDecl>(Definition);
  const auto *Body = dyn_cast_or_null<CompoundStmt>(C->getBody());
  return Body && Body->body_empty() && llvm::all_of(C->inits(), initialisesNothing);
}

} // namespace cu2cl
