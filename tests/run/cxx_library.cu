// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What programs use of cuComplex.h, of the C++ library's pairs, arrays and tuples, and of
// cuda::std.
#include "check.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cuComplex.h>
#include <cuda/std/array>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

namespace plain {
template <typename T> __host__ __device__ void order(T &a, T &b) {
  if (b < a)
    std::swap(a, b);
}
template <typename T> __host__ __device__ T clampv(T x) {
  return std::min(std::max(x, T(2)), T(9));
}
template <typename T> __host__ __device__ T extremes(T a, T b, T c) {
  return std::min({a, b, c}) * 100 + std::max({T(b + 1), c, a, T(3)}) + std::max({a});
}
__host__ __device__ std::pair<int, float> split(float x) {
  int n = (int)x;
  return {n, x - n};
}
__host__ __device__ auto both(int a, float b) { return std::make_pair(a + 1, b * 2); }
template <typename T, size_t N> __host__ __device__ T total(const std::array<T, N> &a) {
  T s{};
  for (const T &x : a)
    s += x;
  return s;
}
template <typename T> constexpr bool small = std::numeric_limits<T>::digits < 20;
template <typename A, typename B> __host__ __device__ auto addc(A &&a, B &&b) {
  return std::forward<A>(a) + std::forward<B>(b);
}
__host__ __device__ double work(int i) {
  int a = i, b = 7 - i;
  order(a, b);
  float x = 2.5f * i, y = 10;
  order(x, y);
  auto [n, rest] = split(x + 0.25f);
  std::array<float, 3> arr{1.f, 2.f, (float)i};
  arr[1] += 3;
  arr.back() *= 2;
  std::array<std::pair<int, float>, 2> ps{{{i, 1.5f}, {2, 0.5f}}};
  std::swap(ps[0].first, ps[1].first);
  auto p = both(i, 0.5f);
  std::get<0>(p) += 5;
  std::pair<int, float> q = std::move(p);
  if (q < std::make_pair(9, 3.f))
    q.second += 100;
  auto t = std::make_tuple(i, 2.5f, (char)3);
  double r = std::get<1>(t) + std::get<0>(t) + std::get<2>(t);
  int m = std::numeric_limits<int>::max();
  float e = std::numeric_limits<float>::epsilon();
  r += a * 3 + b + x + y * 2 + n + rest + total(arr) + arr.size() + ps[0].first * 7 + ps[1].second +
       q.first + q.second;
  r += (m > i) + (e < 1) + small<short> + small<float> * 2 + small<int> * 4 + clampv(i) +
       clampv(x) + addc(i, 2.5f) + extremes(i, 7, 9 - i) + extremes<float>(i, 2.5f, 3.0f - i);
  r += std::is_same<decltype(q.second), float>::value + std::is_signed_v<unsigned> +
       std::numeric_limits<uint8_t>::max();
  r += (std::numeric_limits<float>::infinity() > 1e30f) + arr.front() + *arr.begin() +
       (arr.end() - arr.begin());
  std::conditional_t<(sizeof(int) > 2), float, int> cc = i;
  cc /= 2;
  return r + cc + std::tuple_size<decltype(t)>::value;
}
} // namespace plain

namespace bindings {
struct P3 {
  float x, y;
  int n;
};
struct Pr {
  int a[2];
  float f;
};
__host__ __device__ P3 mk(int i) { return {i * 1.5f, 2.f, i}; }
template <typename A, typename B> struct Two {
  A first;
  B second;
};
template <typename A, typename B> __host__ __device__ Two<A, B> two(A a, B b) { return {a, b}; }
__host__ __device__ std::pair<int, int> divmod(int a, int b) {
  return std::make_pair(a / b, a % b);
}
__host__ __device__ double work(int i) {
  auto [x, y, n] = mk(i);
  x += 1;
  P3 p = mk(i + 1);
  auto &[px, py, pn] = p;
  px *= 2;
  pn -= 3;
  const auto &[cx, cy, cn] = p;
  int arr[3] = {i, 5, 7};
  auto [a0, a1, a2] = arr;
  a0++;
  auto &[b0, b1, b2] = arr;
  b1 += 100;
  Pr pr{{i, 2}, 0.5f};
  auto &[pa, pf] = pr;
  pa[1] = 44;
  pf++;
  auto [f, s] = two(i, two(2.5f, 'c'));
  auto [g, h] = s;
  auto [q, r] = divmod(i * 7 + 3, 4);
  std::swap(q, r);
  double sum = 0;
  Two<int, float> ts[3] = {{1, 2.f}, {i, 4.f}, {5, 6.f}};
  for (auto &[k, v] : ts) {
    v += k;
    sum += v;
  }
  for (auto [k, v] : ts) {
    k += 10;
    sum += k * v;
  }
  for (const auto &[k, v] : ts)
    sum += k;
  if (auto [u, w] = divmod(i, 3); w == 1)
    sum += u;
  else
    sum -= w;
  auto lam = [a = x, &sum] {
    sum += a;
    return a;
  };
  lam();
  return x + y + n + p.x + p.n + cx + cn + cy + a0 + arr[0] + arr[1] + a1 + b2 + pr.a[1] + pr.f +
         f + g + h + q * 10 + r + sum + a2 + b0;
}
} // namespace bindings

