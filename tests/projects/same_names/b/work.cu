// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R26: the other folder has a source, a header, a kernel, a type and a device function of the same names.
#include <common.h>
#include <cuda_runtime.h>

static __device__ int value(int i) { return FACTOR * 100 + i; }

static __global__ void work(int *v, Given given) { v[threadIdx.x] = value(threadIdx.x) + given.first; }

void run_b(int *v) {
  Given given = {};
  given.first = FACTOR * 1000;
  work<<<1, 16>>>(v, given);
}
