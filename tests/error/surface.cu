// expect: CU2CL2310 surfaces
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

// Surface objects that kernels read from memory are numbers of the host's.
__global__ void kernel(cudaSurfaceObject_t *surfaces, float v) {
  surf2Dwrite(v, surfaces[threadIdx.x], threadIdx.x * 4, 0);
}

void launch(cudaSurfaceObject_t *surfaces) { kernel<<<1, 8>>>(surfaces, 1.0f); }
