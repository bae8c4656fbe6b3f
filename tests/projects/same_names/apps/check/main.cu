// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R26: sources and headers of one name in several folders, each part with its own.
#include <cstdio>
#include <cuda_runtime.h>

void run_a(int *v);
void run_b(int *v);
void run_a_minus_b(int *v);
void run_a_b(int *v);

static int *d, wrong;

static void check(void (*run)(int *), int first) {
  int v[16];
  run(d);
  cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 16; i++)
    wrong += v[i] != first + i;
}

int main() {
  if (cudaMalloc(&d, 16 * sizeof(int)) != cudaSuccess) {
    printf("FAILED\n");
    return 1;
  }
  check(run_a, 1100);
  check(run_b, 2200);
  check(run_a_minus_b, 300);
  check(run_a_b, 400);
  cudaFree(d);
  printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
