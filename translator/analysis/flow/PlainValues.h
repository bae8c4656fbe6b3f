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

} // namespace cu2cl

#endif
