// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/TransparentLists.h"
#include "core/source/AstVisitor.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

class ListReplacer : public AstVisitor {
public:
  explicit ListReplacer(ASTContext &Context) : Context(Context) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitImplicitCode() const override { return true; }

  bool traverseDecl(Decl *D) override {
    const SourceManager &SM = Context.getSourceManager();
    if (D && D->getLocation().isValid() && SM.isInSystemHeader(D->getLocation()))
      return true;
    return AstVisitor::traverseDecl(D);
  }

  bool visitVarDecl(VarDecl *V) override {
    if (!isa<ParmVarDecl>(V) && V->getInit())
      replace(*V->getInitAddress());
    return true;
  }

  bool visitCXXConstructorDecl(CXXConstructorDecl *C) override {
    for (auto *I = C->init_begin(); I != C->init_end(); ++I) {
      Stmt *Init = (*I)->getInit();
      if ((*I)->isMemberInitializer() && replace(Init))
        *I = new (Context)
            CXXCtorInitializer(Context, (*I)->getMember(), (*I)->getMemberLocation(),
                               (*I)->getLParenLoc(), cast<Expr>(Init), (*I)->getRParenLoc());
    }
    return true;
  }

  bool visitStmt(Stmt *S) override {
    for (Stmt *&Part : S->children())
      replace(Part);
    return true;
  }

private:
  /// Replaces \p S if it is a list that is the value in it.
  bool replace(Stmt *&S) {
    const auto *List = dyn_cast_or_null<InitListExpr>(S);
    if (!List || !List->isSemanticForm() || List->getNumInits() != 1 || !List->getInit(0) ||
        List->getLBraceLoc().isInvalid())
      return false;
    Expr *Value = const_cast<Expr *>(List->getInit(0));
    // `struct X { X &x; }` has a member of its own type. What a reference is bound to is the value.
    const bool IsValue = Value->isPRValue() && List->getType()->isRecordType() &&
                         Context.hasSameUnqualifiedType(List->getType(), Value->getType());
    if (!IsValue && !List->isGLValue())
      return false;
    S = new (Context) ParenExpr(List->getLBraceLoc(), List->getRBraceLoc(), Value);
    return true;
  }

  ASTContext &Context;
};

} // namespace

void replaceTransparentLists(ASTContext &Context) {
  if (Context.getLangOpts().CPlusPlus17)
    ListReplacer(Context).traverseAST(Context);
}

} // namespace cu2cl
