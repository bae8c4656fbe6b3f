// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_HANDLES_HANDLEUSES_H
#define CU2CL_HOST_HANDLES_HANDLEUSES_H

#include "host/unit/HostUnit.h"

namespace cu2cl {

/// A use of a kernel's handle in one file.
struct HandleUse {
  const clang::Decl *User = nullptr; ///< the declaration around it, of the file or a namespace
  unsigned Offset = ~0u;             ///< of Begin
  /// Where it begins: User, or the include that brings it into the middle of a file.
  clang::SourceLocation Begin;
};

/// The declaration around the place \p At of a file: a top-level one, or one in a namespace or an
/// extern "C" block (which may begin before the includes); null if there is none.
const clang::Decl *declarationAt(const HostUnit &U, clang::SourceLocation At);

/// Calls \p Found with each use: the kernel (instance), its interface, the file of the use.
void forEachHandleUse(const HostUnit &U,
                      llvm::function_ref<void(const clang::FunctionDecl *, const KernelInterface &,
                                              const std::string &, const HandleUse &)>
                          Found);

/// Returns where in \p File the handles of the kernels of \p KernelFile are included whose first
/// use is
/// \p Use.
unsigned handlesPlace(const HostUnit &U, const std::string &File, const std::string &KernelFile,
                      const HandleUse &Use);

/// Returns true if a handle that \p Use needs, of a kernel of \p KernelFile, names a type or symbol
/// that
/// \p File declares between \p Place and the use.
bool needsMoreThan(const HostUnit &U, const HandleUse &Use, const std::string &File,
                   const std::string &KernelFile, unsigned Place);

/// Fills U.HandleHeaderParts.
void planHandleHeaderParts(HostUnit &U);

} // namespace cu2cl

#endif
