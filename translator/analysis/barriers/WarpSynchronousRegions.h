// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_WARPREGIONS_H
#define CU2CL_ANALYSIS_BARRIERS_WARPREGIONS_H

#include "analysis/barriers/Barriers.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cu2cl {

class Divergence;

/// The variable that a memory access goes through: `a` of a[i], (*a), a[i][j]; null if there is
/// none.
const clang::VarDecl *baseVariable(const clang::Expr *E);

/// Regions of \p F in which threads of a warp exchange values through shared memory without a
/// barrier: under `if (x < C)` with C at most 32, or in a function with a volatile pointer
/// parameter, two or more steps store to shared memory and one of them reads what another thread
/// stored (another index).
std::vector<WarpSynchronousRegion>
findWarpSynchronousRegions(const clang::FunctionDecl *F, const Divergence &Differs,
                           llvm::function_ref<bool(const clang::Stmt *)> ContainsBarrier);

/// A loop that waits for a value which another thread must write: its condition reads the value
/// through a volatile pointer or an atomic, and its body does nothing else.
struct SpinLoop {
  const clang::Stmt *Loop;
  /// It takes a lock, `while (atomicCAS(mutex, 0, 1) != 0);`: the value comes from a thread that is
  /// already running.
  bool TakesLock;
};
std::vector<SpinLoop> findSpinLoops(const clang::FunctionDecl *F);

} // namespace cu2cl

#endif
