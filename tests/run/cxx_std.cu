// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The standard library in device code: pair, array, min, max, move, numeric_limits, traits.
#include "check.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <climits>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

template <typename T> __host__ __device__ T identity(T x) {
  static_assert(std::is_arithmetic<T>::value, "a number");
  if (std::is_same<T, float>::value)
    return x * 2;
  return x;
}
template <typename T>
__host__ __device__ typename std::enable_if<std::is_integral<T>::value, int>::type kind(T) {
  return 1;
}
template <typename T>
__host__ __device__ typename std::enable_if<!std::is_integral<T>::value, int>::type kind(T) {
  return 2;
}
template <typename T> struct Wide {
  using type = std::conditional_t<sizeof(T) == 4, std::int64_t, T>;
};
template <typename T> __host__ __device__ T pass(T &&x) { return std::forward<T>(x); }

__host__ __device__ float work(int i) {
  std::pair<int, float> p(i, 0.5f);
  p.first += 2;
  std::array<int, 4> a = {{1, 2, 3, i}};
  a[2] += 5;
  int s = 0;
  for (unsigned k = 0; k < a.size(); k++)
    s += a[k];
  int lo = std::min(i, 7), hi = std::max(i, 3);
  float x = i, y = 2;
  Wide<int>::type wide = 1LL << 40;
  int last = std::numeric_limits<int>::max() - i;
  float small = std::numeric_limits<float>::lowest() < -1e30f ? 1 : 0;
  std::uint8_t byte = UINT8_MAX;
  return p.first + p.second + s + lo + hi * 10 + x - y + identity(i) + identity(1.5f) + kind(i) +
         kind(x) + (wide >> 38) + (last == INT_MAX - i) + small + byte + (FLT_MAX > 1) +
         std::move(hi) + pass(3);
}

// optional and variant, as far as they are constexpr; what only passes on keeps its operand whole.
__host__ __device__ std::optional<int> half(int x) {
  if (x & 1)
    return std::nullopt;
  return x / 2;
}
__host__ __device__ float either(const std::optional<float> &a, std::optional<int> b) {
  return (a ? *a : 1.f) + b.value_or(7);
}
__host__ __device__ float choices(int t) {
  std::optional<int> a = half(t);
  std::optional<float> b(t * 0.5f), none;
  auto c = b;
  *c += 4;
  float r = (a ? *a : -1) + a.value_or(9) * 10 + a.has_value() * 100 + *b + none.has_value();
  r += *c * 3 + either(b, a) + either({}, 3) + either(2.5f, {});
  using Number = std::variant<int, float>;
  const Number v = t & 1 ? Number(2.5f) : Number(t);
  const int *p = std::get_if<int>(&v);
  r += p ? *p : *std::get_if<float>(&v) * 2;
  r += v.index() * 1000 + std::holds_alternative<int>(v);
  int w[3] = {4, 1, t};
  *std::addressof(w[1]) = 33;
  if (t > 100)
    __builtin_unreachable();
  r += 2 * std::move(t & 1 ? w[0] : w[1]) + std::forward<int>(t > 3 ? w[2] : t) + w[1];
  return r * 2 + __builtin_expect(t > 3, 1) * 3;
}

__global__ void run(float *out) {
  out[threadIdx.x] = work(threadIdx.x);
  out[16 + threadIdx.x] = choices(threadIdx.x);
}

int main() {
  float out[32], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  run<<<1, 16>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++)
    EXPECT_NEAR(out[i], work(i), 1e-3);
  for (int i = 0; i < 16; i++)
    EXPECT_EQ(out[16 + i], choices(i));
  OK(cudaFree(d_out));
  return verdict();
}
