// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/BrokenNodes.h"
#include "core/source/AstVisitor.h"

using namespace clang;

namespace cu2cl {
namespace {

class NodeCloser : public AstVisitor {
public:
  explicit NodeCloser(ASTContext &Context) : Context(Context) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitImplicitCode() const override { return true; }

  /// In templates types may depend on parameters.
  bool traverseDecl(Decl *D) override {
    const auto *Scope = dyn_cast_or_null<DeclContext>(D);
    if (!D || isa<ConceptDecl>(D) || (Scope && Scope->isDependentContext()))
      return true;
    return AstVisitor::traverseDecl(D);
  }

  /// Both forms of a list are needed; the visitor shows only one of them by itself.
  bool traverseInitListExpr(InitListExpr *List, StmtQueue *Queue) override {
    for (InitListExpr *Form : {List->getSyntacticForm(), List->getSemanticForm()})
      if (Form)
        fill(*Form);
    fill(*List);
    return AstVisitor::traverseInitListExpr(List, Queue);
  }

  bool visitFieldDecl(FieldDecl *D) override {
    if (D->hasInClassInitializer() && !D->getInClassInitializer())
      D->setInClassInitializer(nothing(D->getType(), D->getLocation()));
    return true;
  }

  bool visitVarDecl(VarDecl *D) override {
    if (D->isTemplated())
      return true;
    if (D->getType()->isUndeducedType() || D->getType()->isDependentType()) {
      D->setType(Context.IntTy);
      giveInit(D);
    }
    if (isa<DecompositionDecl>(D))
      giveInit(D);
    if (auto *P = dyn_cast<ParmVarDecl>(D); P && !P->isInvalidDecl() && lacksDefault(*P))
      P->setDefaultArg(nothing(P->getType(), P->getLocation()));
    return true;
  }

  bool visitFunctionDecl(FunctionDecl *D) override {
    if (D->getReturnType()->isUndeducedType() && !D->isTemplated() && D->isInvalidDecl())
      Context.adjustDeducedFunctionResultType(D, Context.IntTy);
    return true;
  }

  bool visitCXXConstructorDecl(CXXConstructorDecl *C) override {
    for (auto *I = C->init_begin(); C->getNumCtorInitializers() && I != C->init_end(); ++I)
      if (!(*I)->getInit() && (*I)->isAnyMemberInitializer())
        *I = new (Context) CXXCtorInitializer(
            Context, (*I)->getAnyMember(), (*I)->getMemberLocation(), (*I)->getLParenLoc(),
            nothing((*I)->getAnyMember()->getType(), (*I)->getSourceLocation()),
            (*I)->getRParenLoc());
    return true;
  }

  bool visitLambdaExpr(LambdaExpr *L) override {
    auto Capture = L->capture_begin();
    for (Expr *&Init : L->capture_inits()) {
      if (!Init && Capture->capturesVariable())
        Init = nothing(Capture->getCapturedVar()->getType(), Capture->getLocation());
      ++Capture;
    }
    return true;
  }

  bool visitStmt(Stmt *S) override {
    if (auto *If = dyn_cast<IfStmt>(S))
      giveInit(If->getConditionVariable());
    else if (auto *Switch = dyn_cast<SwitchStmt>(S))
      giveInit(Switch->getConditionVariable());
    else if (auto *While = dyn_cast<WhileStmt>(S))
      giveInit(While->getConditionVariable());
    else if (auto *For = dyn_cast<ForStmt>(S))
      giveInit(For->getConditionVariable());
    return true;
  }

  bool visitExpr(Expr *E) override {
    if (isa<LambdaExpr>(E)) // it is asked for its class
      return true;
    if (E->getType().isNull() || E->getType()->isDependentType() || E->getType()->isUndeducedType())
      E->setType(Context.IntTy);
    return true;
  }

private:
  static bool lacksDefault(const ParmVarDecl &P) {
    return P.hasUnparsedDefaultArg() || P.hasUninstantiatedDefaultArg() ||
           (P.hasDefaultArg() && !P.getDefaultArg());
  }

  /// Where the language wants an initialiser.
  void giveInit(VarDecl *D) {
    if (D && !isa<ParmVarDecl>(D) && !D->hasInit())
      D->setInit(nothing(D->getType(), D->getLocation()));
  }

  /// The type of what is at place \p I of \p List.
  QualType partType(const InitListExpr &List, unsigned I) const {
    if (const ArrayType *A = Context.getAsArrayType(List.getType()))
      return A->getElementType();
    const RecordDecl *R = List.getType()->getAsRecordDecl();
    if (!R || !R->getDefinition())
      return Context.IntTy;
    const auto *C = dyn_cast<CXXRecordDecl>(R->getDefinition());
    if (unsigned Bases = C ? C->getNumBases() : 0; I < Bases)
      return std::next(C->bases_begin(), I)->getType();
    else
      I -= Bases;
    for (const FieldDecl *F : R->getDefinition()->fields())
      if (!F->isUnnamedBitField() && I-- == 0)
        return F->getType();
    return Context.IntTy;
  }

  void fill(InitListExpr &List) {
    for (unsigned I = 0; I < List.getNumInits(); ++I)
      if (!List.getInit(I))
        List.setInit(I, nothing(partType(List, I), List.getBeginLoc()));
  }

  Expr *nothing(QualType T, SourceLocation Loc) {
    if (T->isDependentType() || T->isUndeducedType())
      T = Context.IntTy;
    return RecoveryExpr::Create(Context, T.getNonLValueExprType(Context), Loc, Loc, {});
  }

  ASTContext &Context;
};

} // namespace

void closeBrokenNodes(ASTContext &Context) { NodeCloser(Context).traverseAST(Context); }

} // namespace cu2cl
