// expect: CU2CL3006 entries initial value
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

// The strings are the device program's: what the host would copy are addresses on the device.
struct Entry {
  const char *name;
  int value;
};
__device__ Entry entries[] = {{"one", 1}, {"two", 2}};

__global__ void kernel(int *v) { v[0] = entries[1].value + entries[1].name[0]; }

void launch(int *d) {
  kernel<<<1, 1>>>(d);
  Entry copy[2];
  cudaMemcpyFromSymbol(copy, entries, sizeof copy);
}
