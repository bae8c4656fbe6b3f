// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_BARRIERCONDITIONS_H
#define CU2CL_ANALYSIS_BARRIERS_BARRIERCONDITIONS_H

#include "analysis/effects/BarrierControlDependence.h"
#include "analysis/effects/LiveOut.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

namespace cu2cl {

/// Finds the conditions of barriers that all threads can compute alike, also by
/// those that CUDA would not let come there: counters of loops, mostly. What such a condition
/// depends on is then computed by all. Conditions that are not found here need a vote of the
/// others.
class BarrierConditions {
public:
  /// \p WithBarrier: statements that contain barriers, or jumps past them.
  BarrierConditions(const clang::ASTContext &Context, const clang::FunctionDecl *F,
                    const llvm::DenseSet<const clang::Stmt *> &WithBarrier)
      : Context(Context), F(F), Live(F), WithBarrier(WithBarrier), Control(F) {}

  /// Looks at the conditions in the statements \p Region, which run under a predicate, but not at
  /// those of \p Blocks: they make predicates of their own. \p Block is the block with these
  /// statements, null if the others returned.
  void find(llvm::ArrayRef<const clang::Stmt *> Region, const clang::Stmt *Block,
            const llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> &Blocks);
  /// Returns true if all threads compute \p Condition.
  bool isComputedByAll(const clang::Expr *Condition) const { return ByAll.contains(Condition); }
  /// The variables that all threads compute.
  const BarrierControlDependence &control() const { return Control; }

private:
  void visit(const clang::Stmt *S,
             const llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> &Blocks);
  bool tryAdd(const clang::Expr *Condition, const clang::Stmt *Around);
  bool isSpoilt(const BarrierControlDependence &Variables, const clang::Stmt *S,
                const clang::Expr *Condition) const;
  bool isSpoiltBy(const BarrierControlDependence &Variables, const clang::DeclStmt *S) const;
  bool isNamedInLambda(const BarrierControlDependence &Variables, const clang::Stmt *S) const;

  const clang::ASTContext &Context;
  const clang::FunctionDecl *F;
  LiveOut Live;
  const llvm::DenseSet<const clang::Stmt *> &WithBarrier;
  BarrierControlDependence Control;
  llvm::DenseSet<const clang::Expr *> ByAll;
  llvm::ArrayRef<const clang::Stmt *> Region;
  const clang::Stmt *Block = nullptr;
};

} // namespace cu2cl

#endif
