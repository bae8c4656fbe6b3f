// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/effects/Cleanups.h"
#include "analysis/effects/Evaluation.h"
#include "frontend/InvisibleReferences.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

const CXXBindTemporaryExpr *keptTemporary(const VarDecl *V) {
  const Expr *Init = V->getType()->isReferenceType() ? V->getInit() : nullptr;
  while (Init) {
    const auto *C = dyn_cast<CastExpr>(Init); // Guard(x) is one, too
    if (const auto *F = dyn_cast<FullExpr>(Init))
      Init = F->getSubExpr();
    else if (const auto *Paren = dyn_cast<ParenExpr>(Init))
      Init = Paren->getSubExpr();
    else if (C && (C->getCastKind() == CK_NoOp || C->getCastKind() == CK_ConstructorConversion))
      Init = C->getSubExpr();
    else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Init);
             M && M->getExtendingDecl() == V)
      Init = M->getSubExpr();
    else
      return dyn_cast<CXXBindTemporaryExpr>(Init);
  }
  return nullptr;
}

bool hasCleanup(const VarDecl *V) {
  const CXXBindTemporaryExpr *Kept = keptTemporary(V);
  return !hasNoDestructor(Kept ? Kept->getType() : V->getType());
}

const Stmt *findCleanup(const Stmt *S) {
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One); V && hasCleanup(V))
        return S;
  const Stmt *Found = nullptr;
  forEachEvaluated(S, [&](const Stmt *Part) { Found = Found ? Found : findCleanup(Part); });
  return Found;
}

bool makesTemporaryWithCleanup(const Stmt *S) {
  const auto *Made = dyn_cast<CXXBindTemporaryExpr>(S);
  return (Made && !hasNoDestructor(Made->getType())) || anyEvaluated(S, makesTemporaryWithCleanup);
}

} // namespace cu2cl
