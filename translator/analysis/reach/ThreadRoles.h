// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_REACH_THREADROLES_H
#define CU2CL_ANALYSIS_REACH_THREADROLES_H

#include "clang/AST/Decl.h"

namespace cu2cl {

/// What a call of a function without a body does between threads.
enum class ThreadRole {
  None,    ///< a function that computes, or has a body that tells
  Barrier, ///< all threads of the block meet; the result, if any, is the same for all
  Warp,    ///< threads of a warp meet or exchange values
  Atomic,
  Clock,
  Unknown ///< a function that the catalog does not have
};

/// The role of \p F. Only the catalog decides: what a user's function is called means nothing.
ThreadRole threadRoleOf(const clang::FunctionDecl *F);

} // namespace cu2cl

#endif
