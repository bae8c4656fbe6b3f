// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define ROUNDS 64

// Each work-item sums the distances from its point to the first ones.
__kernel void distances(__global const float *points, __global float *sums, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float sum = 0.0f;
  for (int k = 0; k < ROUNDS; k++) {
    float apart = points[i] - points[k];
    sum += apart * apart * 0.5f;
  }
  sums[i] = sum;
}
