// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device pointers that host code moves: helper functions, loops over begin and end, sub-arrays
// carved from one allocation, differences and comparisons, copies of parts in both directions.
#include "check.h"

#include <cstddef>
#include <cstdint>
#include <vector>

__global__ void fill(int *v, int n, int base) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    v[i] = base + i;
}
__global__ void widen(double *to, const int *from, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    to[i] = 0.5 * from[i];
}

static int *skip(int *p, ptrdiff_t n) { return p + n; }
static const int *skip_const(const int *p, size_t n) { return &p[n]; }
static void advance_by(int *&p, int n) { p += n; }
static void advance_at(int **p, int n) { *p += n; }
static size_t align_up(size_t n, size_t a) { return (n + a - 1) / a * a; }

struct Pool {
  char *base, *next, *end;
  template <typename T> T *take(size_t n) {
    size_t used = align_up(next - base, alignof(T));
    T *p = reinterpret_cast<T *>(base + used);
    next = base + used + n * sizeof(T);
    return next <= end ? p : nullptr;
  }
};

int main() {
  const int n = 64;
  int *d, h[n];
  OK(cudaMalloc(&d, n * sizeof(int)));
  OK(cudaMemset(d, 0, n * sizeof(int)));
  int *end = d + n;
  int part = 0;
  for (int *p = d; p != end; p += 16)
    fill<<<1, 8>>>(p, 16, 1000 * part++);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(h[i], 1000 * (i / 16) + i % 16);
  for (int *p = d; p < end; p++)
    if ((p - d) % 16 == 5)
      fill<<<1, 1>>>(p, 1, -1);
  int *cursor = d;
  advance_by(cursor, 3);
  advance_at(&cursor, 4);
  EXPECT_EQ(cursor - d, 7);
  EXPECT(cursor > d && cursor <= end && cursor != end && cursor == d + 7);
  fill<<<1, 1>>>(skip(cursor, -1), 1, -2);
  --cursor;
  cursor--;
  int copy[4];
  OK(cudaMemcpy(copy, cursor, sizeof copy, cudaMemcpyDeviceToHost));
  EXPECT_EQ(copy[0], -1);
  EXPECT_EQ(copy[1], -2);
  EXPECT_EQ(copy[2], 7);
  OK(cudaMemcpy(skip(d, n) - 4, copy, 4 * sizeof(int), cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d + 10, d + 60, 2 * sizeof(int), cudaMemcpyDeviceToDevice));
  OK(cudaMemcpy(h, skip_const(d, 8), 8 * sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[2], -1);
  EXPECT_EQ(h[3], -2);
  EXPECT_EQ(h[4], 12);

  Pool pool;
  OK(cudaMalloc((void **)&pool.base, 4096));
  pool.next = pool.base;
  pool.end = pool.base + 4096;
  int *a = pool.take<int>(13);
  double *b = pool.take<double>(13);
  int *c = pool.take<int>(5);
  EXPECT(a && b && c);
  EXPECT_EQ((char *)b - (char *)a, 56);
  EXPECT(pool.take<double>(1000) == nullptr);
  fill<<<1, 4>>>(a, 13, 100);
  fill<<<1, 4>>>(c, 5, 7);
  widen<<<1, 4>>>(b, a, 13);
  double hb[13];
  OK(cudaMemcpy(hb, b, sizeof hb, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(h, c, 5 * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 13; i++)
    EXPECT_EQ(hb[i], 0.5 * (100 + i));
  EXPECT_EQ(h[4], 11);
  int *from[3] = {d, d + 16, d + 32};
  for (int k = 0; k < 3; k++)
    fill<<<1, 4>>>(from[k] + k, 4, 50 + 10 * k);
  OK(cudaMemcpy(h, d + 32, 8 * sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[2], 70);
  EXPECT_EQ(h[5], 73);
  OK(cudaFree(pool.base));
  OK(cudaFree(d));
  return verdict();
}
