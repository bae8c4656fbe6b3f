// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CATALOG_LIBRARYNAMES_H
#define CU2CL_CATALOG_LIBRARYNAMES_H

#include "core/report/DiagnosticIds.h"
#include "llvm/ADT/StringRef.h"

namespace cu2cl::catalog {

/// The diagnostic of the library that \p Name belongs to by its first letters ("cublasFoo",
/// "cub::Bar"); None if it is none of CUDA's.
diag::Id libraryDiagnostic(llvm::StringRef Name);

/// Returns true if \p Name is one of a library that marks a program's phases for a profiler.
bool isMarkerName(llvm::StringRef Name);
/// Returns true if \p Header declares them.
bool isMarkerHeader(llvm::StringRef Header);

} // namespace cu2cl::catalog

#endif
