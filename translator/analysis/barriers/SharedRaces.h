// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_SHAREDRACES_H
#define CU2CL_ANALYSIS_BARRIERS_SHAREDRACES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace cu2cl {

class Divergence;

/// An access to shared memory that meets another thread's.
struct SharedRace {
  const clang::Expr *Access;
  const clang::VarDecl *Memory; ///< the variable, or the pointer that leads to it from outside
};

/// Accesses in \p F, and in what it calls, to a part of a __shared__ variable that meet another
/// thread's, with no barrier between: right on CUDA for blocks of one warp only. These are reads of
/// what another thread has stored, and stores over what another thread has read. Only what is sure:
/// the store is to an element for each thread (`s[tid]`) and the read of one element for all
/// (`s[k]`) or of a neighbour's (`s[tid + d]`, `s[31 - tid]`, `s[tid ^ 1]`); or one thread stores
/// (`if (tid == 0)`) and all read. Helpers are looked into, by way of pointers and references to
/// the memory. The statements \p Known are left out.
std::vector<SharedRace>
findSharedRaces(const clang::FunctionDecl *F, const Divergence &Differs,
                llvm::function_ref<bool(const clang::Stmt *)> ContainsBarrier,
                const llvm::DenseSet<const clang::Stmt *> &Known);

} // namespace cu2cl

#endif
