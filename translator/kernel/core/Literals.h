// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_LITERALS_H
#define CU2CL_KERNEL_CORE_LITERALS_H

#include "kernel/core/KernelPrinter.h"
#include <optional>

namespace cu2cl {

/// If \p E is a literal (under conversions, a sign, parentheses): a literal of type \p T with the
/// value that the conversion gives. "0" for a float parameter is "0.0f".
std::optional<std::string> literalOfType(KernelPrinter &P, const clang::Expr *E, clang::QualType T);
/// The value of __builtin_LINE(), __builtin_FILE() and their like as a literal; nothing for a whole
/// source_location. In a default argument it is that of the use, \p Default.
std::optional<std::string> sourceLocationText(KernelPrinter &P, const clang::SourceLocExpr *E,
                                              const clang::Expr *Default = nullptr);
/// The name of the C library's or CUDA's constant whose use is the whole of \p E, a literal or call
/// that becomes something else: LLONG_MAX, CUDART_INF_F (core/source/LibraryConstants.h).
std::optional<Fragment> nameOfConstant(KernelPrinter &P, const clang::Expr *E);
/// \p Bytes as a string literal of C.
std::string stringLiteral(llvm::StringRef Bytes);
/// Returns true if the tokens of \p L are string literals of C: none is raw or has an encoding, or
/// is made of what macros have in their bodies.
bool isSpelledInC(KernelPrinter &P, const clang::StringLiteral *L);

} // namespace cu2cl

#endif
