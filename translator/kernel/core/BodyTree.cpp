// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/BodyTree.h"
#include "frontend/InlineAssembly.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

BodyTree::BodyTree(const FunctionDecl *F) {
  if (const Stmt *Body = F->getBody())
    add(Body);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits()) {
      const auto *Default = dyn_cast<CXXDefaultInitExpr>(I->getInit());
      const Expr *Init = Default ? Default->getExpr() : I->getInit();
      add(Init);
      MemberInits.insert(Init);
    }
}

void BodyTree::add(const Stmt *S) {
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls()) {
      if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit())
        Inits[V->getInit()] = V;
      if (const auto *Group = dyn_cast<DecompositionDecl>(One))
        for (const BindingDecl *B : Group->bindings())
          if (const VarDecl *Part = B->getHoldingVar(); Part && Part->getInit())
            add(Part->getInit());
    }
  if (const auto *L = dyn_cast<LambdaExpr>(S)) {
    for (const Expr *Init : L->capture_inits())
      if (Init) {
        Parents[Init] = S;
        add(Init);
      }
    return; // the body is another function
  }
  for (const Stmt *C : S->children())
    if (C) {
      Parents[C] = S;
      add(C);
    }
}

const Stmt *BodyTree::meaningfulParent(const Stmt *&Child) const {
  const Stmt *Up = parent(Child);
  while (Up && (isa<ParenExpr, ImplicitCastExpr, FullExpr, MaterializeTemporaryExpr,
                    CXXBindTemporaryExpr, SubstNonTypeTemplateParmExpr>(Up))) {
    Child = Up;
    Up = parent(Up);
  }
  return Up;
}

bool BodyTree::isUsed(const Stmt *S) const {
  const Stmt *Up = parent(S);
  if (isa_and_nonnull<ParenExpr, FullExpr>(Up))
    return isUsed(Up);
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(Up); B && B->isCommaOp())
    return B->getRHS() == S && isUsed(B);
  if (const auto *C = dyn_cast_or_null<CastExpr>(Up); C && C->getType()->isVoidType())
    return false;
  if (const auto *If = dyn_cast_or_null<IfStmt>(Up))
    return If->getCond() == S;
  if (const auto *For = dyn_cast_or_null<ForStmt>(Up))
    return For->getCond() == S;
  if (const auto *While = dyn_cast_or_null<WhileStmt>(Up))
    return While->getCond() == S;
  return isa_and_nonnull<Expr, DeclStmt, ReturnStmt, DoStmt, SwitchStmt>(Up);
}

bool hasSemicolon(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    const Stmt *Last = If->getElse() ? If->getElse() : If->getThen();
    // An instance has an empty block for a discarded branch, whatever it is in the source.
    const auto *Block = dyn_cast<CompoundStmt>(Last);
    return (If->isConstexpr() && Block && Block->body_empty()) || hasSemicolon(Last);
  }
  if (const auto *For = dyn_cast<ForStmt>(S))
    return hasSemicolon(For->getBody());
  if (const auto *For = dyn_cast<CXXForRangeStmt>(S))
    return hasSemicolon(For->getBody());
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return hasSemicolon(While->getBody());
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return hasSemicolon(Switch->getBody());
  if (const auto *Case = dyn_cast<SwitchCase>(S))
    return hasSemicolon(Case->getSubStmt());
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    return hasSemicolon(Label->getSubStmt());
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return hasSemicolon(A->getSubStmt());
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return isAssemblyBlock(Block);
  return isa<Expr, ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, DoStmt>(S);
}

} // namespace cu2cl
