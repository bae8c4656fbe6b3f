// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_DIALECT_ADDRESSSPACE_H
#define CU2CL_ANALYSIS_DIALECT_ADDRESSSPACE_H

#include "llvm/ADT/StringRef.h"

namespace cu2cl {

/// The address space of a pointee in OpenCL C. Unknown: nothing decides it (a pointer never set);
/// print as private.
enum class AddressSpace : unsigned char { Unknown, Private, Global, Local, Constant };

/// The keyword with a trailing space ("__global "), empty for Private and Unknown.
llvm::StringRef keyword(AddressSpace S);

} // namespace cu2cl

#endif
