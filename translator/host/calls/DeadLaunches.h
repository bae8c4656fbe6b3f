// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_CALLS_DEADLAUNCHES_H
#define CU2CL_HOST_CALLS_DEADLAUNCHES_H

#include "host/unit/HostUnit.h"
#include "clang/AST/ExprCXX.h"

namespace cu2cl {

/// The generic lambda around \p S that nothing calls; null if there is none.
const clang::LambdaExpr *uncalledLambda(const HostUnit &U, const clang::Stmt *S);

/// Makes the body of \p Lambda empty.
void deactivate(HostScope &S, const clang::LambdaExpr *Lambda);

/// A template that is never instantiated launches nothing that exists: it stays, but inactive.
void deactivate(HostScope &S, const clang::Decl *D);

/// Returns true if the body is instantiated somewhere: then a launch that no instance has is in
/// branches that they all discard.
bool hasInstance(const HostScope &S);

/// Removes \p Launch, at \p Depth among the edits, which is in no instance of the template around
/// it.
void discard(HostScope &S, const clang::CUDAKernelCallExpr *Launch, unsigned Depth);

/// Returns true if \p S is in a branch that the `if constexpr` around it discards.
bool isDiscarded(const HostUnit &U, const clang::Stmt *S);

} // namespace cu2cl

#endif
