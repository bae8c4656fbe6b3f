// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_STATEMENTS_TEMPORARIES_H
#define CU2CL_KERNEL_STATEMENTS_TEMPORARIES_H

#include "kernel/core/KernelPrinter.h"
#include <optional>

namespace cu2cl {

/// The temporaries of one full expression whose ends have an effect.
struct Temporaries {
  std::string Before; ///< "Guard *temporary = 0; "
  Fragment After;     ///< "Guard_destroy(temporary); ", last one first
};

/// Gives the temporaries of \p Full, the expression of statement \p Around, names under which they
/// are printed from now on. Nothing if one of them cannot have one: it is marked when it is
/// printed.
std::optional<Temporaries> makeTemporaries(KernelPrinter &P, const clang::Stmt *Around,
                                           const clang::Expr *Full);
/// Whether \p Full makes a temporary whose end has an effect.
bool hasTemporaries(KernelPrinter &P, const clang::Expr *Full);

/// True if \p E makes no temporary: it initialises a variable, member, element, capture or result,
/// or what a reference keeps.
bool isDirect(KernelPrinter &P, const clang::CXXBindTemporaryExpr *E);

} // namespace cu2cl

#endif
