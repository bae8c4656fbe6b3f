// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_DECLARATIONS_SYMBOLTEMPLATES_H
#define CU2CL_HOST_DECLARATIONS_SYMBOLTEMPLATES_H

#include "catalog/Catalog.h"
#include "host/unit/HostUnit.h"

namespace cu2cl {

/// The row of what \p Call calls, also where a template's arguments decide which overload it is;
/// null for functions that are not CUDA's.
const catalog::HostFunction *symbolCallRow(const clang::CallExpr *Call);

/// The use of an argument that is a variable of the device by a function template.
enum class SymbolArgument {
  None,   ///< it gives it to no call of CUDA's as a symbol
  Symbol, ///< only what a symbol allows, so that it can be given the symbol
  Mixed   ///< it gives it to such a call, and takes it for a value, too
};

/// Returns what the function that \p Ref, a variable of the device, is passed to does with it.
SymbolArgument symbolArgument(const HostUnit &U, const clang::DeclRefExpr *Ref);

/// In such a template a type that is that of a variable of the device, `T value`, is that of its
/// value, `typename T::value_type value`.
void rewriteSymbolTypes(HostScope &S);

/// In such a template the size of a variable of the device, `sizeof(symbol)` or `sizeof(T)`, is
/// that of its value.
void rewriteSizeOfSymbol(HostScope &S, const clang::UnaryExprOrTypeTraitExpr *E, unsigned Depth);

} // namespace cu2cl

#endif
