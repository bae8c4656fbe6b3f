// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pool.h"
#include "plain.h"
#include <cuda_runtime_api.h>
void launch(float *d, cudaStream_t s);
void make(Pool &p) {
  cudaStreamCreate(&p.stream);
  cudaMalloc((void **)&p.d_pool, 16);
  cudaEventCreate(&p.event);
  launch(p.d_pool, p.stream);
}
int check(Pool &p) {
  Plain q = {p.d_pool};
  return use(q);
}
