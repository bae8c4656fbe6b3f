// expect: CU2CL2001 recursion fibonacci
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void kernel(int *out) { out[threadIdx.x] = fibonacci(threadIdx.x); }

void launch(int *d) { kernel<<<1, 8>>>(d); }
