// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_THREADS_CONTROLSTRUCTURE_H
#define CU2CL_ANALYSIS_THREADS_CONTROLSTRUCTURE_H

#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

/// Questions about the branches, loops and jumps of a function.
namespace cu2cl::control {

/// Returns what decides which parts of \p S run: of an if, loop, switch or `?:`, the left side of
/// && and ||; null if there is none.
const clang::Expr *condition(const clang::Stmt *S);
/// The blocks of `if (condition) { ... } else { ... }`, for, while or do in kernel \p F, if there
/// is no way out of them but their ends, break and continue of loops; else none. What differs
/// between those who enter a block and the others does not make what it declares differ among
/// those who enter it.
llvm::SmallVector<const clang::Stmt *, 2> closedBlocks(const clang::FunctionDecl *F,
                                                       const clang::Stmt *S);
/// The body of loop \p S in kernel \p F that threads leave one by one, where predicates can be
/// for that (LoopExits.h); else none. Among those who go on nothing differs that would not
/// without.
llvm::SmallVector<const clang::Stmt *, 2> leftBlocks(const clang::FunctionDecl *F,
                                                     const clang::Stmt *S);
/// Returns true if \p S runs its condition again, and so that differs with it.
bool isLoop(const clang::Stmt *S);
/// Labels on the top level of \p F's body: who jumps there and who does not come together.
llvm::DenseSet<const clang::LabelDecl *> meetingPoints(const clang::FunctionDecl *F);
/// Returns true if \p S jumps to a label after it.
bool jumpsForward(const clang::GotoStmt *S, const clang::ASTContext &Context);

} // namespace cu2cl::control

#endif
