// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_REACH_TAILCALLS_H
#define CU2CL_ANALYSIS_REACH_TAILCALLS_H

#include "analysis/reach/DeviceCallGraph.h"

namespace cu2cl {

/// The calls that a function makes.
using CallsOf = llvm::function_ref<llvm::ArrayRef<DeviceCall>(const clang::FunctionDecl *)>;

/// The calls of itself in \p F, if all of them can become jumps to its beginning with other values
/// of its parameters; else none.
std::vector<const clang::CallExpr *> tailCalls(const clang::FunctionDecl *F, CallsOf Calls);

/// Returns true if \p Argument is parameter \p P itself, which then stays as it is.
bool passesOn(const clang::Expr *Argument, const clang::ParmVarDecl *P);

} // namespace cu2cl

#endif
