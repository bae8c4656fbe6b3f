// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TREE_BUILDEXPRESSIONS_H
#define CU2CL_OPTIMIZERS_TREE_BUILDEXPRESSIONS_H

#include "optimizers/tree/Gaps.h"
#include "optimizers/tree/Temporaries.h"
#include "llvm/ADT/DenseMap.h"

namespace cu2cl::opt {

/// Makes the expressions of a tree, and the variables that they name.
class ExpressionBuilder {
public:
  ExpressionBuilder(const Source &From, Arena &Nodes)
      : Unnamed(Make(From.context(), Nodes)), From(From), Nodes(Nodes), Texts(From) {}

  Variable *variable(const clang::VarDecl *V);
  Expr *expr(const clang::Expr *E);

  Temporaries Unnamed;
  llvm::StringSet<> Made; ///< names of variables that the source does not have

private:
  Expr *make(Expr::Form Kind, const clang::Expr *E, llvm::ArrayRef<Expr *> Kids = {},
             llvm::StringRef Text = "", int Opcode = 0);
  Expr *inner(const clang::Expr *E);
  /// `(float4){a, b, c, d}`, `(pair){1, x}`
  Expr *compoundLiteral(const clang::CompoundLiteralExpr *C);
  Expr *named(const clang::CompoundLiteralExpr *C);
  /// `&(pair){1, x}` is a variable without a name.
  static const clang::CompoundLiteralExpr *literalIn(const clang::UnaryOperator *U);
  Expr *implicitCast(const clang::ImplicitCastExpr *C);
  Expr *cStyleCast(const clang::CStyleCastExpr *C);
  Expr *reference(const clang::DeclRefExpr *R);
  Expr *call(const clang::CallExpr *C);
  /// A string may be an argument, of printf; elsewhere it is memory.
  Expr *argument(const clang::Expr *E);
  /// `sizeof(a[i])` as `sizeof(float)`: steps give variables other names.
  Expr *sizeOfValue(const clang::UnaryExprOrTypeTraitExpr *S);
  /// `as_uint(x)`
  Expr *asType(const clang::AsTypeExpr *A);

  const Source &From;
  Arena &Nodes;
  SourceTexts Texts;
  llvm::DenseMap<const clang::VarDecl *, Variable *> Variables;
};

} // namespace cu2cl::opt

#endif
