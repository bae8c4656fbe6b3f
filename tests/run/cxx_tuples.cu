// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tuples in device code: made, returned, taken apart, assigned, tied, compared, joined; also such
// whose elements C++ packs closer than C would.
#include "check.h"
#include <cuda/std/tuple>
#define HD __host__ __device__

struct Body {
  float m;
  int id;
  HD Body(float m = 0, int id = 0) : m(m), id(id) {}
  HD float w() const { return m * id; }
};
HD cuda::std::tuple<int, float, Body> make(int i) {
  return cuda::std::make_tuple(i, i * 0.5f, Body(i, 2));
}
template <typename... Ts> HD cuda::std::tuple<Ts...> pack(Ts... ts) {
  return cuda::std::tuple<Ts...>(ts...);
}
HD float tie(int i) {
  int x;
  float y;
  Body b;
  cuda::std::tie(x, y, b) = make(i);
  return x + y * 10 + b.w();
}
HD float tieig(int i) {
  int x;
  cuda::std::tie(x, cuda::std::ignore) = pack(i, 3);
  return x;
}
HD float bind(int i) {
  auto [a, b, c] = make(i + 1);
  auto t = make(i);
  auto &[d, e, f] = t;
  d += 5;
  f.m = 7;
  const auto &[g, h, k] = t;
  b *= 2;
  c.id++;
  float r = a + b * 3 + c.w() + cuda::std::get<0>(t) + g + h + k.w() + e + f.m;
  for (int q = 0; q < 2; q++) {
    auto [u, v] = pack(q, r);
    r += u + v;
  }
  return r;
}
HD int sizes(int i) {
  auto t = pack(i, 2.5f, (char)i, 7L);
  using T = decltype(t);
  typename cuda::std::tuple_element<3, T>::type z = cuda::std::get<3>(t);
  auto c = cuda::std::tuple_cat(t, cuda::std::make_tuple(i * 2));
  return cuda::std::tuple_size<T>::value * 1000 + z + cuda::std::get<4>(c) +
         (t == pack(i, 2.5f, (char)3, 7L)) * 100 + (pack(i, 1) < pack(5, 0)) * 10;
}
HD cuda::std::pair<int, Body> pr(int i) { return {i, Body(2, i)}; }
HD float pairs(int i) {
  auto [n, b] = pr(i);
  auto t = cuda::std::make_tuple(pr(n), n);
  auto &p = cuda::std::get<0>(t);
  p.first += 4;
  return p.first + p.second.w() + b.w() + cuda::std::get<1>(t);
}
HD int swapt(int i) {
  auto a = pack(i, 2), b = pack(7, i);
  a = b;
  cuda::std::get<1>(b) = 9;
  return cuda::std::get<0>(a) * 10 + cuda::std::get<1>(a) + cuda::std::get<1>(b) * 100;
}
template <typename F, typename... A> HD int call(F f, const cuda::std::tuple<A...> &t) {
  return cuda::std::apply(f, t);
}
struct Add {
  HD int operator()(int a, int b) const { return a + b * 2; }
};
HD int applies(int i) { return call(Add(), pack(i, 4)); }
HD cuda::std::tuple<char, int, double> padded(int i) { return {(char)i, i * 2, i * 0.5}; }
HD float paddings(int i) {
  auto t = padded(i);
  cuda::std::tuple<int, int, double> best(i, 2, 0.25);
  cuda::std::get<2>(best) += cuda::std::get<2>(t);
  best = cuda::std::make_tuple(4, cuda::std::get<1>(t), 1.5 * i);
  auto &[a, b, c] = best;
  a++;
  return cuda::std::get<0>(t) + cuda::std::get<1>(t) + a + b + c;
}

// Each on both sides.
HD float work(int which, int i) {
  switch (which) {
  case 0:
    return tie(i);
  case 1:
    return tieig(i);
  case 2:
    return bind(i);
  case 3:
    return sizes(i);
  case 4:
    return pairs(i);
  case 5:
    return swapt(i);
  case 6:
    return applies(i);
  case 7:
    return paddings(i);
  }
  return -1;
}
const int works = 8;
__global__ void run(float *out) {
  for (int k = 0; k < works; k++)
    out[k * 16 + threadIdx.x] = work(k, threadIdx.x);
}

int main() {
  float results[works * 16], *d_results;
  OK(cudaMalloc(&d_results, sizeof results));
  run<<<1, 16>>>(d_results);
  OK(cudaMemcpy(results, d_results, sizeof results, cudaMemcpyDeviceToHost));
  for (int k = 0; k < works; k++)
    for (int i = 0; i < 16; i++)
      EXPECT_EQ(results[k * 16 + i], work(k, i));
  OK(cudaFree(d_results));
  return verdict();
}
