// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: memory that is written as one type and read as another. CUDA's compiler keeps the order of
// such reads and writes; those of OpenCL C need not.
#include "check.h"

constexpr int threads = 32, slots = 8;

struct Record {
  float x;
  int k[2];
  short s[2];
};
__device__ void copy_words(int *to, const int *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}
__device__ unsigned *bits_of(float *values) { return (unsigned *)values; }
__device__ void negate(unsigned &bits) { bits ^= 0x80000000u; }

__global__ void other_types(float *out, int n) {
  int t = threadIdx.x;
  float *mine = out + t * slots;
  float values[4];
  for (float &v : values)
    v = t + 1;
  int *bits = (int *)values;
  bits[1] ^= 0x80000000;
  mine[0] = values[0] + values[1] * 10;
  for (int i = 0; i < n; i++)
    values[i] = t + i + 1;
  for (int i = 0; i < n; i++)
    ((unsigned *)values)[i] += 1 << 23; // twice the value
  mine[1] = values[0] + values[n - 1] * 10;
  Record a{1.5f * t, {1, t}, {3, 4}}, b;
  copy_words((int *)&b, (const int *)&a, 4);
  mine[2] = b.x * 2 + b.k[1] + b.s[1] * 100;
  negate(*(unsigned *)&values[n & 1]);
  mine[3] = values[n & 1];
  unsigned *all = bits_of(values);
  for (int i = 0; i < n; i++)
    values[i] = i;
  for (int i = n - 1; i > 0; i--)
    all[i] = all[i - 1];
  mine[4] = values[3] * 100 + values[2] * 10 + values[1];
  short halves[4] = {1, 2, 3, (short)t};
  long long *whole = (long long *)halves;
  for (int i = 0; i < n; i++)
    halves[i] += i;
  whole[0] += 1ll << 32;
  mine[5] = halves[2] * 100 + halves[3] + (int)(whole[0] >> 48);
  __shared__ float shared[threads];
  int *words = (int *)shared;
  for (int i = 0; i < n; i++)
    shared[t] = t + i;
  words[t] |= 0x80000000;
  mine[6] = shared[t];
  for (int i = 0; i < n; i++)
    mine[7] = i;
  ((int *)out)[t * slots + 7] ^= 0x80000000;
  mine[7] *= 2;
}

int main() {
  float got[threads][slots], *d;
  OK(cudaMalloc(&d, sizeof got));
  other_types<<<1, threads>>>(d, 4);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int t = 0; t < threads; t++) {
    const float want[slots] = {(t + 1) * -9.0f,
                               2.0f * (t + 1) + 20.0f * (t + 4),
                               4.0f * t + 400,
                               -2.0f * (t + 1),
                               210,
                               600.0f + (t + 3) * 2,
                               -(t + 3.0f),
                               -6};
    for (int i = 0; i < slots; i++)
      EXPECT_EQ(got[t][i], want[i]);
  }
  OK(cudaFree(d));
  return verdict();
}
