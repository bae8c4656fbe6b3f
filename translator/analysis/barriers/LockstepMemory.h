// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_LOCKSTEPMEMORY_H
#define CU2CL_ANALYSIS_BARRIERS_LOCKSTEPMEMORY_H

#include "analysis/barriers/Barriers.h"
#include "analysis/effects/MemoryEffects.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cu2cl {

class Divergence;

/// Memory by which the threads of a warp tell each other something without a barrier, where no list
/// of steps says how (WarpSynchronousRegion). Whoever comes to a store to it must wait for the
/// others of the warp, before and after it.
class LockstepMemory {
public:
  using RegionMap = llvm::DenseMap<const clang::FunctionDecl *, std::vector<WarpSynchronousRegion>>;

  LockstepMemory() = default;
  /// Begins with \p Regions that cannot be given barriers, and with reads of shared memory that
  /// another thread has written. All that may be the same memory belongs to it: what points to it,
  /// in the function and in those that it calls and that call it. Regions with such memory lose
  /// their barriers: one way is enough.
  LockstepMemory(const DeviceCallGraph &Reach, const Divergence &Differs, RegionMap &Regions,
                 llvm::function_ref<bool(const clang::Stmt *)> Meets);

  bool contains(const clang::VarDecl *V) const { return Memory.contains(V); }
  /// Returns true if \p S is an assignment or increment that stores to it, or a call of a function
  /// without a body here that may.
  bool isStore(const clang::Stmt *S) const { return Stores.contains(S); }
  /// Returns true if \p F may store to it in a way that isStore() does not know.
  bool isUnclear(const clang::FunctionDecl *F) const { return Unclear.contains(F); }

private:
  bool close(const DeviceCallGraph &Reach);
  bool giveUp(RegionMap &Regions);
  bool join(const clang::Expr *Left, const clang::Expr *Right);
  bool joinParts(const clang::Stmt *S);
  bool joinCall(const clang::FunctionDecl *F, const clang::FunctionDecl *Callee,
                const clang::Expr *Site);
  void findStores(const DeviceCallGraph &Reach, const clang::FunctionDecl *F);

  VariableSet Memory;
  llvm::DenseSet<const clang::Stmt *> Stores;
  llvm::DenseSet<const clang::FunctionDecl *> Unclear;
};

} // namespace cu2cl

#endif
