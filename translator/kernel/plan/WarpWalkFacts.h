// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_PLAN_WARPWALKFACTS_H
#define CU2CL_KERNEL_PLAN_WARPWALKFACTS_H

#include "analysis/barriers/BarrierJumps.h"
#include "analysis/effects/MemoryEffects.h"
#include "kernel/plan/WarpWalk.h"

namespace cu2cl {

using Depth = std::optional<unsigned>; ///< of the predicate, none where all threads are

/// The places of exchanges in a function, and the threads that agree on a condition.
class WarpWalkFacts {
public:
  WarpWalkFacts(const WarpWalks &All, const clang::FunctionDecl *F)
      : All(All), Context(All.Context), F(F) {}

  bool mark(const clang::Stmt *S);
  bool isBarrierCall(const clang::CallExpr *Call) const;
  bool has(const clang::Stmt *S) const;
  /// Returns true if all threads, also those without a predicate, find the same for \p E. What is
  /// changed in \p Counted, a loop's head, counts as its counter.
  bool isKnown(const clang::Stmt *E, llvm::ArrayRef<const clang::Stmt *> Counted = {}) const;
  bool isUniform(const clang::Expr *E, Depth At) const;
  /// Returns true if some threads jump out of \p S, or of it first, before others. Of a loop: those
  /// of its body.
  bool hasSplitJump(const clang::Stmt *S, JumpsOut At, bool Splits = false) const;
  static bool hasJump(const clang::Stmt *S);
  void noteVariables(const clang::Stmt *S);
  static const clang::CallExpr *call(const clang::Stmt *S);

  const WarpWalks &All;
  const clang::ASTContext &Context;
  const clang::FunctionDecl *F;
  StmtSet WithExchange; ///< statements with exchanges or barriers
  StmtSet WithBarrier;
  llvm::DenseMap<const clang::VarDecl *, std::vector<VariableChange>> Changes;
  llvm::DenseSet<const clang::VarDecl *> KnownVariables; ///< computed by all threads alike
  const clang::Stmt *FirstStep = nullptr; ///< a store to memory that a warp uses in step
  bool HasLabels = false;

private:
  bool isKnownName(const clang::DeclRefExpr *Ref,
                   llvm::ArrayRef<const clang::Stmt *> Counted) const;
  static bool isIn(const clang::Stmt *Part, const clang::Stmt *Whole);
};

} // namespace cu2cl

#endif
