// expect: CU2CL2310 tex2DLod
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void kernel(cudaTextureObject_t t, float *out) {
  out[threadIdx.x] = tex2DLod<float>(t, threadIdx.x, 0.5f, 1.0f);
}

void launch(cudaTextureObject_t t, float *d) { kernel<<<1, 8>>>(t, d); }
