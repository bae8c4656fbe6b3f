// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R26: the other folder has a source, a kernel and a device function of the same names.
#include <cuda_runtime.h>

static __device__ int value(int i) { return 1 * 100 + i; }

static __global__ void work(int *v) { v[threadIdx.x] = value(threadIdx.x); }

void run_a(int *v) { work<<<1, 16>>>(v); }
