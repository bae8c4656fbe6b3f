// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_BARRIERSITES_H
#define CU2CL_ANALYSIS_BARRIERS_BARRIERSITES_H

#include "analysis/barriers/Barriers.h"
#include "analysis/threads/Divergence.h"

namespace cu2cl {

/// Finds the barriers of functions with the way control reaches them.
class BarrierSites {
public:
  explicit BarrierSites(const Divergence &Differs) : Differs(Differs) {}

  bool hasBarrier(const clang::FunctionDecl *F) const;
  bool inUniformControlFlow(const clang::FunctionDecl *F, const clang::Stmt *S) const;
  void findSites(const clang::FunctionDecl *F);
  /// Some threads of \p S's function return, or jump, before others.
  bool hasDivergentReturn(const clang::Stmt *S, bool Divergent = false) const;
  bool containsBarrier(const clang::Stmt *S) const;
  /// Returns true if the threads of a warp meet in \p S: that orders what they do to shared memory.
  bool ordersWarp(const clang::Stmt *S) const;
  /// Returns true if \p S calls a warp function, itself or through functions: all threads walk
  /// through what does (kernel/plan/WarpWalk.h).
  bool exchangesInWarp(const clang::Stmt *S) const;

  llvm::DenseMap<const clang::FunctionDecl *, std::vector<BarrierSite>> Sites;
  llvm::DenseSet<const clang::FunctionDecl *> ExchangeInWarps;
  llvm::DenseSet<const clang::FunctionDecl *> OrderWarps; ///< in which the threads of a warp meet

private:
  /// The context of a statement: the conditions that control passed.
  struct Surroundings {
    const clang::Expr *DivergentCondition = nullptr; ///< of a branch or loop around it
    /// The innermost block around it that gets a predicate: barriers are met, the rest differs.
    const clang::Stmt *Predicated = nullptr;
  };

  /// Returns true if only some threads go on in the parts of \p S.
  bool splits(const clang::Stmt *S) const;
  /// A barrier call, or the call of a function or constructor that reaches a barrier. Callees are
  /// visited first, so their sites are known.
  bool isBarrier(const clang::Stmt *S) const;
  void addSite(const clang::Expr *Call, const Surroundings &Around);
  /// The returns of `if (Condition) { ...; return; }`, also with else, if those end it; empty if
  /// not.
  std::vector<const clang::Stmt *> returnsOf(const clang::IfStmt *If) const;
  /// A block of \p S, an if or loop in a kernel, that alone in it has barriers, and no way out but
  /// those of a loop that have predicates, too: one can take the place of the condition.
  const clang::Stmt *predicableBlock(const clang::Stmt *S) const;
  /// \p S, of which \p Block gets a predicate.
  void visitPredicated(const clang::Stmt *S, const clang::Stmt *Block, const Surroundings &Around);
  void addReturn(const clang::Stmt *Return, const clang::IfStmt *If);
  /// At a label on the top level the threads that jumped there meet the others.
  void meet(const clang::LabelDecl *Label);
  void visit(const clang::Stmt *S, Surroundings Around, bool TopLevel);
  /// Some expression in \p S, to point to.
  static const clang::Expr *firstExpression(const clang::Stmt *S);
  /// Returns and gotos under a divergent condition anywhere in \p S; or only the gotos that jump
  /// back.
  void collectReturns(const clang::Stmt *S, bool Backward, bool Divergent);
  /// A break, continue or goto under a divergent condition: then rounds differ between threads that
  /// go on.
  bool hasDivergentJump(const clang::Stmt *S, bool Divergent = false) const;

  llvm::DenseMap<const clang::FunctionDecl *, llvm::DenseSet<const clang::Stmt *>> DivergentPlaces;
  const clang::FunctionDecl *Current = nullptr;
  std::vector<DivergentReturn> Returns;         ///< of the current function, so far
  llvm::SmallVector<DivergentReturn, 4> Blocks; ///< with a predicate, around the current place
  llvm::DenseSet<const clang::Stmt *> Jumps;    ///< out of loops among those, with a predicate
  llvm::DenseSet<const clang::LabelDecl *> MeetingPoints;

  const Divergence &Differs;
};

} // namespace cu2cl

#endif
