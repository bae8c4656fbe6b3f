// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/AstVisitor.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace cu2cl {

/// Clang's visitor, which asks an AstVisitor at each node. Has no state: one is made for each call.
class AstVisitor::Walk : public RecursiveASTVisitor<AstVisitor::Walk> {
public:
  using Base = RecursiveASTVisitor;

  explicit Walk(AstVisitor &V) : V(V) {}

  bool shouldVisitTemplateInstantiations() const { return V.shouldVisitTemplateInstantiations(); }
  bool shouldVisitImplicitCode() const { return V.shouldVisitImplicitCode(); }

  bool TraverseDecl(Decl *D) { return V.traverseDecl(D); }
  bool TraverseFunctionDecl(FunctionDecl *D) { return V.traverseFunctionDecl(D); }
  bool TraverseNamespaceDecl(NamespaceDecl *D) { return V.traverseNamespaceDecl(D); }
  // With these parameters, which are those of Base, it hands its queue on.
  bool TraverseStmt(Stmt *S, DataRecursionQueue *Queue = nullptr) {
    return V.traverseStmt(S, Queue);
  }
  bool TraverseInitListExpr(InitListExpr *List, DataRecursionQueue *Queue = nullptr) {
    return V.traverseInitListExpr(List, Queue);
  }
  bool TraverseLambdaExpr(LambdaExpr *Lambda, DataRecursionQueue *Queue = nullptr) {
    return V.traverseLambdaExpr(Lambda, Queue);
  }
  // `a != b` may be a call of operator==: what is written does not say which.
  bool TraverseCXXRewrittenBinaryOperator(CXXRewrittenBinaryOperator *E,
                                          DataRecursionQueue *Queue = nullptr) {
    return WalkUpFromCXXRewrittenBinaryOperator(E) && V.traverseStmt(E->getSemanticForm(), Queue);
  }

#define AST_NODE(Class)                                                                            \
  bool Visit##Class(Class *Node) { return V.visit##Class(Node); }
#define AST_TYPE_LOC(Class)                                                                        \
  bool Visit##Class(Class Node) { return V.visit##Class(Node); }
#include "core/source/AstNodes.def"

  bool traverseOneForm(InitListExpr *List, DataRecursionQueue *Queue) {
    return TraverseSynOrSemInitListExpr(List, Queue);
  }

private:
  AstVisitor &V;
};

AstVisitor::~AstVisitor() = default;

bool AstVisitor::traverseAST(ASTContext &Context) { return Walk(*this).TraverseAST(Context); }

bool AstVisitor::traverseDecl(Decl *D) { return Walk(*this).Base::TraverseDecl(D); }

bool AstVisitor::traverseStmt(Stmt *S, StmtQueue *Queue) {
  return Walk(*this).Base::TraverseStmt(S, Queue);
}

bool AstVisitor::traverseFunctionDecl(FunctionDecl *D) {
  return Walk(*this).Base::TraverseFunctionDecl(D);
}

bool AstVisitor::traverseNamespaceDecl(NamespaceDecl *D) {
  return Walk(*this).Base::TraverseNamespaceDecl(D);
}

bool AstVisitor::traverseInitListExpr(InitListExpr *List, StmtQueue *Queue) {
  if (!shouldVisitMeaning())
    return Walk(*this).Base::TraverseInitListExpr(List, Queue);
  InitListExpr *Semantic = List->isSemanticForm() ? List : List->getSemanticForm();
  return traverseOneForm(Semantic ? Semantic : List, Queue);
}

bool AstVisitor::traverseLambdaExpr(LambdaExpr *Lambda, StmtQueue *Queue) {
  if (!Walk(*this).Base::TraverseLambdaExpr(Lambda, Queue))
    return false;
  const FunctionTemplateDecl *Template = Lambda->getDependentCallOperator();
  if (!Template || !shouldVisitMeaning())
    return true;
  return llvm::all_of(Template->specializations(),
                      [this](FunctionDecl *F) { return !F->hasBody() || traverseDecl(F); });
}

bool AstVisitor::traverseOneForm(InitListExpr *List, StmtQueue *Queue) {
  return Walk(*this).traverseOneForm(List, Queue);
}

// A visitor looks at what it overrides these for.
#define AST_NODE(Class)                                                                            \
  bool AstVisitor::visit##Class(clang::Class *) { return true; }
#define AST_TYPE_LOC(Class)                                                                        \
  bool AstVisitor::visit##Class(clang::Class) { return true; }
#include "core/source/AstNodes.def"

} // namespace cu2cl
