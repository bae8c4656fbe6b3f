// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "s.h"
#include <cstdio>
__global__ void k(int *o) {
  o[0] = ++S::n;
  o[1] = ++shared_counter;
  o[2] = ++managed;
  o[3] = next();
}
int main() {
  int *d, h[4];
  cudaMalloc(&d, 16);
  other();
  k<<<1, 1>>>(d);
  cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d %d\n", h[0], h[1], h[2], h[3], managed);
  puts(h[0] == 18 && h[1] == 16 && h[2] == 14 && h[3] == 101 && managed == 14 ? "PASSED"
                                                                              : "FAILED");
}
