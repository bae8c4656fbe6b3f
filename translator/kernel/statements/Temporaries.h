// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_STATEMENTS_TEMPORARIES_H
#define CU2CL_KERNEL_STATEMENTS_TEMPORARIES_H

#include "kernel/core/KernelPlan.h"
#include "kernel/core/KernelPrinter.h"
#include <optional>

namespace cu2cl {

/// The temporaries of one full expression whose ends have an effect.
struct Temporaries {
  std::string Before; ///< "Guard *temporary = 0; "
  Fragment After;     ///< "Guard_destroy(temporary); ", last one first
};

/// Names the temporaries of the statements of \p V that have some, in \p Plan.
void planTemporaries(const DeviceUnit &Unit, const FunctionClone &V, KernelPlan &Plan);

/// Returns what is around statement \p Around for the temporaries of \p Full, its expression.
/// Nothing if one of them cannot have a name: it is marked when it is printed.
std::optional<Temporaries> printTemporariesOf(KernelPrinter &P, const clang::Stmt *Around,
                                              const clang::Expr *Full);
/// Returns true if \p Full makes a temporary whose end has an effect.
bool hasTemporaries(const KernelPrinter &P, const clang::Expr *Full);

/// True if \p E makes no temporary: it initialises a variable, member, element, capture or result,
/// or what a reference keeps.
bool isDirect(const BodyTree &Body, const clang::CXXBindTemporaryExpr *E);

} // namespace cu2cl

#endif
