// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_BARRIERJUMPS_H
#define CU2CL_ANALYSIS_BARRIERS_BARRIERJUMPS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"

namespace cu2cl {

using StmtSet = llvm::DenseSet<const clang::Stmt *>;

/// Adds \p Target and the statements around it in \p S. True if it is there.
bool markAround(const clang::Stmt *S, const clang::Stmt *Target, StmtSet &Marked);
/// A break, continue or return in \p S that leaves a statement around a barrier is for all threads,
/// and so is what is around it: adds these to \p WithBarrier. \p Loop and \p Broken are what a
/// continue and a break leave; \p ReturnIfs become predicates and are not looked at.
bool markJumps(const clang::Stmt *S, const clang::Stmt *Loop, const clang::Stmt *Broken,
               const StmtSet &ReturnIfs, StmtSet &WithBarrier);
/// A goto that leads into or out of the statements of \p Body up to \p Last; null if none does.
const clang::Stmt *findJumpAcross(const clang::CompoundStmt *Body, size_t Last);
/// `if (cond) return;`, or with break or continue, also with braces, without else.
bool isPlainJump(const clang::IfStmt *If);
/// The jumps at a place that lead out of what is looked at: a break in a loop or switch of its own
/// does not, a continue in a switch does.
enum class JumpsOut { All, ContinuesAndReturns, Returns };
/// Those that lead out of \p S, too.
JumpsOut jumpsOutOf(const clang::Stmt *S, JumpsOut Around);
bool isJumpOut(const clang::Stmt *S, JumpsOut At);
/// Adds the jumps out of \p S, which end it.
void addJumpsOf(const clang::Stmt *S, StmtSet &Jumps, JumpsOut At = JumpsOut::All);
/// Returns true if a break or return in \p S leaves it.
bool leavesLoop(const clang::Stmt *S);
/// The statement that \p S ends with: of an if the else, of a loop the body.
const clang::Stmt *lastOf(const clang::Stmt *S);

/// A __syncthreads_or or the like whose value decides \p E, alone or compared with a constant.
struct BarrierVote {
  const clang::CallExpr *Call = nullptr; ///< null: \p E is something else
  int64_t IfNobody = 0;                  ///< \p E if no thread takes part
};
BarrierVote voteIn(const clang::Expr *E, const clang::ASTContext &Context);
/// Returns true if \p E names a variable that the thread has for itself.
bool isOwnVariable(const clang::Expr *E);

} // namespace cu2cl

#endif
