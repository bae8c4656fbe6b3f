// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R41: __launch_bounds__, __forceinline__, __noinline__, __restrict__, __align__ and #pragma
// unroll.
#include "check.h"

struct __align__(16) Aligned {
  float a, b, c;
};
struct Packet {
  char tag;
  __align__(8) short value;
};

__device__ __forceinline__ float mix(float a, float b) { return 0.5f * (a + b); }
static __noinline__ __device__ int cube(int x) { return x * x * x; }

__global__ void __launch_bounds__(64)
    bounded(const Aligned *__restrict__ in, float *__restrict__ out, int n) {
  int i = threadIdx.x;
  if (i < n) {
    float s = 0;
#pragma unroll
    for (int k = 0; k < 4; k++)
      s += mix(in[i].a, in[i].b) * k;
#pragma unroll 2
    for (int k = 0; k < 3; ++k)
      s += in[i].c;
    out[i] = s + cube(i);
  }
}

__launch_bounds__(32, 2) __global__ void sizes(int *out, const Packet *p) {
  out[0] = sizeof(Aligned);
  out[1] = sizeof(Packet);
  out[2] = (int)((const char *)&p->value - (const char *)p);
}

// ---- launches of more threads than a kernel's bounds allow ----

#define WIDTH 16
template <typename T> struct Limits {
  static constexpr int threads = sizeof(T) * 4;
};
constexpr int at_most(int n) { return n < WIDTH ? n : WIDTH; }
__constant__ int step = 3;

__global__ void __launch_bounds__(WIDTH) by_macro(int *v) { atomicAdd(v, 1); }
__global__ void __launch_bounds__(at_most(100), 1) by_function(int *v) { atomicAdd(v, step); }
template <int N> __global__ void __launch_bounds__(N) by_argument(int *v) { atomicAdd(v, 1); }
template <typename T>
__global__ void __launch_bounds__(Limits<T>::threads) by_type(int *v, T x) {
  atomicAdd(v, (int)x);
}
__global__ void __launch_bounds__(WIDTH) declared_first(int *v);
__global__ void declared_first(int *v) { atomicAdd(v, 1); }
__global__ __launch_bounds__(WIDTH) void as_value(int *v) { atomicAdd(v, 1); }
__global__ __launch_bounds__(WIDTH) void with_symbol(int *v) { atomicAdd(v, step); }
namespace {
__global__ __launch_bounds__(2 * WIDTH) void wider(int *v) { atomicAdd(v, 1); }
} // namespace
static void (*const values[])(int *) = {as_value, with_symbol, by_argument<8>};

static int *sum;
// Of the launches since the last call.
static int taken() {
  int h = 0, zero = 0;
  OK(cudaMemcpy(&h, sum, sizeof h, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(sum, &zero, sizeof h, cudaMemcpyHostToDevice));
  return h;
}
static bool refused() { return cudaGetLastError() == cudaErrorInvalidValue && taken() == 0; }

static void test_named() {
  int volatile few = WIDTH, many = WIDTH + 1;
  by_macro<<<2, many>>>(sum);
  EXPECT(refused());
  by_macro<<<2, few>>>(sum);
  EXPECT_EQ(taken(), 32);
  by_macro<<<1, dim3(few, 2)>>>(sum);
  EXPECT(refused());
  by_macro<<<1, dim3(4, 2, 2)>>>(sum);
  EXPECT_EQ(taken(), 16);
  by_function<<<1, many>>>(sum);
  EXPECT(refused());
  by_function<<<1, few>>>(sum);
  EXPECT_EQ(taken(), 48);
  by_argument<4><<<1, 5>>>(sum);
  EXPECT(refused());
  by_argument<5><<<1, 5>>>(sum);
  EXPECT_EQ(taken(), 5);
  by_type<<<1, 17>>>(sum, 1.0f);
  EXPECT(refused());
  by_type<<<1, 16>>>(sum, 1.0f);
  by_type<<<1, 17>>>(sum, 1ll);
  EXPECT_EQ(taken(), 33);
  declared_first<<<1, 2 * few>>>(sum);
  EXPECT(refused());
  wider<<<1, 2 * few>>>(sum);
  EXPECT_EQ(taken(), 32);
  wider<<<1, 3 * few>>>(sum);
  EXPECT(refused());
  by_macro<<<1, 2000>>>(sum);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaSuccess);
}

static void test_values() {
  const int most[] = {WIDTH, WIDTH, 8}, added[] = {1, 3, 1};
  for (int i = 0; i < 3; ++i) {
    values[i]<<<1, most[i] + 1>>>(sum);
    EXPECT(refused());
    values[i]<<<1, most[i]>>>(sum);
    EXPECT_EQ(taken(), most[i] * added[i]);
    cudaFuncAttributes a;
    OK(cudaFuncGetAttributes(&a, values[i]));
    EXPECT_EQ(a.maxThreadsPerBlock, most[i]);
    int blocks = 0, threads = 0;
    OK(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, values[i], 0, 0));
    EXPECT(threads > 0 && threads <= most[i]);
  }
  void *arguments[] = {&sum};
  EXPECT(cudaLaunchKernel((const void *)as_value, dim3(1), dim3(WIDTH + 1), arguments, 0, 0) ==
         cudaErrorInvalidValue);
  EXPECT(refused());
  OK(cudaLaunchKernel((const void *)as_value, dim3(1), dim3(WIDTH), arguments, 0, 0));
  EXPECT_EQ(taken(), WIDTH);
}

static void test_bounds() {
  OK(cudaMalloc(&sum, sizeof *sum));
  OK(cudaMemset(sum, 0, sizeof *sum));
  test_named();
  test_values();
  OK(cudaFree(sum));
}

int main() {
  Aligned in[40], *d_in;
  float out[40], *d_out;
  int s[3], *d_s;
  Packet *d_p;
  for (int i = 0; i < 40; i++)
    in[i].a = (float)i, in[i].b = 2.0f * i, in[i].c = 1.0f;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_s, sizeof s));
  OK(cudaMalloc(&d_p, sizeof(Packet)));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  bounded<<<1, 64>>>(d_in, d_out, 40);
  sizes<<<1, 1>>>(d_s, d_p);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(s, d_s, sizeof s, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 40; i++)
    EXPECT_EQ(out[i], 9.0f * i + 3 + i * i * i);
  EXPECT_EQ(s[0], 16);
  EXPECT_EQ(s[1], 16);
  EXPECT_EQ(s[2], 8);
  EXPECT_EQ(sizeof(Aligned), 16u);
  EXPECT_EQ(sizeof(Packet), 16u);
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  OK(cudaFree(d_s));
  OK(cudaFree(d_p));
  test_bounds();
  return verdict();
}
