// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the build defines has blanks, quotes, parentheses and parameters, or a name of one
// letter, on both sides.
#include <cstdio>
#include <cstring>

__host__ __device__ void values(int *o) {
  TYPE below = -1;
  WIDE wide = -1;
  o[0] = below / 2 > 0;
  o[1] = NEXT(4) * 2;
  o[2] = SUM * 2;
  o[3] = sizeof(TEXT);
  o[4] = LETTER;
  o[5] = MIXED(1, 2) * 3;
  o[6] = wide >> 60;
  o[7] = N;
  o[8] = m * 10 + k;
}
__global__ void kernel(int *o) { values(o); }

int main() {
  int *d, h[9], on_host[9];
  cudaMalloc(&d, sizeof h);
  kernel<<<1, 1>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  const int expected[9] = {1, 10, 16, 6, 'x', 13, 15, 5, 23};
  values(on_host);
  bool ok = !memcmp(h, expected, sizeof h) && !memcmp(on_host, expected, sizeof h);
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
