// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_LOWERING_INLINEDFUNCTION_H
#define CU2CL_OPTIMIZERS_LOWERING_INLINEDFUNCTION_H

#include "optimizers/tree/Make.h"
#include "optimizers/tree/Source.h"

namespace cu2cl::opt {

/// Which functions mean the same where a kernel calls them as where they are.
class MovedFunctions {
public:
  MovedFunctions(const Source &From, Make &M, const Kernel &To);

  /// False for clrt's functions, which know of warps, for those that macros make, have #if lines,
  /// contract `a * b + c` where the kernel does not or the other way, and once what was moved is
  /// long.
  bool mayBeMoved(const clang::FunctionDecl *Body);
  /// The same of what the tree has of one: every form is known, and every name means the same.
  bool mayBeMoved(const Kernel &F);
  /// Takes the text of \p B in the source away: macros may be others at the kernel.
  void writeOut(const Block &B);

private:
  bool isMacro(llvm::StringRef Name) const;
  bool hasOwnMeaning(llvm::StringRef Text) const;
  bool hasOwnMeaning(const Expr *E) const;
  bool hasOwnMeaning(llvm::ArrayRef<Stmt *> B);

  const Source &From;
  Make &M;
  const Kernel &To;
  llvm::StringSet<> Names; ///< of the kernel's variables
  size_t Statements = 0;
};

/// Variables of a function, and what stands for them in a kernel.
class ReplacedVariables {
public:
  explicit ReplacedVariables(Make &M) : M(M) {}

  void replace(const Variable *V, Expr *By) { New[V] = By; }
  /// Gives the variables that \p B declares other names.
  void rename(const Block &B, llvm::function_ref<std::string(const std::string &)> NameFor);
  Block in(const Block &B);

private:
  Expr *instead(const Expr *E);

  Make &M;
  llvm::DenseMap<const Variable *, Expr *> New;
  Renamed Own;
};

/// Makes \p F, a function, set \p Result (null if it has none) instead of returning it.
/// \param Fresh a name for another variable after its argument
/// \returns false if there is nothing that sets it
bool resultInstead(Kernel &F, Make &M, Variable *Result,
                   llvm::function_ref<std::string(llvm::StringRef)> Fresh);

} // namespace cu2cl::opt

#endif
