// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_SHAREDCROSSINGS_H
#define CU2CL_ANALYSIS_BARRIERS_SHAREDCROSSINGS_H

#include "analysis/barriers/SharedPlaces.h"

namespace cu2cl {

/// The branches around a place that only some threads take.
struct ThreadsAround {
  bool Differs = false, OneThread = false;
  bool Edges = true; ///< they leave out threads at an end: `t > 0`, `t < n`
};

/// Compares parts of shared memory that the threads of a block come to by the same text.
class SharedCrossings {
public:
  SharedCrossings(InlinedValues &Values, const clang::ASTContext &Context)
      : Values(Values), Context(Context) {}

  /// Returns true if some thread surely reads, of \p Read, what another one stores to \p Store.
  bool crosses(const SharedPlace &Store, const ThreadsAround &By, const SharedPlace &Read,
               const ThreadsAround &Where);
  /// The same for volatile memory, whose author counts on seeing what other threads store: whether
  /// \p Read is not surely the thread's own part of what was stored.
  bool mayCross(const SharedPlace &Store, const ThreadsAround &By, const SharedPlace &Read,
                const ThreadsAround &Where);
  /// Returns true if a thread that stores to \p A has stored all of \p B.
  static bool isSame(const SharedPlace &A, const SharedPlace &B);
  /// Returns true if the steps from \p Store to \p Read are numbers, of no more than \p Most each.
  bool isWithin(const SharedPlace &Store, const SharedPlace &Read, unsigned Most);
  std::optional<llvm::APSInt> constant(InlinedExpr X);

private:
  /// `tid + a - b` with uniform a and b, or `a - tid`.
  struct Shifted {
    InlinedExpr Thread;
    bool Backward = false;
    SharedIndex By;
  };
  std::optional<Shifted> shifted(const SharedIndex &Index);
  bool isDivergent(const SharedIndex &Index);
  bool areApart(const Shifted &A, const Shifted &B);
  bool isNear(InlinedExpr X);
  bool isOthers(const SharedIndex &Store, bool ByAll, const SharedIndex &Read,
                const ThreadsAround &Where);
  bool permutes(InlinedExpr X, const Shifted &To);
  bool isOfGroup(InlinedExpr X, InlinedExpr Thread);
  bool isOfGroup(const SharedIndex &Index, InlinedExpr Thread);
  llvm::SmallVector<SharedIndex, 3> indices(const SharedPlace &P);

  InlinedValues &Values;
  const clang::ASTContext &Context;
};

} // namespace cu2cl

#endif
