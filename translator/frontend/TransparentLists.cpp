// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/TransparentLists.h"
#include "core/source/AstVisitor.h"
#include "frontend/NamedAssignments.h"
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
      CXXCtorInitializer *Old = *I;
      Stmt *Init = Old->getInit();
      if (Old->isMemberInitializer() && replace(Init))
        *I = new (Context)
            CXXCtorInitializer(Context, Old->getMember(), Old->getMemberLocation(),
                               Old->getLParenLoc(), cast<Expr>(Init), Old->getRParenLoc());
      else if (Old->isBaseInitializer() && replaceParentheses(Init))
        *I = new (Context)
            CXXCtorInitializer(Context, Old->getTypeSourceInfo(), Old->isBaseVirtual(),
                               Old->getLParenLoc(), cast<Expr>(Init), Old->getRParenLoc(), {});
    }
    return true;
  }

  bool visitStmt(Stmt *S) override {
    for (Stmt *&Part : S->children())
      if (Expr *Assignment = namedAssignment(Context, Part))
        Part = Assignment;
      else
        replace(Part);
    return true;
  }

private:
  /// Replaces \p S if it is an aggregate in parentheses, by the same in braces.
  bool replaceParentheses(Stmt *&S) {
    auto *Parens = dyn_cast_or_null<CXXParenListInitExpr>(S);
    if (!Parens)
      return false;
    auto *List = new (Context)
        InitListExpr(Context, Parens->getBeginLoc(), Parens->getInitExprs(), Parens->getEndLoc());
    List->setType(Parens->getType());
    if (FieldDecl *Member = Parens->getInitializedFieldInUnion())
      List->setInitializedFieldInUnion(Member);
    else if (Expr *Filler = Parens->getArrayFiller())
      List->setArrayFiller(Filler);
    S = List;
    return true;
  }

  /// Replaces \p S if it is a list that is the value in it, or one in parentheses.
  bool replace(Stmt *&S) {
    if (replaceParentheses(S))
      return true;
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
