// expect: CU2CL2001 recursion even
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__device__ bool odd(int n);
__device__ bool even(int n) { return n == 0 || odd(n - 1); }
__device__ bool odd(int n) { return n != 0 && even(n - 1); }

__global__ void kernel(int *out) { out[threadIdx.x] = even(threadIdx.x); }

void launch(int *d) { kernel<<<1, 8>>>(d); }
