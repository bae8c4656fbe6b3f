// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_TOOL_OPTIMIZE_H
#define CU2CL_TOOL_OPTIMIZE_H

namespace cu2cl {

/// `cu2cl optimize k.cl --kernel NAME --schedule "merge x 16 lanes"`: prints variants of kernels of
/// a file of OpenCL C with their contracts.
/// \returns 0; 1 if a kernel was refused; 2 for usage or input errors.
int optimizeFile(int ArgC, const char *const *ArgV);

} // namespace cu2cl

#endif
