// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_LIBRARYDECLS_H
#define CU2CL_KERNEL_CORE_LIBRARYDECLS_H

#include "frontend/ParsedUnit.h"
#include "clang/AST/DeclTemplate.h"

namespace cu2cl {

/// The diagnostic of the library of CUDA's that declares \p D, in device code; \p Otherwise if none
/// does.
diag::Id deviceDiagnosticOf(const ParsedSide &Side, const clang::Decl *D, diag::Id Otherwise);

/// The arguments of \p S; of a class of CUDA's libraries without those at the end that are the
/// ones that its template has by default.
llvm::ArrayRef<clang::TemplateArgument>
tellingArguments(const clang::ClassTemplateSpecializationDecl *S);

/// Returns true if \p F tells where a tile of threads lies in what it is a part of, and the program
/// makes such tiles of other tiles, too: the object does not keep that.
bool asksForLostParent(const clang::FunctionDecl *F);

} // namespace cu2cl

#endif
