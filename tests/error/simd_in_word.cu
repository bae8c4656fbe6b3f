// expect: CU2CL2306 __vadd4
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void kernel(unsigned *v) { v[threadIdx.x] = __vadd4(v[threadIdx.x], 0x01010101u); }

void launch(unsigned *d) { kernel<<<1, 32>>>(d); }
