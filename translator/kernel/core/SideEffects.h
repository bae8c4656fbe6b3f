// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_SIDEEFFECTS_H
#define CU2CL_KERNEL_CORE_SIDEEFFECTS_H

#include "kernel/core/KernelPrinter.h"
#include <functional>

namespace cu2cl {

/// True if evaluating \p S may change a variable or memory. Calls of the user's functions do unless
/// they get nothing to change.
bool mayChange(KernelPrinter &P, const clang::Stmt *S);

/// \p E, an object that nobody uses, for what its evaluation does: `next(&p)` of
/// `next(p).Constant`.
Fragment printDiscarded(KernelPrinter &P, const clang::Expr *E);

/// True if \p S is where C has a statement, not in an expression or the head of a loop.
bool isStatement(const BodyTree &Body, const clang::Stmt *S);

/// An assignment \p Assignment as \p Rest prints it, given the text of its right side \p Value. C++
/// evaluates that before it reads the left side, C in any order: a right side that may change
/// something becomes a variable before, `{ int value = f(&x); ... }`. Nothing if that
/// would have to be in an expression. \p AsOperand: the text must bind as an operand does.
std::optional<Fragment> printWithValueFirst(KernelPrinter &P, const clang::Expr *Assignment,
                                            const clang::Expr *Value, bool AsOperand,
                                            const std::function<Fragment(const Fragment &)> &Rest);

/// `(value = f(), value_2 = g(), Rest)`: each of \p Values evaluated once, from left to right, into
/// variables of the function, as which \p Rest prints them.
Fragment printWithValuesFirst(KernelPrinter &P, llvm::ArrayRef<const clang::Expr *> Values,
                              llvm::function_ref<Fragment()> Rest);

/// `(value = x, place = &a[n++], Rest)`: what is assigned, if \p Value is given, then the place
/// that
/// \p Object names, each evaluated once, into variables of the function. \p Rest gets the name of
/// the pointer; both expressions are printed as their variables there.
Fragment printWithPlaceFirst(KernelPrinter &P, const clang::Expr *Site, const clang::Expr *Object,
                             const clang::Expr *Value,
                             llvm::function_ref<Fragment(const std::string &)> Rest);

} // namespace cu2cl

#endif