namespace complex_numbers {
typedef cuDoubleComplex Z;
struct Wave {
  cuFloatComplex a, b;
  __host__ __device__ cuFloatComplex sum() const { return cuCaddf(a, cuConjf(b)); }
};
__host__ __device__ inline Z operator*(Z a, Z b) { return cuCmul(a, b); }
template <typename T> struct Ops;
template <> struct Ops<cuComplex> {
  static __host__ __device__ cuComplex div(cuComplex a, cuComplex b) { return cuCdivf(a, b); }
};
template <> struct Ops<Z> {
  static __host__ __device__ Z div(Z a, Z b) { return cuCdiv(a, b); }
};
__host__ __device__ double work(int i) {
  cuFloatComplex a = make_cuFloatComplex(i + 1, 2), b = make_cuComplex(0.5f, -i);
  Z z = make_cuDoubleComplex(i, -1.5), w = z * z;
  Wave v = {a, b};
  cuFloatComplex s = cuCsubf(v.sum(), cuCmulf(a, b));
  s = cuCfmaf(s, a, Ops<cuComplex>::div(a, b));
  w = cuCadd(w, cuCsub(Ops<Z>::div(w, make_cuDoubleComplex(3, 4)), cuConj(z)));
  w = cuCadd(i & 1 ? w : z, cuCsub(z, i & 2 ? z : w));
  w = cuCfma(w, z, cuComplexFloatToDouble(s));
  s.x += cuCrealf(b) + cuComplexDoubleToFloat(w).y * 1e-3f;
  return (cuCabsf(s) + cuCabs(w) + cuCreal(w) - cuCimag(z) + cuCimagf(a)) * 1e-3;
}
} // namespace complex_numbers

namespace cuda_std {
template <typename T> __host__ __device__ T top() { return cuda::std::numeric_limits<T>::max(); }
template <typename T, typename = cuda::std::enable_if_t<cuda::std::is_integral<T>::value>>
__host__ __device__ int kind(T) {
  return 1;
}
__host__ __device__ int kind(double) { return 2; }
__host__ __device__ cuda::std::pair<int, float> both(int i) {
  return cuda::std::make_pair(i, i * 0.5f);
}
__host__ __device__ cuda::std::tuple<int, float, char> three(int i) {
  return cuda::std::make_tuple(i, i * 2.f, 'c');
}
__host__ __device__ double work(int i) {
  cuda::std::array<int, 4> a{{i, 2, 3, 4}};
  int x = i, y = 3;
  cuda::std::swap(x, y);
  cuda::std::swap(a[0], a[3]);
  auto p = both(i);
  auto [f, s] = both(i + 1);
  cuda::std::array<float, 2> q = {1.f, (float)i};
  auto [q0, q1] = q;
  auto t = three(i);
  cuda::std::get<1>(t) += 5;
  const auto &ct = t;

  cuda::std::optional<int> half;
  half = i % 2 ? cuda::std::nullopt : cuda::std::optional<int>(i / 2);
  const cuda::std::variant<int, float> either(i * 0.5f);
  cuda::std::uint8_t w = 255;
  w += 2;
  return a[0] + a[3] * 10 + x * 3 + y + p.first + p.second + f + s + q0 + q1 +
         half.value_or(-3) * 1000 + *cuda::std::get_if<float>(&either) * 64 +
         cuda::std::get<0>(ct) + cuda::std::get<1>(t) + cuda::std::get<2>(t) +
         (top<short>() == 32767) + kind(i) + kind(2.0) + w + cuda::std::min(i, 4) +
         cuda::std::max(i, 5) + cuda::std::move(x) +
         cuda::std::is_same<decltype(p.second), float>::value;
}
} // namespace cuda_std

// Each on both sides.
__global__ void run(double *out) {
  int i = threadIdx.x;
  double *mine = out + i * 4;
  mine[0] = plain::work(i);
  mine[1] = bindings::work(i);
  mine[2] = complex_numbers::work(i);
  mine[3] = cuda_std::work(i);
}

int main() {
  double out[16][4], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  run<<<1, 16>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++) {
    EXPECT_NEAR(out[i][0], plain::work(i), 1e-5);
    EXPECT_NEAR(out[i][1], bindings::work(i), 1e-5);
    EXPECT_NEAR(out[i][2], complex_numbers::work(i), 1e-5);
    EXPECT_NEAR(out[i][3], cuda_std::work(i), 1e-5);
  }
  OK(cudaFree(d_out));
  return verdict();
}
