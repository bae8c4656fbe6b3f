// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// C++20 around launches: templates without a head (`auto` parameters), constraints, designated
// initialisers.

#include <concepts>
#include <cstdio>
#include <optional>
#include <span>
#include <vector>

static int failures = 0;
#define EXPECT(condition)                                                                          \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      std::printf("line %d: %s\n", __LINE__, #condition);                                          \
      ++failures;                                                                                  \
    }                                                                                              \
  } while (0)

namespace device {
__device__ auto twice(auto x) { return x * 2; }
__global__ void fill(auto *p, auto v) { p[threadIdx.x] = twice(v) + threadIdx.x; }
template <int N> __global__ void add(auto *p) { p[threadIdx.x] += N; }

template <std::floating_point T> __global__ void halve(T *p, int n) {
  if (int i = threadIdx.x; i < n)
    p[i] /= 2;
}
template <typename T>
  requires std::integral<T>
__global__ void halve(T *p, int n) {
  if (int i = threadIdx.x; i < n)
    p[i] >>= 1;
}
template <typename T>
  requires(sizeof(T) == 4)
__global__ void negate(T *p) {
  p[threadIdx.x] = -p[threadIdx.x];
}
template <typename T>
  requires(sizeof(T) == 8)
__global__ void negate(T *p) {
  p[threadIdx.x] = 8;
}
} // namespace device

struct Shape {
  int grid = 1;
  int block = 32;
};

auto launch(auto kernel, Shape shape, auto... args) {
  kernel<<<shape.grid, shape.block>>>(args...);
  return cudaGetLastError();
}
void fill_float(auto *p) { device::fill<<<1, 32>>>(p, 4); }

struct Buffers {
  auto synchronized(auto value) {
    cudaDeviceSynchronize();
    return value;
  }
};

template <typename T> std::optional<std::span<T>> make(std::span<const T> values) {
  T *p = nullptr;
  if (auto e = cudaMalloc(&p, values.size_bytes()); e != cudaSuccess)
    return std::nullopt;
  cudaMemcpy(p, values.data(), values.size_bytes(), cudaMemcpyHostToDevice);
  return std::span<T>(p, values.size());
}
static auto read(auto *p) {
  std::vector<std::remove_pointer_t<decltype(p)>> values(32);
  cudaMemcpy(values.data(), p, 32 * sizeof *p, cudaMemcpyDeviceToHost);
  return values;
}
static void release(auto *...p) { (cudaFree(p), ...); }

int main() {
  std::vector<int> i(32, 7);
  std::vector<float> f(32, 5);
  std::vector<double> d(32, 1);
  auto di = make<int>(i);
  auto df = make<float>(f);
  auto dd = make<double>(d);
  EXPECT(di && df && dd);

  EXPECT(launch(device::halve<float>, {.grid = 1, .block = 32}, df->data(), 32) == cudaSuccess);
  EXPECT(launch(device::halve<int>, {.block = 16}, di->data() + 16, 16) == cudaSuccess);
  EXPECT(read(df->data())[31] == 2.5f);
  EXPECT(read(di->data())[15] == 7);
  EXPECT(read(di->data())[16] == 3);

  device::fill<<<1, 32>>>(di->data(), 5);
  EXPECT(launch(device::add<2, int>, {.block = 8}, di->data()) == cudaSuccess);
  EXPECT(launch(device::negate<int>, {.block = 4}, di->data()) == cudaSuccess);
  EXPECT(launch(device::negate<double>, {.block = 4}, dd->data()) == cudaSuccess);
  fill_float(df->data());
  device::add<3><<<1, 1>>>(df->data());
  auto got = read(di->data());
  for (int k = 0; k < 32; ++k)
    EXPECT(got[k] == (k < 4 ? -(12 + k) : k < 8 ? 12 + k : 10 + k));
  EXPECT(read(df->data())[0] == 11);
  EXPECT(read(df->data())[9] == 17);
  EXPECT(read(dd->data())[3] == 8);
  EXPECT(read(dd->data())[4] == 1);
  EXPECT(Buffers().synchronized(4) == 4);
  release(di->data(), df->data(), dd->data());
  std::puts(failures ? "FAILED" : "PASSED");
  return failures != 0;
}
