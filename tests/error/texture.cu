// expect: CU2CL2310 tex2DGrad
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void kernel(cudaTextureObject_t t, float *out) {
  out[threadIdx.x] = tex2DGrad<float>(t, threadIdx.x, 0.5f, float2{1, 0}, float2{0, 1});
}

void launch(cudaTextureObject_t t, float *d) { kernel<<<1, 8>>>(t, d); }
