// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: user functions, variables, types, members and parameters whose names mean something in
// OpenCL C.
#include "check.h"

typedef unsigned int uint8; // eight bytes wide it is not: OpenCL's uint8 is a vector
struct half2x {
  float local, global;
};
struct event_t {
  int image2d_t, kernel;
};

__device__ int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }
__device__ float mix(float a, float b) { return a + 2 * b; }
__device__ float half(float x) { return 0.5f * x; }
__device__ int select(int a) { return a + 1; }
__device__ int get_global_id(int kernel) { return kernel * 100; }
__device__ float dot(float a, float b) { return a - b; }
__device__ int barrier(int read_only) { return read_only ^ 1; }
__constant__ int constant = 4;

__global__ void kernel(float *global, int *local, uint8 pipe, half2x private_values,
                       event_t event) {
  int constant_int = constant, sampler_t = threadIdx.x;
  float vec_step = half((float)sampler_t), convert_int = mix(1.0f, 2.0f);
  __shared__ int write_only[32];
  write_only[sampler_t] = select(sampler_t);
  __syncthreads();
  global[sampler_t] = vec_step + convert_int + dot(private_values.local, private_values.global);
  local[sampler_t] = clamp(sampler_t, 3, 9) + get_global_id(constant_int) + barrier(sampler_t) +
                     write_only[31 - sampler_t] + pipe + event.kernel * event.image2d_t;
}

int main() {
  float f[32], *d_f;
  int v[32], *d_v;
  OK(cudaMalloc(&d_f, sizeof f));
  OK(cudaMalloc(&d_v, sizeof v));
  half2x h = {3.0f, 1.0f};
  event_t e = {5, 6};
  kernel<<<1, 32>>>(d_f, d_v, 1000000u, h, e);
  OK(cudaMemcpy(f, d_f, sizeof f, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(v, d_v, sizeof v, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; i++) {
    EXPECT_EQ(f[i], 0.5f * i + 5 + 2);
    EXPECT_EQ(v[i], (i < 3 ? 3 : i > 9 ? 9 : i) + 400 + (i ^ 1) + 32 - i + 1000000 + 30);
  }
  OK(cudaFree(d_f));
  OK(cudaFree(d_v));
  return verdict();
}
