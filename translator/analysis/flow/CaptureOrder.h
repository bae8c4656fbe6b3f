// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_FLOW_CAPTUREORDER_H
#define CU2CL_ANALYSIS_FLOW_CAPTUREORDER_H

#include "clang/AST/DeclCXX.h"

namespace cu2cl {

/// Returns true if it does not show whether the value of the init-capture \p V of \p Lambda is
/// computed before or after the other captures are copied, or the port keeps that order. Where the
/// host's class is a template, the captures are arguments of a function, evaluated in any order.
bool isOrderKept(const clang::CXXRecordDecl *Lambda, const clang::VarDecl *V);

} // namespace cu2cl

#endif
