// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R26: two sources of one name in two folders.
#include <cstdio>
#include <cuda_runtime.h>

void run_a(int *v);
void run_b(int *v);

int main() {
  int *d, v[16], wrong = 0;
  if (cudaMalloc(&d, sizeof v) != cudaSuccess) {
    printf("FAILED\n");
    return 1;
  }
  run_a(d);
  cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 16; i++)
    wrong += v[i] != 100 + i;
  run_b(d);
  cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 16; i++)
    wrong += v[i] != 200 + i;
  cudaFree(d);
  printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
