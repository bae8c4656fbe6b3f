// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_CALLS_HINTCALLS_H
#define CU2CL_HOST_CALLS_HINTCALLS_H

#include "catalog/Catalog.h"
#include "host/unit/HostUnit.h"

namespace cu2cl {

/// The catalog row of a function, if it is the API's and not the user's.
const catalog::HostFunction *apiFunction(const HostUnit &U, const clang::NamedDecl *D);

/// Returns what is called; in a template, one of the overloads that the name may mean.
const clang::NamedDecl *calledDecl(const clang::Expr *Callee);

/// Takes a call away that means nothing in OpenCL, a hint or a mark (HintCalls.cpp).
void dropHint(HostScope &S, const clang::CallExpr *Call, const clang::Expr *Callee, unsigned Depth,
              const catalog::HostFunction &Row);

} // namespace cu2cl

#endif
