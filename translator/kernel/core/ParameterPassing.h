// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_PARAMETERPASSING_H
#define CU2CL_KERNEL_CORE_PARAMETERPASSING_H

#include "kernel/core/DeviceUnit.h"

namespace cu2cl {

/// True if the reference parameter \p P of \p V becomes a plain value: a const value in private
/// memory of which nothing is kept, in a function that changes nothing in private memory through
/// another pointer.
/// Everything else that is passed by reference becomes a pointer.
bool isPassedByValue(const DeviceUnit &Unit, const FunctionClone &V, const clang::ParmVarDecl *P);

/// True if the body of \p F may change its parameter \p P, a class passed by value.
bool isChanged(const clang::FunctionDecl *F, const clang::ParmVarDecl *P);

} // namespace cu2cl

#endif
