// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CATALOG_EMBEDDEDHEADERS_H
#define CU2CL_CATALOG_EMBEDDEDHEADERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace cu2cl::catalog {

/// A text file that the tool carries in its binary.
struct EmbeddedFile {
  llvm::StringRef Name; ///< relative path with '/'
  llvm::StringRef Text;
};

/// The parse-only CUDA headers ("cuda_runtime.h" ...), sorted by name.
llvm::ArrayRef<EmbeddedFile> cudaHeaders();
/// clrt without its tests, relative to clrt/ ("include/clrt/clrt.h", "device/atomic.clh" ...).
llvm::ArrayRef<EmbeddedFile> clrtFiles();

} // namespace cu2cl::catalog

#endif
