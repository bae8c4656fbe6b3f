// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: macros of the program with the names of what OpenCL has. They catch none of the calls that
// CUDA's functions become, nor those in clrt's helpers.
#include "check.h"

#define ceil(x) ((x) * 0)
__device__ float flattened(float x) { return ceil(x) + 2; }
#undef ceil
__device__ float before(float a, float b) { return roundf(a) + fmaxf(a, b) + __popc((int)b) + ceil(a) - flattened(b); }
#include "parts/macro_names.cuh"
#include "parts/macro_names_used.cuh"
#define abs(x) ((x) < 0 ? -(x) : (x))
#define round(x) ((x) + 1000)
#define floor 5
#define fmax(a, b) -1
#define rsqrt(x) (x * 7)
#define mix 3
#define dot(a, b) 17
#define select(a) a
#define barrier 21
#define popcount(x) 99
#define clz(x) 98
#define fma(a, b, c) 97
#define convert_int_sat(x) 96
#define get_local_id(x) 95
#define uint int
#define ulong short
#define as_float(x) 94
#define native_divide(a, b) 93
#define local 4
#define kernel 30
#define global_variable 31
#define global_at(x) 32
#define members 33
#define mem_fence(x) 8
#define clrt_shl_int(a, b) 77
#define sqrt(x) 9
// clang-format off: calls that become others
__global__ void k(const float *in, float *o, int *io) {
  int i = threadIdx.x; float a = in[i], b = in[i + 1];
  o[0] = roundf(a); o[1] = floorf(a); o[2] = fmaxf(a, b); o[3] = rsqrtf(b); o[4] = __popc(7); o[5] = __clz(1); o[6] = fmaf(a, b, 1.0f); o[7] = (int)a; o[8] = __int_as_float(0x3f800000); o[9] = __fdividef(a, 2.0f); o[10] = fminf(a, b); o[11] = sqrtf(b); o[12] = (unsigned)i + threadIdx.x;
  __shared__ int s[4]; s[i] = 3; __syncthreads(); __threadfence();
  io[0] = min(3, 4) + max(5, 6) + abs(-7) + round(1) + mix + dot(1, 2) + barrier + local + floor + kernel + global_variable + global_at(1) + convert_int_sat(1); io[1] = 1 << (int)b; io[2] = s[i]; io[3] = (size_t)i - 1 > 5; io[4] = ::fabsf(-2.0f); io[5] = before(a, b); io[6] = 8ull * (unsigned)(b) / 3; io[7] = low(5); io[8] = shifted(-64, io[9], a + 1);
}

int main() {
  const float h[2] = {1.5f, 4.0f};
  const int start[10] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 40};
  float o[13], *d, *d_o;
  int io[10], *d_io;
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMalloc(&d_o, sizeof o));
  OK(cudaMalloc(&d_io, sizeof io));
  OK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_io, start, sizeof start, cudaMemcpyHostToDevice));
  k<<<1, 1>>>(d, d_o, d_io);
  OK(cudaMemcpy(o, d_o, sizeof o, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(io, d_io, sizeof io, cudaMemcpyDeviceToHost));
  const float want[13] = {2, 1, 4, 0.5f, 3, 31, 7, 1, 1, 0.75f, 1.5f, 2, 0};
  const int want_io[10] = {1356, 16, 3, 1, 2, 7, 10, 112, 2, 40};
  for (int i = 0; i < 13; i++)
    EXPECT_NEAR(o[i], want[i], 1e-6);
  for (int i = 0; i < 10; i++)
    EXPECT_EQ(io[i], want_io[i]);
  OK(cudaFree(d));
  OK(cudaFree(d_o));
  OK(cudaFree(d_io));
  EXPECT_EQ(kernel + global_variable + global_at(1) + members, 126);
  return verdict();
}
