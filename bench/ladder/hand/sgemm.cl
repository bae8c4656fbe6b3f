// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a person would write for a processor with vectors: the yardstick for the variants of
// samples/sgemm. A tile of 32 x 6 sums lies in 12 registers of 512 bits. Sizes that the tile does
// not divide run the plain kernel.
//@device type=cpu

//@variant 1 sgemm_hand of sgemm_naive for hand
//@ items 32 6 1, group 1 1 1
//@ when items0 >= i32(1,0) && i32(1,0) % 32 == 0 && items1 >= i32(2,0) && i32(2,0) % 6 == 0 && distinct(5,10) && distinct(7,10)
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void sgemm_hand(uchar transposed, int m, int n, int k, float alpha, __global const float *A, int lda,
                __global const float *B, int ldb, float beta, __global float *C, int ldc) {
  const int i = get_global_id(0) * 32, j = get_global_id(1) * 6;
  if (i >= m || j >= n)
    return;
  const int along = transposed ? 1 : ldb, down = transposed ? ldb : 1;
  B += j * along;
  float16 upper[6], lower[6];
#pragma unroll
  for (int c = 0; c < 6; c++)
    upper[c] = lower[c] = 0.0f;
  for (int p = 0; p < k; p++) {
    const float16 a = vload16(0, A + i + p * lda), b = vload16(0, A + i + 16 + p * lda);
#pragma unroll
    for (int c = 0; c < 6; c++) {
      upper[c] += a * B[c * along + p * down];
      lower[c] += b * B[c * along + p * down];
    }
  }
#pragma unroll
  for (int c = 0; c < 6; c++) {
    __global float *to = C + i + (j + c) * ldc;
    vstore16(alpha * upper[c] + beta * vload16(0, to), 0, to);
    vstore16(alpha * lower[c] + beta * vload16(1, to), 1, to);
  }
}
