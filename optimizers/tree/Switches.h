// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_OPTIMIZERS_TREE_SWITCHES_H
#define CU2CL_OPTIMIZERS_TREE_SWITCHES_H

#include "optimizers/tree/Make.h"
#include "clang/AST/Stmt.h"
#include <optional>
#include <vector>

namespace cu2cl::opt {

/// The statements that a switch executes for some values.
struct SwitchCase {
  llvm::SmallVector<const clang::Expr *, 2> Values;
  bool IsDefault = false; ///< for all other values, too
  std::vector<const clang::Stmt *> Body;
};

/// The cases of \p S if it is a choice of one of them: none goes on into the next one, is left from
/// within, or declares what another one names. The `break` at its end is not a part of a case.
std::optional<std::vector<SwitchCase>> casesOf(const clang::SwitchStmt *S);

/// A variable for what \p S asks for, with a name that is not in \p Taken; it is then.
Variable *selectedBy(Make &M, const clang::SwitchStmt *S, llvm::StringSet<> &Taken);

/// \p Cases as branches on \p Selected, which has the value; \p ValueOf and \p BodyOf build trees.
Block branchesOf(Make &M, Variable *Selected, llvm::ArrayRef<SwitchCase> Cases,
                 llvm::function_ref<Expr *(const clang::Expr *)> ValueOf,
                 llvm::function_ref<Block(llvm::ArrayRef<const clang::Stmt *>)> BodyOf);

} // namespace cu2cl::opt

#endif
