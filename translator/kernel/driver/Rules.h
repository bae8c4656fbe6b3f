// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_DRIVER_RULES_H
#define CU2CL_KERNEL_DRIVER_RULES_H

#include "kernel/core/KernelPrinter.h"
#include <optional>

namespace cu2cl {

/// A rule looks at one statement and gives its OpenCL C text, or nothing if it does not apply.
/// What it must not do: look at source text, or print a child without KernelPrinter.
struct KernelRule {
  const char *Subject; ///< the rule's file
  std::optional<Fragment> (*Apply)(KernelPrinter &P, const clang::Stmt *S);
};

/// All rules in the order in which they are asked. Rules.cpp gives the reason for each place.
llvm::ArrayRef<KernelRule> kernelRules();

#define KERNEL_RULE(Function)                                                                      \
  std::optional<Fragment> Function(KernelPrinter &P, const clang::Stmt *S);
KERNEL_RULE(printUnsupported)
KERNEL_RULE(printEmptyFold)
KERNEL_RULE(printPlacementNew)
KERNEL_RULE(printPredicated)
KERNEL_RULE(printWarpExchange)
KERNEL_RULE(printAssert)
KERNEL_RULE(printTrap)
/// Whether \p S is a statement of its own, not a part of one.
bool isWholeStatement(KernelPrinter &P, const clang::Stmt *S);
/// Whether work-items may end at the statement \p S of the printer's function: it is a kernel, and
/// none of its barriers would wait for them.
bool mayEndWorkItem(KernelPrinter &P, const clang::Stmt *S);
KERNEL_RULE(printScopeLeft)
KERNEL_RULE(printTemporaries)
KERNEL_RULE(printRangeFor)
KERNEL_RULE(printLambda)
KERNEL_RULE(printConstructor)
KERNEL_RULE(printInheritance)
KERNEL_RULE(printBitField)
KERNEL_RULE(printTemplateValue)
KERNEL_RULE(printChangedObject)
KERNEL_RULE(printOrderedAssignment)
KERNEL_RULE(printThreadIndex)
KERNEL_RULE(printDeviceFunctionCall)
KERNEL_RULE(printPrintf)
KERNEL_RULE(printUserCall)
KERNEL_RULE(printDeclarations)
KERNEL_RULE(printEnumValue)
KERNEL_RULE(printVariable)
KERNEL_RULE(printComparison)
KERNEL_RULE(printArrayCopy)
KERNEL_RULE(printMember)
KERNEL_RULE(printAddressOf)
KERNEL_RULE(printCompoundAssignment)
KERNEL_RULE(printShift)
KERNEL_RULE(printCast)
KERNEL_RULE(printLiteral)
KERNEL_RULE(printVectorValue)
KERNEL_RULE(printStatement)
KERNEL_RULE(printConversion)
KERNEL_RULE(printSizeOf)
#undef KERNEL_RULE

/// True for `a = b` of a class without an operator= of its own.
bool isTrivialAssignment(const clang::CXXOperatorCallExpr *Call);

/// True for what is an object in C++ and a value in C: `c ? a : b`, `a = b`, `++a`, `(a, b)`.
bool isNoObjectInC(const clang::Expr *E);
/// The element of a private array that \p E, `c ? a[i] : a[j]`, chooses: "a[c ? i : j]".
std::optional<Fragment> printChosenElement(KernelPrinter &P, const clang::Expr *E);

} // namespace cu2cl

#endif
