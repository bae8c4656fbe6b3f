// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Works on memory and in streams of the program.
#include "plugin.h"

__device__ int calls;

__global__ void multiply(float *v, float factor, int n) {
  int i = threadIdx.x;
  if (i < n)
    v[i] *= factor;
  if (i == 0)
    calls++;
}

extern "C" int scale(float *v, float factor, int n, cudaStream_t stream) {
  multiply<<<1, n, 0, stream>>>(v, factor, n);
  return cudaGetLastError();
}

extern "C" int scale_calls(void) {
  int count = -1;
  cudaMemcpyFromSymbol(&count, calls, sizeof count);
  return count;
}

// What the program has set: the device, and the last error.
extern "C" int current_device(void) {
  int device = -1;
  cudaGetDevice(&device);
  return device;
}
extern "C" int last_error(void) { return cudaGetLastError(); }
