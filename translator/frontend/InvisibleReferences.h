// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_OBJECTENDS_H
#define CU2CL_FRONTEND_OBJECTENDS_H

#include "clang/AST/ASTContext.h"

namespace cu2cl {

/// True if the end of an object of type \p T has no effect.
bool hasNoDestructor(clang::QualType T);

/// Makes parameters of device functions that are objects with an end into references, and what they
/// get into temporaries of the call: that is how they are passed (the caller makes and ends them).
/// Not of kernels, of functions whose address is taken, and of those that Clang does not see
/// called.
void passEndingObjectsByReference(clang::ASTContext &Context);

} // namespace cu2cl

#endif
