// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions that exchange within a warp and give an object, a vector or a number back, some threads
// before others, and with an exchange in what they give back.
#include "check.h"

struct Best {
  float value;
  int index;
  __device__ Best(float v, int i) : value(v), index(i) {}
};
struct Pair {
  int a, b;
};

__device__ Best made_in_arms(int t) {
  if (t < 32) {
    float v = __shfl_sync(~0u, (float)t, 5);
    return Best(v, t);
  }
  return Best(1, __shfl_down_sync(~0u, t, 1));
}
__device__ float number_in_arms(int t) {
  if (t < 32) {
    float v = __shfl_sync(~0u, (float)t, 5);
    return v * t;
  }
  return __shfl_down_sync(~0u, t, 1) + 1;
}
__device__ Pair left_early(int t) {
  Pair p = {0, 0};
  if (t % 32 >= 16)
    return p;
  p.a = __shfl_xor_sync(0xffff, t, 1, 16);
  p.b = p.a + t;
  return p;
}
__device__ float4 vector_behind_a_loop(int t) {
  if (t >= 32)
    return make_float4(t, 1, 2, 3);
  float s = t;
  for (int d = 16; d; d >>= 1)
    s += __shfl_xor_sync(~0u, s, d);
  return make_float4(s, s, 0, t);
}
__device__ int2 scan(int t, bool wanted) {
  if (!wanted)
    return make_int2(-1, t);
  int v = t;
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(~0u, v, d);
    if (t % 32 >= d)
      v += other;
  }
  return make_int2(v, __shfl_sync(~0u, v, 31));
}
__device__ Pair out_of_a_loop(int t, int n) {
  Pair r = {0, 0};
  for (int i = 0; i < n; i++) {
    if (i == 3 + t / 32) {
      r.b = i;
      return r;
    }
    r.a += __shfl_sync(~0u, t + i, i);
  }
  r.b = 99;
  return r;
}

__device__ int total;
/// Adds one for each thread that calls it, as many do that count what they find.
__device__ int counted(int *count) {
  unsigned mask = __ballot_sync(__activemask(), 1);
  int leader = __ffs(mask) - 1, before = 0;
  if (threadIdx.x % 32 == leader)
    before = atomicAdd(count, __popc(mask));
  before = __shfl_sync(mask, before, leader);
  return before + __popc(mask & ((1u << threadIdx.x % 32) - 1));
}

__global__ void results(int (*out)[64]) {
  int t = threadIdx.x;
  Best best = made_in_arms(t);
  out[0][t] = (int)best.value * 100 + best.index;
  out[1][t] = (int)number_in_arms(t);
  Pair p = left_early(t);
  out[2][t] = p.a * 1000 + p.b;
  float4 q = vector_behind_a_loop(t);
  out[3][t] = (int)(q.x + q.y * 3 + q.z * 5 + q.w * 1000);
  int2 s = scan(t, t < 32);
  out[4][t] = s.x + s.y * 1000;
  p = out_of_a_loop(t, 10);
  out[5][t] = p.a + p.b * 1000;
  Pair some = {1, 2};
  if (t >= 32)
    some = left_early(t);
  out[6][t] = some.a * 1000 + some.b;
  // Nobody takes what it returns.
  if (t % 3 == 0)
    counted(&total);
  __shfl_sync(0xffffffffu, t, 3);
  __syncthreads();
  out[7][t] = total;
}

int main() {
  int out[8][64], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  results<<<1, 64>>>((int(*)[64])d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 64; t++) {
    bool first = t < 32, low = t % 32 < 16;
    int next = t == 63 ? t : t + 1;
    EXPECT_EQ(out[0][t], first ? 500 + t : 100 + next);
    EXPECT_EQ(out[1][t], first ? 5 * t : next + 1);
    EXPECT_EQ(out[2][t], low ? (t ^ 1) * 1001 + t : 0);
    EXPECT_EQ(out[3][t], first ? 496 * 4 + t * 1000 : t + 3 + 10 + 3000);
    EXPECT_EQ(out[4][t], first ? t * (t + 1) / 2 + 496000 : -1 + t * 1000);
    int rounds = 3 + t / 32, sum = 0;
    for (int i = 0; i < rounds; i++)
      sum += t / 32 * 32 + i + i;
    EXPECT_EQ(out[5][t], sum + rounds * 1000);
    EXPECT_EQ(out[7][t], 22);
    EXPECT_EQ(out[6][t], first ? 1002 : low ? (t ^ 1) * 1001 + t : 0);
  }
  OK(cudaFree(d_out));
  return verdict();
}
