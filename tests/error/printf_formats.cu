// expect: CU2CL2056 printf
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cuda_runtime.h>

// OpenCL takes no '*', and a format only as a literal.
__global__ void kernel(const char *format, int width, int value) {
  printf("%*d\n", width, value);
  printf(format, value);
}

void launch(const char *d) { kernel<<<1, 1>>>(d, 4, 2); }
