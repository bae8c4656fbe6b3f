// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Variables that would hide what their function calls or means; the others keep their names.
#define TWICE(v) ((v) + (v))
#define MORE (popcount + 1)
namespace cfg {
__device__ const int width = 7;
}
__constant__ float rsqrt_table[4] = {1, 2, 3, 4};
__constant__ int rhadd = 5;

// CL: #define MORE (popcount_ + 1)
// CL: int count_int(int x, int clz_) {
template <class T> __device__ T count(T x, int clz) {
  // CL: int popcount_ = (int)popcount((uint)x);
  int popcount = __popc(x);
  // CL: int length = clz(x) + clz_;
  int length = __clz(x) + clz;
  // CL: return MORE + TWICE(popcount_) + length;
  return MORE + TWICE(popcount) + length;
}

// CL: void k(__global int *out, __global int *clz, int n, float fabs_, __constant float *rsqrt_table, __constant int *rhadd_, __global const int *width_) {
__global__ void k(int *out, int *clz, int n, float fabs) {
  int width = 3, i = threadIdx.x;
  // CL: float ceil_ = ceil(fabs_ * rsqrt_table[i & 3]) + fabs(fabs_);
  float ceil = ceilf(fabs * rsqrt_table[i & 3]) + fabsf(fabs);
  if (i < n)
    // CL: out[i] = count_int(i + 9, i) + clz[i] + width + *width_ + convert_int_sat(ceil_) + *rhadd_ + rhadd(i, n) + sizeof(width);
    out[i] = count<int>(i + 9, i) + clz[i] + width + cfg::width + (int)ceil + rhadd +
             __rhadd(i, n) + sizeof(width);
}
