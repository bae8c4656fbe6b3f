// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_ASTVISITOR_H
#define CU2CL_CORE_SOURCE_ASTVISITOR_H

#include "clang/AST/ASTFwd.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SmallVector.h"

namespace cu2cl {

/// Walks a syntax tree in the order of clang::RecursiveASTVisitor, which it contains once for all
/// visitors: the compiler takes 11 seconds for each class that is made of that template.
///
/// A function that returns false ends the walk.
class AstVisitor {
public:
  /// The statements that the innermost call of traverseStmt has to walk yet: no deep expression
  /// needs a deep stack. An override that passes it on walks what it was given later.
  using StmtQueue = llvm::SmallVectorImpl<llvm::PointerIntPair<clang::Stmt *, 1, bool>>;

  virtual ~AstVisitor();

  /// Instances of templates, too; without it, only what is written.
  virtual bool shouldVisitTemplateInstantiations() const { return false; }
  /// Also what the compiler adds, and initializer lists as they are understood.
  virtual bool shouldVisitImplicitCode() const { return false; }
  /// Visits the meaning instead of the text: of an initializer list the form in which names of
  /// templates and overloads are chosen; of a generic lambda each instance, too, which no
  /// declaration holds.
  virtual bool shouldVisitMeaning() const { return false; }

  /// Walks all of \p Context.
  bool traverseAST(clang::ASTContext &Context);
  /// Walks \p D and what it contains. Null is allowed, as for the other functions.
  virtual bool traverseDecl(clang::Decl *D);
  /// Walks \p S and what it contains: later, if there is a \p Queue.
  virtual bool traverseStmt(clang::Stmt *S, StmtQueue *Queue = nullptr);

#define AST_NODE(Class) virtual bool visit##Class(clang::Class *Node);
#define AST_TYPE_LOC(Class) virtual bool visit##Class(clang::Class Node);
#include "core/source/AstNodes.def"

protected:
  // How nodes of one class are walked, their visits included.
  virtual bool traverseFunctionDecl(clang::FunctionDecl *D);
  virtual bool traverseNamespaceDecl(clang::NamespaceDecl *D);
  virtual bool traverseInitListExpr(clang::InitListExpr *List, StmtQueue *Queue);
  virtual bool traverseLambdaExpr(clang::LambdaExpr *Lambda, StmtQueue *Queue);

  /// Walks \p List alone and not its other form.
  bool traverseOneForm(clang::InitListExpr *List, StmtQueue *Queue);

private:
  class Walk;
};

} // namespace cu2cl

#endif // CU2CL_CORE_SOURCE_ASTVISITOR_H
