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

// What CUDA declared long ago is the program's own.
__device__ double saturate(double x) { return x < 0 ? 0 : x > 255 ? 255 : x; }
__device__ int umul24(int a, int b) { return a * 1000 + b; }
__device__ int mulhi(short a, short b) { return a * 1000 + b; }
__host__ __device__ int float_as_int(float x) { return (int)(x * 2); }
__global__ void old_names(int *o) {
  unsigned i = threadIdx.x;
  o[i] = (int)saturate(i * 10.f) + umul24(i, 5u) * 3 + mulhi(int(i), 7) * 7 + float_as_int(i);
}

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

// Local names of built-ins that the translation itself calls.
struct Bits {
  int popcount, min;
};
__device__ int ones(int popcount, unsigned x) { return popcount + __popc(x); }
__device__ float added(float fma, float a) { return __fmaf_rn(fma, a, 1.0f) + fma; }
template <typename T> __device__ T larger(T select, T b) {
  T max = select > b ? select : b;
  return max + ::max(select, b);
}
__global__ void builtins(int *out, float *real, const int *in) {
  int i = threadIdx.x;
  unsigned x = in[i];
  int popcount = __popc(x), clz = __clz(x), mul24 = __mul24(i, 3), mad24 = __umul24(i, 5);
  int rotate = __funnelshift_l(x, x, 3), hadd = __hadd(i, 3), abs_diff = __sad(i, 2, 1);
  int atomic_add = atomicAdd(&out[16], 1) >= 0, min = ::min(i, 3), abs = ::abs(-i);
  unsigned mul_hi = __umulhi(x, 1u << 31);
  float native_sin = __sinf(0.0f), sqrt = sqrtf(4.0f), pow = powf(2.0f, 3.0f);
  int as_int = __float_as_int(1.0f);
  float as_float = __int_as_float(as_int);
  __shared__ int atomic_max[1];
  if (i == 0)
    atomic_max[0] = -1;
  __syncthreads();
  atomicMax(atomic_max, i);
  __syncthreads();
  Bits bits{__popc(7), ::min(4, i)};
  auto lambda = [=](int ctz) { return popcount + __popc(ctz) + min; };
  out[i] = popcount + clz * 2 + mul24 + mad24 + rotate + hadd + abs_diff + atomic_add + min + abs +
           mul_hi + bits.popcount + bits.min + ones(popcount, x) + larger(i, 3) + lambda(12) +
           atomic_max[0];
  real[i] = native_sin + sqrt + pow + as_float + added(2.0f, 3.0f) + larger(1.0f, 2.0f);
}

static void test_builtins() {
  int in[16], out[17] = {}, *d_in, *d_out;
  float real[16], *d_real;
  for (int i = 0; i < 16; i++)
    in[i] = i * 77 + 1;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_real, sizeof real));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_out, out, sizeof out, cudaMemcpyHostToDevice));
  builtins<<<1, 16>>>(d_out, d_real, d_in);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(real, d_real, sizeof real, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++) {
    unsigned x = in[i];
    int ones = 0, zeros = 0, low = i < 3 ? i : 3;
    for (int b = 0; b < 32; b++)
      ones += x >> b & 1;
    while (!(x >> (31 - zeros)))
      zeros++;
    EXPECT_EQ(out[i], ones + zeros * 2 + i * 3 + i * 5 + (int)(x << 3 | x >> 29) + (i + 3) / 2 +
                          std::abs(i - 2) + 1 + 1 + low + i + (int)(x >> 1) + 3 + (i < 4 ? i : 4) +
                          2 * ones + 2 * (i > 3 ? i : 3) + ones + 2 + low + 15);
    EXPECT_EQ(real[i], 0 + 2 + 8 + 1 + 9 + 4);
  }
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  OK(cudaFree(d_real));
}

int main() {
  test_builtins();
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
  old_names<<<1, 32>>>(d_v);
  OK(cudaMemcpy(v, d_v, sizeof v, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; i++)
    EXPECT_EQ(v[i], (i * 10 > 255 ? 255 : i * 10) + i * 10000 + 64 + float_as_int(i));
  OK(cudaFree(d_f));
  OK(cudaFree(d_v));
  return verdict();
}
