// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_SCALARNAMES_H
#define CU2CL_CORE_SOURCE_SCALARNAMES_H

#include "clang/AST/Type.h"
#include "llvm/ADT/StringRef.h"

namespace cu2cl {

/// Returns the name that OpenCL C has for the scalar type \p Kind, which may be a type of C++ that
/// has the same values: "long" for LongLong, "uint" for Char32. Empty for types whose size is not
/// the same everywhere (long double), and for bool and void.
llvm::StringRef scalarName(clang::BuiltinType::Kind Kind);

} // namespace cu2cl

#endif
