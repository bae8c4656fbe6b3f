// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_HANDLES_LATETYPES_H
#define CU2CL_HOST_HANDLES_LATETYPES_H

#include "host/handles/HandleUses.h"

namespace cu2cl {

/// Closes namespace \p From and opens \p To, in C++11's spelling.
std::string switchNamespace(llvm::StringRef From, llvm::StringRef To);

/// Returns true if \p D, a type of the project or its template, is declared only after \p Before.
bool isDeclaredAfter(const HostUnit &U, clang::SourceLocation Before, const clang::NamedDecl *D);

/// Returns true if \p D, a type or its template, can be declared ahead of its definition: it is in
/// no class or function, and an enumeration has a fixed type.
bool canDeclareAhead(const clang::NamedDecl *D);

/// Declarations of the classes that the handles of part \p Part of \p KernelFile name, and that are
/// declared only after \p Use.
std::string declareForwardDeclarations(const HostUnit &U, const HandleUse &Use,
                                       llvm::StringRef KernelFile, unsigned Part);

} // namespace cu2cl

#endif
