// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_MEMBERLESSCLASSES_H
#define CU2CL_KERNEL_CORE_MEMBERLESSCLASSES_H

#include "kernel/core/DeviceUnit.h"

namespace cu2cl {

/// Returns true if objects of type \p T, or what it refers to, say nothing: a class without members
/// of a library that is translated, as the block and its tiles are. Variables and parameters of
/// them are not printed.
bool isMemberless(clang::QualType T);

/// Returns true if \p D, a parameter of \p F, is left out. Functions that pointers may lead to keep
/// theirs.
bool leavesOut(const DeviceUnit &Unit, const clang::FunctionDecl *F, const clang::ParmVarDecl *D);

/// Returns true if \p V, a variable in a function's body, is left out: its initial value does
/// nothing.
bool leavesOut(const clang::VarDecl *V);

/// Returns true if \p M is a member function of such a class: it gets no object.
bool leavesOutObject(const clang::CXXMethodDecl *M);

} // namespace cu2cl

#endif
