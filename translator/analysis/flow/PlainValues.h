// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_FLOW_PLAINVALUES_H
#define CU2CL_ANALYSIS_FLOW_PLAINVALUES_H

#include "clang/AST/Expr.h"

namespace cu2cl {

/// Returns true if the text of \p E, the value of a capture, means the same in the port's host
/// code: a name, a number, arithmetic of such, a member of an object of the host, what a method
/// without arguments returns. \p Whole: it may be a pointer.
bool isPlainValue(const clang::Expr *E, bool Whole = true);

/// Returns true if \p E, what a lambda captures by a value of its own, stays as it is in host code
/// and changes nothing: it reads objects of the host, makes objects of the project's classes by
/// lists, and calls functions of the project that get numbers only. \p Calls counts these.
bool isComputedValue(const clang::Expr *E, unsigned &Calls);

} // namespace cu2cl

#endif
