// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Static variables of kernels and device functions, also of the last kernel before host code, whose handle names them.
#include "check.h"

template <typename T> __device__ T bump() {
  static T total;
  return atomicAdd(&total, (T)2);
}

// Each instance has its own.
template <typename T, int First> class Counter {
public:
  __device__ T next() {
    static T n = First;
    return atomicAdd(&n, (T)1);
  }
};

template <typename T> __global__ void count(T *out) {
  static int calls = 5;
  out[0] = bump<T>() * 100;
  out[1] = ++calls;
  Counter<T, 7> seven;
  Counter<T, 20> twenty;
  out[2] = seven.next() + seven.next() + twenty.next() * 100;
}

template <typename T> void run(T total, T calls, T counted) {
  T *d, got[3];
  OK(cudaMalloc(&d, sizeof got));
  count<<<1, 1>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], total);
  EXPECT_EQ(got[1], calls);
  EXPECT_EQ(got[2], counted);
  OK(cudaFree(d));
}

// Arrays, of templates and of methods.
namespace arrays {
template <int N> __device__ int next() {
  static int calls[N];
  return N * 10 + ++calls[N - 1];
}
template <typename T> __device__ T table(int i) {
  static T values[3] = {T(1.5), T(-2), 3};
  return values[i] += 1;
}
template <int N> struct Rows {
  __device__ int next(int i) {
    static unsigned short rows[2][N] = {{1, 2}, {3}};
    return rows[i][0]++;
  }
};
struct Named {
  static constexpr int base = 7;
  __device__ int next(int i) {
    static int values[2] = {base, base * 2};
    static int n = base;
    return values[i]++ * 100 + n++;
  }
};
template <typename T> __device__ T numbers() {
  static double parts[4] = {1.0 / 3, -0.0, 1e-300, 1.0 / 0.0};
  static float least = -0.0f;
  static bool flags[2] = {true};
  static char text[4] = "ab";
  static unsigned long long most[2] = {~0ull, 1ull << 63};
  static long long lowest[1] = {-9223372036854775807LL - 1};
  flags[1] |= flags[0];
  text[0]++;
  T sum = T(parts[0] * 3) + (1 / parts[1] < 0) * 2 + (parts[2] > 0) * 4 + (parts[3] > 1e308) * 8;
  sum += (1 / least < 0) * 16 + flags[1] * 32 + (text[0] == 'b') * 64 + (text[1] == 'b') * 128;
  return sum + (most[0] + 1 == 0) * 256 + (most[1] >> 63) * 512 + (lowest[0] < -5) * 1024;
}
__global__ void run(double *out) {
  out[0] = next<2>() * 10000 + next<3>() * 100 + next<2>();
  out[1] = table<int>(1) * 10 + table<int>(1);
  out[2] = table<float>(0) + table<double>(0) * 10;
  out[3] = Rows<3>().next(0) + Rows<3>().next(1) * 10 + Rows<3>().next(0) * 100;
  out[4] = Rows<2>().next(0);
  out[5] = Named().next(0);
  out[6] = Named().next(1);
  out[7] = Named().next(0);
  out[8] = numbers<double>();
}
static void check() {
  const double want[9] = {213122, -10, 27.5, 231, 1, 707, 1408, 809, 2047};
  double got[9], *d;
  OK(cudaMalloc(&d, sizeof got));
  run<<<1, 1>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 9; i++)
    EXPECT_EQ(got[i], want[i]);
  OK(cudaFree(d));
}
} // namespace arrays

namespace last {
__global__ void number(int *out) {
  static int next[2] = {10, 20};
  out[threadIdx.x] = next[threadIdx.x]++;
}

static void run(int first) {
  int *d, got[2];
  OK(cudaMalloc(&d, sizeof got));
  number<<<1, 2>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], first);
  EXPECT_EQ(got[1], first + 10);
  OK(cudaFree(d));
}
} // namespace last

// Values made of what only their function has.
namespace local_words {
template <class T> __device__ int scaled(T by) {
  constexpr T step = 3;
  struct Sizes {
    enum { wide = 40 };
  };
  static T held[2] = {step * 2, Sizes::wide};
  return int(held[0]++ * by + held[1]);
}
__global__ void note(int *out) {
  enum { first = 100, second };
  const int third = 300;
#define FOURTH 400
#define SUM(a) (a + third)
  static int a = first + 7, b[2] = {second, third}, c = FOURTH;
  {
    static int a = SUM(5);
    out[4] = a++;
  }
  out[0] = a++, out[1] = b[0]++, out[2] = b[1], out[3] = c, out[5] = scaled(2) + scaled(2.0f) * 1000;
}
static void check() {
  int *d, got[6], want[] = {107, 101, 300, 400, 305, 52052};
  OK(cudaMalloc(&d, sizeof got));
  note<<<1, 1>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 6; i++)
    EXPECT_EQ(got[i], want[i]);
  OK(cudaFree(d));
}
} // namespace local_words

int main() {
  local_words::check();
  run<int>(0, 6, 2015);
  run<int>(200, 7, 2119);
  run<float>(0, 6, 2015);
  last::run(10);
  last::run(11);
  arrays::check();
  return verdict();
}
