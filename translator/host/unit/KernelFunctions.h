// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_UNIT_KERNELFUNCTIONS_H
#define CU2CL_HOST_UNIT_KERNELFUNCTIONS_H

#include "host/unit/HostUnit.h"

namespace cu2cl {

/// Returns true if the program uses kernel \p F, or an instance of its template, as a value.
bool isKernelValue(const HostUnit &U, const clang::FunctionDecl *F);

/// Returns true if a function of the program for both sides names \p F, which is for the device
/// alone.
bool isNamedOnHost(const HostUnit &U, const clang::FunctionDecl *F);

/// The host function that stands for the kernel that \p Device declares: a definition or a
/// declaration, as that is. \p Text is that of the file in which it is spelled.
std::string functionOf(const HostUnit &U, const DeviceDecl &Device, llvm::StringRef Text);

/// Returns the namespace of the handle of \p K, as "::ns::".
std::string absoluteNamespace(const KernelInterface &K);

/// Returns the namespace of \p K and "::" if a using-declaration brings the kernel that \p Callee
/// names into its scope: it does not bring the handle. That replaces the qualifier that is written.
std::string namespaceBeforeHandle(const clang::Expr *Callee, const KernelInterface &K);

/// Returns the host's class for the lambda \p L, and a kernel that takes it; null if there is none.
std::pair<const KernelInterface *, const ClosureClass *> closureOf(const HostUnit &U,
                                                                   const clang::LambdaExpr *L);

/// Returns true if the handle of \p K can name the kernel's function: lambdas have no name.
bool hasNamedFunction(const KernelInterface &K);

} // namespace cu2cl

#endif
