// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Macros in front of all includes that have names of clrt's headers; constants of the device that
// host code reads as values; buffers of pointers that share a declaration; a symbol whose type
// follows a macro.
#define T float
#define N 64
#define size 2
#define int_count(x) ((x) + size)
#define min(a, b) ((a) < (b) ? (a) : (b))
#include <cstdio>
#include <cuda_runtime.h>

#define DEVICE __device__
static DEVICE __const__ unsigned char mask = 15;
static DEVICE __const__ unsigned char left = mask << 4;
__constant__ const int limit = 64;
static __device__ constexpr float quarter = 0.25f;
__device__ const bool on = true;
__device__ const unsigned long long big = 1ull << 63;
enum Color : short { RED = -3 };
__constant__ const short shade = RED;

__global__ void sum(int *p) {
  p[threadIdx.x] = mask + left + limit + (int)(quarter * 8) + on + (int)(big >> 60) + shade;
}

static int *single, **unused;
static T **rows, **more, *one;

__global__ void add_rows(T **a, T **b, T *c) {
  c[threadIdx.x] = a[0][threadIdx.x] + b[0][threadIdx.x] + min(N, int_count(0));
}

static bool constants() {
  int *d, h[2], room[limit];
  cudaMalloc(&d, sizeof h);
  sum<<<1, 2>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  int own = mask + left + limit + (int)(quarter * 8) + on + (int)(big >> 60) + shade;
  return h[1] == own && own == 15 + 240 + 64 + 2 + 1 + 8 - 3 && sizeof room == 64 * sizeof(int);
}

static bool pointers() {
  T *h_rows[1], *h_more[1], x[4] = {1, 2, 3, 4};
  if (cudaMalloc(&h_rows[0], sizeof x) != cudaSuccess ||
      cudaMalloc(&h_more[0], sizeof x) != cudaSuccess)
    return false;
  cudaMalloc(&one, sizeof x);
  cudaMemcpy(h_rows[0], x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemcpy(h_more[0], x, sizeof x, cudaMemcpyHostToDevice);
  cudaMalloc(&rows, sizeof h_rows);
  cudaMalloc(&more, sizeof h_more);
  cudaMemcpy(rows, h_rows, sizeof h_rows, cudaMemcpyHostToDevice);
  cudaMemcpy(more, h_more, sizeof h_more, cudaMemcpyHostToDevice);
  add_rows<<<1, 4>>>(rows, more, one);
  cudaMemcpy(x, one, sizeof x, cudaMemcpyDeviceToHost);
  cudaFree(rows);
  cudaFree(more);
  cudaFree(one);
  return x[0] == 4 && x[3] == 10 && !single && !unused;
}

// The type is a macro, which a declarator of its own needs again.
#define Real float
static bool types_of_macros() {
  Real *d, h[4] = {1, 2, 3, 4};
  Real other[4], *second;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&second, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(second, d, sizeof h, cudaMemcpyDeviceToDevice);
  cudaMemcpy(other, second, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(second);
  return other[0] == 1 && other[3] == 4;
}

int main() {
  bool fine = constants() && pointers() && types_of_macros();
  printf("%s\n", fine ? "PASSED" : "FAILED");
  return fine ? 0 : 1;
}
