// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TREE_PRINT_H
#define CU2CL_OPTIMIZERS_TREE_PRINT_H

#include "optimizers/tree/Source.h"
#include "optimizers/tree/Tree.h"

namespace cu2cl::opt {

/// The precedence of C's operators, as numbers to compare.
enum Precedence : unsigned {
  CommaPrecedence = 1,
  AssignmentPrecedence,
  ConditionalPrecedence,
  LogicalOrPrecedence,
  LogicalAndPrecedence,
  OrPrecedence,
  XorPrecedence,
  AndPrecedence,
  EqualityPrecedence,
  RelationalPrecedence,
  ShiftPrecedence,
  AdditivePrecedence,
  MultiplicativePrecedence,
  UnaryPrecedence,
  PostfixPrecedence,
  PrimaryPrecedence
};

/// Writes trees as OpenCL C.
///
/// A node that the source has keeps its text: spacing, literals, macros. A node of which only parts
/// were replaced keeps the text around these parts, in the arguments of macros, too. Any other is
/// written out.
class Printer {
public:
  explicit Printer(const Source &From) : From(From) {}

  /// \p E where an operator of \p Least or weaker needs parentheses.
  std::string print(const Expr *E, unsigned Least = CommaPrecedence) const;
  /// \p B, indented by \p Indent blanks, each statement with its newline.
  std::string print(const Block &B, unsigned Indent) const;
  /// `float16 x`, `float x[4]`: \p V declared.
  std::string declaration(const Variable *V) const;
  /// The type of a value: `float16`.
  std::string typeName(clang::QualType T, unsigned Lanes) const;

  /// Writes everything out, as if nodes had no text of the source (for tests).
  bool WriteOut = false;
  /// Keeps the layout of statements, too, so that a tree that no step has changed is printed byte
  /// for byte as the source has it: empty lines, blanks ahead of comments, declarations as written.
  bool KeepsLayout = false;

private:
  std::optional<std::string> fromSource(const Expr *E) const;
  bool collectEdits(const Expr *E, const Expr *Old, Span Whole,
                    std::vector<std::pair<Span, std::string>> &Edits) const;
  Span withParentheses(Span S, Span Whole) const;
  std::string written(const Expr *E) const;
  std::string statement(const Stmt *S, unsigned Indent) const;
  std::string head(const Stmt *S) const;
  std::string body(const Block &B, bool Braces, unsigned Indent) const;
  std::string branch(const Stmt *S, unsigned Indent) const;
  std::string forInit(const Stmt *S) const;
  std::optional<std::string> declarationsFromSource(llvm::ArrayRef<const Stmt *> Parts) const;

  const Source &From;
};

/// `as_uint4`, what gives a value of type \p T the bits of another one; nothing for other types
/// than numbers and vectors.
std::string asTypeName(clang::QualType T);

/// \p Text for a message: its first line, and not too much of it.
std::string shortened(llvm::StringRef Text);

/// Returns how strongly \p E binds when it is written out.
unsigned precedenceOf(const Expr *E);

} // namespace cu2cl::opt

#endif
