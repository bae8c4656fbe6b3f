// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: all threads of the block must come to an exchange, also where it is all that a function gives
// back to those that have not returned before, or the mask of another one.
#include "check.h"

const int SIZE = 128;
static int input[SIZE];

__device__ int next_of(const int *p, int t) {
  if (p[t] == 3)
    return 4000;
  return __shfl_down_sync(~0u, p[t], 1, 8);
}
__device__ int first_of(const int *p, int t) {
  int v = 0;
  if (t % 8 == 0)
    v = p[t];
  return __shfl_sync(~0u, v, 0, 8);
}
__device__ int first_or(const int *p, int t) {
  if (p[t] == 3)
    return 40;
  return first_of(p, t);
}
struct Pair {
  int a;
  float b;
};
__device__ Pair swapped(const int *p, int t) {
  if (p[t] == 3)
    return Pair{7, 8.f};
  Pair r;
  r.a = __shfl_xor_sync(~0u, p[t], 1);
  r.b = p[t];
  return r;
}
__device__ Pair swapped_or(const int *p, int t) {
  if (p[t] == 5)
    return Pair{17, 18.f};
  return swapped(p, t);
}
__global__ void results(const int *in, int *out) {
  int t = threadIdx.x, r = 0;
  if (t / 32 % 2) {
    r = next_of(in, t) + 10000 * first_of(in, t);
    r += 1000000 * first_or(in, t);
    Pair pair = swapped_or(in, t);
    r += 100 * pair.a + (int)pair.b;
  }
  out[t] = r;
}

__global__ void masks(const int *in, int *out) {
  int t = threadIdx.x, r = 0;
  if (in[t] > 3) {
    r += __popc(__match_any_sync(__activemask(), in[t]));
    unsigned even = __match_any_sync(__ballot_sync(__activemask(), t >= 0), t & 1);
    r += 100 * __reduce_add_sync(__ballot_sync(__activemask(), 1), in[t]);
    int all;
    r += 100000 * __popc(__match_all_sync(__activemask(), in[t] > 2, &all));
    r += all * 10000000 + 20000000 * __popc(even);
  }
  out[t] = r;
}

int main() {
  static int got[SIZE];
  int *d_in, *d_out, wrong = 0;
  for (int i = 0; i < SIZE; ++i)
    input[i] = i * 7 % 13;
  OK(cudaMalloc(&d_in, sizeof input));
  OK(cudaMalloc(&d_out, sizeof input));
  OK(cudaMemcpy(d_in, input, sizeof input, cudaMemcpyHostToDevice));
  results<<<1, SIZE>>>(d_in, d_out);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int t = 0; t < SIZE; ++t) {
    int down = t % 8 < 7 ? t + 1 : t, x = input[t];
    bool left = x == 3, has_left = input[down] == 3 || input[t / 8 * 8] == 3;
    // What comes from threads that have left is not defined.
    if (t / 32 % 2 && ((!left && has_left) || (x != 3 && x != 5 && (input[t ^ 1] == 3 || input[t ^ 1] == 5))))
      continue;
    int want = (left ? 4000 : input[down]) + 10000 * input[t / 8 * 8] +
               1000000 * (left ? 40 : input[t / 8 * 8]) +
               (x == 5 ? 1718 : left ? 708 : 100 * input[t ^ 1] + x);
    if (got[t] != (t / 32 % 2 ? want : 0) && !wrong++)
      printf("results: %d: %d, not %d\n", t, got[t], want);
  }
  masks<<<1, SIZE>>>(d_in, d_out);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int t = 0; t < SIZE; ++t) {
    int sum = 0, alike = 0, count = 0, even = 0;
    for (int i = t / 32 * 32; i < t / 32 * 32 + 32; ++i)
      if (input[i] > 3) {
        sum += input[i];
        alike += input[i] == input[t];
        even += i % 2 == t % 2;
        ++count;
      }
    int want = alike + 100 * sum + 100000 * count + 10000000 + 20000000 * even;
    if (got[t] != (input[t] > 3 ? want : 0) && !wrong++)
      printf("masks: %d: %d, not %d\n", t, got[t], want);
  }
  EXPECT(wrong == 0);
  return verdict();
}
