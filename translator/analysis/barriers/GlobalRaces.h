// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_BARRIERS_GLOBALREADS_H
#define CU2CL_ANALYSIS_BARRIERS_GLOBALREADS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace cu2cl {

class Divergence;

/// One thread's read of global memory that other threads have written, with no barrier between:
/// right on CUDA if a warp in step does both.
struct GlobalRead {
  const clang::ValueDecl *Memory = nullptr; ///< the pointer or variable
  const clang::Expr *Write =
      nullptr; ///< in the kernel: the assignment, or the call that leads to it
  const clang::Expr *Read = nullptr;
  /// The statement of a block of the kernel, after the write, that the read is in or after it; a
  /// barrier in front of it makes the read right. Null if there is none.
  const clang::Stmt *Before = nullptr;
  bool After = false; ///< other threads may write again: a barrier after that statement, too
};

/// Such reads in \p Kernel and the functions that it calls. Only what is sure: each thread writes
/// its own element (`p[tid]`, `p[i]` of `for (i = tid; ...; i += blockDim.x)`), the read is under
/// `if (tid == 0)` or the like, of another element or in a loop over elements.
std::vector<GlobalRead> findGlobalRaces(const clang::FunctionDecl *Kernel,
                                        const Divergence &Differs);

} // namespace cu2cl

#endif
