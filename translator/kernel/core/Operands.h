// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_OPERANDS_H
#define CU2CL_KERNEL_CORE_OPERANDS_H

#include "core/source/Precedence.h"
#include "kernel/core/BodyTree.h"

namespace cu2cl {

/// \p E without the nodes around it that leave no text of their own: implicit casts, temporaries,
/// copies, calls that pass their argument on.
const clang::Expr *withoutImplicit(const clang::Expr *E);

/// The precedence of the text that the default printing of \p E gives. Any cast counts as one in
/// C's way.
Precedence writtenPrecedence(const clang::Expr *E);

/// The precedence that the place of \p S in \p Body asks of its text.
Precedence placePrecedence(const BodyTree &Body, const clang::Stmt *S);

} // namespace cu2cl

#endif
