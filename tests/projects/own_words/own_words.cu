// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Words of CUDA's in names of files and directives; uint32_t, which cuda.h brings; objects in an archive
// whose names do not end with .o; a definition for the host compiler that kernels use; a header of CUDA's by
// its place in a toolkit.
#include <cstdio>
#include <cuda.h>
#include "/usr/local/cuda-10.1/targets/x86_64-linux/include/cuda_runtime.h"
#include <kernels/texture.h>
#include "qualifiers.h"
#include "shape.h"

int seen_by_gcc(int a);

__global__ void fill(uint32_t *out, Texel t) {
  uint32_t i = threadIdx.x;
  out[i] = WIDTH * i + twice(thrice(t.red));
}

int main() {
  uint32_t *d, h[32];
  cudaMalloc(&d, sizeof(h));
  fill<<<1, 32>>>(d, Texel{7});
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  bool fine = seen_by_gcc(2) == 10 && nothing() == NULL && Shape(1, 2).y == 2;
  for (uint32_t i = 0; i < 32; ++i)
    fine = fine && h[i] == 5 * i + 42;
  printf("%s\n", fine ? "PASSED" : "FAILED");
  return fine ? 0 : 1;
}
