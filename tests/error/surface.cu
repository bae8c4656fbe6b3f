// expect: CU2CL2310 surf2Dwrite
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void kernel(cudaSurfaceObject_t s, float v) { surf2Dwrite(v, s, threadIdx.x * 4, 0); }

void launch(cudaSurfaceObject_t s) { kernel<<<1, 8>>>(s, 1.0f); }
