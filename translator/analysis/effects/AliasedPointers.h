// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_EFFECTS_ALIASEDPOINTERS_H
#define CU2CL_ANALYSIS_EFFECTS_ALIASEDPOINTERS_H

#include "analysis/reach/DeviceCallGraph.h"

namespace cu2cl {

/// Returns true if \p E makes a pointer (or reference) to numbers of one type from one to objects
/// of another type, so that both may be used for the same memory.
bool seesOtherType(const clang::ASTContext &Context, const clang::ExplicitCastExpr *E);

/// The local variables and parameters that hold such pointers, also after arithmetic, and those
/// that functions get or give back.
llvm::DenseSet<const clang::ValueDecl *> aliasedPointers(const DeviceCallGraph &Reach,
                                                         const clang::ASTContext &Context);

} // namespace cu2cl

#endif
