// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_WHOLEFILE_H
#define CU2CL_CORE_SOURCE_WHOLEFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace cu2cl {

/// Makes \p Text the contents of the file \p Path: it is written beside and renamed, so a full disk
/// or a killed process leaves no part of it. What is no file (a device, a pipe) is written
/// directly.
llvm::Error writeWholeFile(llvm::StringRef Path, llvm::StringRef Text);

} // namespace cu2cl

#endif
