// expect: CU2CL2019 dynamic parallelism
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__global__ void child(int *v) { v[threadIdx.x]++; }
__global__ void parent(int *v) {
  if (threadIdx.x == 0)
    child<<<1, 8>>>(v);
}

void launch(int *d) { parent<<<1, 8>>>(d); }
