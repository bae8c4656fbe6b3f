/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Everything, the includes too, is between extern "C" braces. */
#ifdef __cplusplus
extern "C" {
#endif

#include "common.h"
#include "cuda.h"
#include "sizes.h"
#include "scale_kernel.cu"

int counted = 0;

/* An array of device pointers as a parameter, and one that is written like an array. */
static int step(struct cell *grid[2], int blocks, int from) {
  scale<<<blocks, WIDTH>>>(grid[from], grid[1 - from], 0.5f);
  return 1 - from;
}

static void fetch(struct cell *into, struct cell from[], int n) {
  cudaMemcpy(into, from, n * sizeof(struct cell), cudaMemcpyDeviceToHost);
}

void run(struct cell *cells, int n, int rounds) {
  struct cell *grid[2];
  int at = 0;
  cudaMalloc((void **)&grid[0], n * sizeof(struct cell));
  cudaMalloc((void **)&grid[1], n * sizeof(struct cell));
  cudaMemcpy(grid[0], cells, n * sizeof(struct cell), cudaMemcpyHostToDevice);
  for (int r = 0; r < rounds; r++)
    at = step(grid, n / WIDTH, at);
  fetch(cells, grid[at], n);
  cudaFree(grid[0]);
  cudaFree(grid[1]);
}

#ifdef __cplusplus
}
#endif
