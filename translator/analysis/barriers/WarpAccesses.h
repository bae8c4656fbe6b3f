// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_WARPACCESSES_H
#define CU2CL_ANALYSIS_BARRIERS_WARPACCESSES_H

#include "analysis/barriers/Barriers.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cu2cl {

class Divergence;

/// An element of an array, or what a pointer points to.
bool isMemoryAccess(const clang::Expr *E);
/// Shared memory, or a volatile pointer (which in such code points to shared memory).
bool isExchanged(const clang::VarDecl *Var);
/// Accesses of \p S to exchanged memory, outermost subscripts only.
void collectAccesses(const clang::Stmt *S, std::vector<const clang::Expr *> &Into);
/// The subscripts of an access, the one next to the variable first: r, c of a[r][c].
void collectSubscripts(const clang::Expr *E, std::vector<const clang::Expr *> &Into);
/// The elements of exchanged memory that \p S changes.
void collectStores(const clang::Stmt *S, std::vector<const clang::Expr *> &Into);

/// An access of \p Region, in \p F, to another element than those that the same thread stores, as
/// far as can be told; null if each thread has its own.
const clang::Expr *findOthersElement(const clang::FunctionDecl *F,
                                     const WarpSynchronousRegion &Region, const Divergence &Differs,
                                     llvm::function_ref<bool(const clang::Stmt *)> ContainsBarrier);

} // namespace cu2cl

#endif
