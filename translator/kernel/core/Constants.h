// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_CONSTANTS_H
#define CU2CL_KERNEL_CORE_CONSTANTS_H

#include "kernel/core/KernelPrinter.h"
#include "llvm/ADT/APSInt.h"

namespace cu2cl {

/// \p E, whose value is \p Value, where C wants an integer constant expression: the user's text if
/// C can evaluate it, else the number.
Fragment printConstant(KernelPrinter &P, const clang::Expr *E, const llvm::APInt &Value);

/// How a variable without device storage, whose value is known when compiling, is written.
enum class ConstantForm {
  None,       ///< not a constant
  Enumerator, ///< enum { N = 16 };
  Variable    ///< __constant float pi = 3.14f;
};
ConstantForm constantForm(const clang::VarDecl *D);

/// \p Value of type \p T as a C initialiser; nothing if it holds what is no number (a pointer, a
/// member of a union that has no name).
std::optional<std::string> constantValue(KernelPrinter &P, const clang::APValue &Value,
                                         clang::QualType T);

/// Returns true if \p Init is more than digits, and C computes the same value of type \p T by it.
bool isKeptExpression(const clang::Expr *Init, clang::QualType T);

/// The value of an enumerator of CUDA's runtime, with its name: "0 /* cudaSuccess */".
std::string runtimeEnumerator(const clang::EnumConstantDecl *E);

/// An integer literal of type \p T ("16u").
std::string integerLiteral(const clang::ASTContext &Context, const llvm::APSInt &Value,
                           clang::QualType T);
/// A literal of float or double type \p T that has exactly \p Value.
std::string floatingLiteral(const llvm::APFloat &Value, bool IsDouble);

} // namespace cu2cl

#endif
