// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TREE_MAKE_H
#define CU2CL_OPTIMIZERS_TREE_MAKE_H

#include "optimizers/tree/Tree.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"

namespace cu2cl::opt {

/// The names of \p K's parameters and of all variables that it declares.
llvm::StringSet<> variableNames(const Kernel &K);

/// \p Name, or one with a number after it: a name that neither the source (macros and headers,
/// too) nor \p Taken has.
std::string freshName(clang::ASTContext &Context, const llvm::StringSet<> &Taken,
                      llvm::StringRef Name);

/// Makes nodes that the source does not have.
class Make {
public:
  Make(clang::ASTContext &Context, Arena &Nodes) : Context(Context), Nodes(Nodes) {}

  Expr *number(int64_t Value); ///< an int
  /// The same of the integer type \p T, which has 32 or 64 bits.
  Expr *number(int64_t Value, clang::QualType T);
  Expr *reference(Variable *V);
  Expr *name(llvm::StringRef Text, clang::QualType T);
  Expr *unary(clang::UnaryOperatorKind Kind, Expr *Kid);
  /// Of the type and lanes of \p Left, or of \p Right if that has more lanes.
  Expr *binary(clang::BinaryOperatorKind Kind, Expr *Left, Expr *Right);
  /// Left + Value, or Left - -Value, or Left.
  Expr *plus(Expr *Left, int64_t Value);
  Expr *conditional(Expr *Condition, Expr *Then, Expr *Else);
  Expr *call(llvm::StringRef Name, llvm::ArrayRef<Expr *> Arguments, clang::QualType T,
             unsigned Lanes = 1);
  Expr *subscript(Expr *Base, Expr *Index, clang::QualType T);
  Expr *member(Expr *Base, llvm::StringRef Text, clang::QualType T);
  Expr *cast(clang::QualType T, Expr *Kid);
  Expr *vector(clang::QualType T, unsigned Lanes, llvm::ArrayRef<Expr *> Kids);
  /// \p E with other kids; \p E itself if they are the same.
  Expr *withKids(const Expr *E, llvm::ArrayRef<Expr *> Kids, unsigned Lanes);

  Stmt *declare(Variable *V, Expr *Value);
  Stmt *statement(Expr *Value);
  Stmt *ifThen(Expr *Condition, Block Then, Block Else = {});
  Stmt *block(Block Body);
  Stmt *leave(); ///< break
  /// for (int counter = First; counter < End; counter++) Body
  Stmt *forLoop(Variable *Counter, Expr *First, Expr *End, Block Body);
  Stmt *copyOf(const Stmt *S);

  /// \p E, or \p B, with the parts for which \p Change gives another one.
  using Change = llvm::function_ref<Expr *(const Expr *)>;
  Expr *rewrite(const Expr *E, Change Change);
  Block rewrite(const Block &B, Change Change);

  Variable *variable(llvm::StringRef Name, clang::QualType T, unsigned Lanes = 1);

  clang::ASTContext &Context;
  Arena &Nodes;
};

/// \p B with copies of its statements, from inside out: \p Each puts what becomes of a statement,
/// which is the copy \p New with new branches or something else, at the end of \p Out.
Block rebuild(Make &M, const Block &B,
              llvm::function_ref<void(const Stmt *Old, Stmt *New, Block &Out)> Each);

/// A new variable for each one that a block declares, with its name.
using Renamed = llvm::DenseMap<const Variable *, Variable *>;
Renamed ownVariables(Make &M, const Block &B);
/// \p B with these: for a second copy of it.
Block withVariables(Make &M, const Block &B, const Renamed &Own);
/// Makes \p B declare these; its expressions name them already.
void declareInstead(const Block &B, const Renamed &Own);
/// Calls \p Do for the statements of \p B that declare a variable, in their order.
void forEachDeclared(const Block &B, llvm::function_ref<void(Stmt *)> Do);

} // namespace cu2cl::opt

#endif
