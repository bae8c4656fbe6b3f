// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_DIVERGENCE_H
#define CU2CL_ANALYSIS_DIVERGENCE_H

#include "analysis/DeviceReach.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace cu2cl {

/// Which values may differ between the threads of one block.
///
/// A value differs if it stems from threadIdx, from the result of an atomic or a clock, from memory
/// at an address that differs, or if a variable is assigned where only some threads come. A load
/// from one address gives all threads one value: what CUDA code may count on for `__shared__` flags
/// behind a barrier. Parameters join all calls; kernel parameters, blockIdx, blockDim and gridDim
/// are uniform.
class Divergence {
public:
  explicit Divergence(const DeviceReach &Reach);

  /// Whether \p E may differ between the threads that evaluate it.
  bool isDivergent(const clang::Expr *E) const;
  /// Whether control flow leaves \p S through a break, continue, goto or return that only some
  /// threads take.
  bool hasDivergentExit(const clang::Stmt *Loop) const { return DivergentExits.contains(Loop); }
  /// Condition of an if, loop or switch; null if there is none.
  static const clang::Expr *condition(const clang::Stmt *S);

private:
  void visit(const clang::Stmt *S, bool Differs, llvm::SmallVectorImpl<const clang::Stmt *> &Loops);
  void visitCall(const clang::Expr *Call, bool Differs);
  void solve();
  void assign(const clang::Expr *Target, bool Differs);
  void mark(const clang::ValueDecl *D);
  void findCounters(const clang::Stmt *S);

  /// `for (i = 0; ...)` gives i a value of its own: what i is elsewhere does not reach the loop.
  using Counter = std::pair<const clang::ValueDecl *, const clang::Stmt *>;
  llvm::DenseMap<const clang::DeclRefExpr *, const clang::Stmt *> CounterOf; ///< the loop
  llvm::DenseMap<Counter, const clang::Stmt *> Around; ///< the next loop outwards that sets it, too
  llvm::SmallVector<Counter, 4> Open;
  llvm::DenseSet<Counter> Counters;

  const DeviceReach &Reach;
  llvm::DenseSet<const clang::ValueDecl *> Variables;
  /// Functions whose result differs though their arguments do not; final once ResultsKnown.
  llvm::DenseSet<const clang::FunctionDecl *> Results;
  bool ResultsKnown = false;
  llvm::DenseSet<const clang::Stmt *> DivergentExits;
  const clang::FunctionDecl *Current = nullptr;
  bool Changed = false;
};

} // namespace cu2cl

#endif
