// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_TABLES_H
#define CU2CL_TOOL_TABLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace cu2cl {

/// `cu2cl explain CU2CL1234`: prints the row of a diagnostic. \returns the exit status.
int explainDiagnostics(llvm::ArrayRef<const char *> Names);

/// `cu2cl query cudaMemcpy2D`: prints what the catalog knows of a name. \returns the exit status.
int queryCatalog(llvm::ArrayRef<const char *> Names);

} // namespace cu2cl

#endif
