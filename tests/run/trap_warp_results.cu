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

// Functions whose end no thread reaches: all have returned before.
__device__ int odd_sum_or_count(int v) {
  if (v & 1)
    return (int)__reduce_add_sync(__activemask(), (unsigned)v);
  else
    return 1000 + __popc(__activemask());
}
__device__ int by_case(int v) {
  switch (v & 3) {
  case 1:
    return 100 + __popc(__ballot_sync(__activemask(), v > 4));
  case 2:
    return -v;
  default:
    return v;
  }
}
__device__ int until_alike(int v) {
  for (;;) {
    unsigned odd = __ballot_sync(~0u, v & 1);
    if (odd == 0 || odd == ~0u)
      return __popc(odd) + v;
    v >>= 1;
  }
}
__global__ void ends(const int *in, int *out) {
  int v = in[threadIdx.x];
  out[threadIdx.x] = odd_sum_or_count(v) + 10000 * by_case(v) + 1000000 * until_alike(v);
}

// Many blocks at once: each has the memory that its warps exchange by for itself.
__global__ void crowd(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i % SIZE] + blockIdx.x, r = 5;
  if (v % 3 == 0) {
    r = __reduce_add_sync(__activemask(), 2);
    if (r & 4)
      r++;
  }
  out[i] = r;
}

static int test_ends(const int *d_in, int *d_out) {
  int got[SIZE], wrong = 0;
  ends<<<1, SIZE>>>(d_in, d_out);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int w = 0; w < SIZE; w += 32) {
    int sum = 0, odd = 0, high = 0, v[32];
    for (int i = 0; i < 32; ++i) {
      v[i] = input[w + i];
      sum += v[i] & 1 ? v[i] : 0;
      odd += v[i] & 1;
      high += (v[i] & 3) == 1 && v[i] > 4;
    }
    int count = odd;
    for (; count != 0 && count != 32;) {
      count = 0;
      for (int i = 0; i < 32; ++i)
        count += (v[i] >>= 1) & 1;
    }
    for (int i = 0; i < 32; ++i) {
      int x = input[w + i], k = x & 3;
      int want = (x & 1 ? sum : 1000 + 32 - odd) + 10000 * (k == 1 ? 100 + high : k == 2 ? -x : x) +
                 1000000 * (count + v[i]);
      if (got[w + i] != want && !wrong++)
        printf("ends: %d: %d, not %d\n", w + i, got[w + i], want);
    }
  }
  return wrong;
}

static int test_crowd(const int *d_in) {
  const int blocks = 4096, size = 64;
  static int got[blocks * size];
  int *d_out, wrong = 0;
  OK(cudaMalloc(&d_out, sizeof got));
  for (int round = 0; round < 3; ++round) {
    crowd<<<blocks, size>>>(d_in, d_out);
    OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
    for (int w = 0; w < blocks * size; w += 32) {
      int count = 0;
      for (int i = w; i < w + 32; ++i)
        count += (input[i % SIZE] + i / size) % 3 == 0;
      int want = 2 * count + (2 * count & 4 ? 1 : 0);
      for (int i = w; i < w + 32; ++i)
        wrong += got[i] != ((input[i % SIZE] + i / size) % 3 == 0 ? want : 5);
    }
  }
  OK(cudaFree(d_out));
  if (wrong)
    printf("crowd: %d wrong\n", wrong);
  return wrong;
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
  wrong += test_ends(d_in, d_out);
  wrong += test_crowd(d_in);
  EXPECT(wrong == 0);
  return verdict();
}
