// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_STATEMENTS_CONDITIONVARIABLES_H
#define CU2CL_KERNEL_STATEMENTS_CONDITIONVARIABLES_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// The declaration in the condition of loop \p S, a new variable in each round; null if none.
const clang::DeclStmt *roundVariable(const clang::Stmt *S);

/// True if the increment of \p For is in its body in the output: the variable of the round
/// still lives in it.
bool movesIncrement(const clang::ForStmt *For);

/// What \p S, an if or switch, declares or does before it asks: "int x = next(); ".
Fragment printConditionHead(KernelPrinter &P, const clang::Stmt *S);

/// A `while`, `for` or `switch` that declares something in its head that C cannot declare there, or
/// makes temporaries whose ends have an effect.
std::optional<Fragment> printConditionVariable(KernelPrinter &P, const clang::Stmt *S);

} // namespace cu2cl

#endif
