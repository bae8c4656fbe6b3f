// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "plain.h"
#include "cuda_runtime.h"
int use(Plain &p) {
  float h[4];
  cudaMemcpy(h, p.d_data, 16, cudaMemcpyDeviceToHost);
  cudaFree(p.d_data);
  return h[3] == 3;
}
