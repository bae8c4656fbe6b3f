// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R36: allocation through T**, into member arrays, by a function that returns float *, by an
// out-parameter.
#include "check.h"

__global__ void fill(float *v, float x) { v[threadIdx.x] = x; }

struct Level {
  float *grid[3];
  struct {
    int *index;
  } inner;
};

static float *allocate(size_t n) {
  void *p = nullptr;
  if (cudaMalloc(&p, n * sizeof(float)) != cudaSuccess)
    return nullptr;
  return (float *)p;
}
static bool allocate_to(float **out, size_t n) {
  return cudaMalloc((void **)out, n * sizeof(float)) == 0;
}
static void allocate_both(float **a, float **b) {
  *a = allocate(32);
  allocate_to(b, 32);
}
template <class T> static T *allocate_array(size_t n) {
  T *p;
  OK(cudaMalloc(&p, n * sizeof(T)));
  return p;
}
static float first_of(const float *d) {
  float v = NAN;
  OK(cudaMemcpy(&v, d, sizeof v, cudaMemcpyDeviceToHost));
  return v;
}

int main() {
  Level level;
  for (int i = 0; i < 3; i++) {
    OK(cudaMalloc((void **)&level.grid[i], 32 * sizeof(float)));
    fill<<<1, 32>>>(level.grid[i], i + 0.5f);
  }
  OK(cudaMalloc(&level.inner.index, 32 * sizeof(int)));
  OK(cudaMemset(level.inner.index, 1, 32 * sizeof(int)));
  for (int i = 0; i < 3; i++)
    EXPECT_EQ(first_of(level.grid[i]), i + 0.5f);
  int index;
  OK(cudaMemcpy(&index, level.inner.index + 31, sizeof index, cudaMemcpyDeviceToHost));
  EXPECT_EQ(index, 0x01010101);

  float *a = allocate(32), *b, *c, *d;
  EXPECT(a != NULL);
  EXPECT(allocate_to(&b, 32));
  allocate_both(&c, &d);
  float **all[4] = {&a, &b, &c, &d};
  for (int i = 0; i < 4; i++)
    fill<<<1, 32>>>(*all[i], 10.0f + i);
  EXPECT_EQ(first_of(a), 10.0f);
  EXPECT_EQ(first_of(b), 11.0f);
  EXPECT_EQ(first_of(c), 12.0f);
  EXPECT_EQ(first_of(d), 13.0f);
  double *e = allocate_array<double>(4);
  double in[4] = {1, 2, 3, 4}, out[4];
  OK(cudaMemcpy(e, in, sizeof in, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(out, e, sizeof out, cudaMemcpyDeviceToHost));
  EXPECT_EQ(out[3], 4.0);

  float **rows = new float *[2]; // a host array of device pointers
  for (int i = 0; i < 2; i++)
    OK(cudaMalloc(&rows[i], 32 * sizeof(float)));
  fill<<<1, 32>>>(rows[1], 21.0f);
  fill<<<1, 32>>>(rows[0], 20.0f);
  EXPECT_EQ(first_of(rows[0]), 20.0f);
  EXPECT_EQ(first_of(rows[1]), 21.0f);
  for (int i = 0; i < 2; i++)
    OK(cudaFree(rows[i]));
  delete[] rows;
  for (int i = 0; i < 3; i++)
    OK(cudaFree(level.grid[i]));
  OK(cudaFree(level.inner.index));
  for (int i = 0; i < 4; i++)
    OK(cudaFree(*all[i]));
  OK(cudaFree(e));
  return verdict();
}
