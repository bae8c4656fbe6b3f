// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_RULES_H
#define CU2CL_KERNEL_CORE_RULES_H

#include "kernel/core/KernelPrinter.h"
#include <optional>

namespace cu2cl {

// A rule looks at one statement and gives its OpenCL C text, or nothing if it does not apply.
// What it must not do: look at source text, or print a child without KernelPrinter.
#define RULE(Stem, Function, Classes, Reason)                                                      \
  std::optional<Fragment> Function(KernelPrinter &P, const clang::Stmt *S);
#include "kernel/core/Rules.def"

// Statements for the end of \p Block; empty if there are none or control never gets there.
#define BLOCK_END(Stem, Function)                                                                  \
  Fragment Function(KernelPrinter &P, const clang::CompoundStmt *Block);
#include "kernel/core/Rules.def"

/// The names of what becomes of declarations.
namespace declaration_rule {
#define DECLARATION_RULE(Name) inline constexpr char Name[] = #Name;
#include "kernel/core/Rules.def"
} // namespace declaration_rule

} // namespace cu2cl

#endif
