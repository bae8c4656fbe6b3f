// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TREE_TREE_H
#define CU2CL_OPTIMIZERS_TREE_TREE_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>
#include <string>

namespace cu2cl::opt {

/// A variable or parameter of a kernel, or one that a step has made.
struct Variable {
  std::string Name;
  clang::QualType Type;                     ///< of one lane
  unsigned Lanes = 1;                       ///< 16: a float becomes a float16
  const clang::VarDecl *Declared = nullptr; ///< null for a variable that a step has made
  bool IsParameter = false;
  bool IsCounter = false; ///< of loops that follow its declaration at once, with no other use
  std::string Attributes; ///< what follows the declarator, `__attribute__((aligned(8)))`
};

/// An expression. Nodes that buildKernel() made are never changed: a step makes new ones, which
/// share the parts that stay. Parentheses are not kept: the printer sets those that are needed.
struct Expr {
  enum class Form {
    Literal,     ///< Text
    Reference,   ///< Var
    Name,        ///< Text: a function, an enumerator, a variable outside the kernel
    Unary,       ///< Opcode (UnaryOperatorKind), one kid
    Binary,      ///< Opcode (BinaryOperatorKind), also assignments and the comma; two kids
    Conditional, ///< three kids
    Call,        ///< the callee's name in Text; kids are arguments
    Subscript,   ///< kids: base and index
    Member,      ///< Text is the member with its operator: `.x`, `->y`; a vector's lanes, too
    Cast,        ///< to Type, Lanes; implicit conversions, too (not printed)
    Vector,      ///< a vector literal `(float4)(...)`
    Aggregate,   ///< a structure `(pair){1, x}`
    List,        ///< an initializer list
    Opaque       ///< anything else: printed as it is, never copied or moved
  };
  Form Kind = Form::Opaque;
  clang::QualType Type; ///< of one lane; for vectors of the source, the vector type
  unsigned Lanes = 1;
  int Opcode = 0;
  bool Implicit = false;     ///< a Cast that the source does not show
  bool IsWrittenOut = false; ///< a part of its text in the source means nothing elsewhere
  llvm::SmallVector<Expr *, 3> Kids;
  Variable *Var = nullptr;
  std::string Text;
  const clang::FunctionDecl *Callee = nullptr; ///< of a Call that the source has
  const clang::Expr *From = nullptr;           ///< the source's expression that this node is
  const Expr *Old = nullptr; ///< the node with other kids that this one was made from
};

/// A statement.
struct Stmt {
  enum class Form {
    Declare,    ///< Var, with Value as its initial value or null
    Expression, ///< Value
    Block,      ///< Body
    If,         ///< Value; Body is taken if it holds, else Else
    For,        ///< Init, Value (null: for ever), Step; Body
    While,      ///< Value; Body
    DoWhile,    ///< Body; Value
    Return,     ///< Value or null
    Break,
    Continue,
    Opaque ///< anything else (switch, goto, asm): printed as it is, never copied or moved
  };
  Form Kind = Form::Opaque;
  Variable *Var = nullptr;
  Expr *Value = nullptr, *Step = nullptr;
  llvm::SmallVector<Stmt *, 2> Init; ///< of a For: declarations, or one expression
  llvm::SmallVector<Stmt *, 4> Body, Else;
  bool BodyIsBlock = true;           ///< the source has braces around Body
  std::string Lead;                  ///< comments and #pragma lines before it, without indentation
  std::string Trail;                 ///< a comment after it on its last line
  const clang::Stmt *From = nullptr; ///< the source's statement that this node is
  /// The layout of the source, see Printer::KeepsLayout: the declaration of which this is a part,
  /// an empty line ahead of Lead, blanks ahead of Trail, braces around Else.
  const clang::DeclStmt *Line = nullptr;
  bool HasEmptyLine = false, ElseIsBlock = true;
  std::string TrailBlanks;
};

using Block = llvm::SmallVector<Stmt *, 4>;

/// The allocator of nodes, which live as long as the tree's source.
class Arena {
public:
  Expr *expr(Expr E) { return &Exprs.emplace_back(std::move(E)); }
  Stmt *stmt(Stmt S) { return &Stmts.emplace_back(std::move(S)); }
  Variable *variable(Variable V) { return &Variables.emplace_back(std::move(V)); }

private:
  std::deque<Expr> Exprs;
  std::deque<Stmt> Stmts;
  std::deque<Variable> Variables;
};

/// A kernel as its source has it.
struct Kernel {
  const clang::FunctionDecl *Declared = nullptr;
  std::string Name;
  llvm::SmallVector<Variable *, 8> Parameters;
  Block Body;
  unsigned GroupSize[3] = {0, 0, 0}; ///< of reqd_work_group_size; 0 if it has none
};

} // namespace cu2cl::opt

#endif
