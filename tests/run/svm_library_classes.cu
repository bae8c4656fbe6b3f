// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The standard library's classes with device pointers as arguments of kernels, and what it makes of
// pointers that it is given. (nvcc: --expt-relaxed-constexpr)
#include <array>
#include <cstdio>
#include <cuda_runtime.h>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

struct Window {
  int from;
  std::span<int> all;
};
struct Chunk {
  int *data;
  explicit Chunk(int *data) : data(data) {}
};
struct NamedChunk : Chunk {
  using Chunk::Chunk;
};
class Adder {
  int *buffer;

public:
  explicit Adder(int *b) : buffer(b) {}
  int *where() const { return buffer; }
};

__global__ void by_pair(std::pair<int *, int> p, int n) {
  if (threadIdx.x < n)
    p.first[threadIdx.x] += p.second;
}
__global__ void by_tuple(std::tuple<int, int *> t, int n) {
  if (threadIdx.x < n)
    std::get<1>(t)[threadIdx.x] += std::get<0>(t);
}
__global__ void by_array(std::array<int *, 2> a, int n) {
  if (threadIdx.x < n)
    a[1][threadIdx.x] += a[0][threadIdx.x];
}
__global__ void by_optional(std::optional<int *> o, int n) {
  if (o && threadIdx.x < n)
    (*o)[threadIdx.x] += 100;
}
template <class T> __global__ void by_span(std::span<T> s, T by) {
  if (unsigned i = threadIdx.x; i < s.size())
    s[i] += by;
}
__global__ void by_member(Window w) {
  for (unsigned i = w.from + threadIdx.x; i < w.all.size(); i += blockDim.x)
    w.all.data()[i] += 10000;
}
__global__ void by_table(int **rows, int n) { rows[blockIdx.x][threadIdx.x % n] = blockIdx.x; }

int main() {
  const int n = 20;
  int *d, *one, h[n], m[n];
  if (cudaMalloc(&d, sizeof h) != cudaSuccess || cudaMalloc(&one, sizeof h) != cudaSuccess)
    return 1;
  cudaMemset(d, 0, sizeof h);
  for (int &v : h)
    v = 1;
  cudaMemcpy(one, h, sizeof h, cudaMemcpyHostToDevice);
  by_pair<<<1, 32>>>(std::make_pair(d, 2), n);
  by_pair<<<1, 32>>>({d + 1, 3}, n - 1);
  by_tuple<<<1, 32>>>(std::make_tuple(20, d), n);
  by_array<<<1, 32>>>(std::array<int *, 2>{one, d}, n);
  by_optional<<<1, 32>>>(d, n);
  by_optional<<<1, 32>>>(std::nullopt, n);
  by_span<<<1, 32>>>(std::span<int>(d, n), 1000);
  by_span<int><<<1, 32>>>({d + 2, std::size_t(n - 2)}, 1000);
  by_member<<<1, 4>>>(Window{5, {d, std::size_t(n)}});
  cudaMemcpy(m, d, sizeof m, cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < n; ++i)
    bad += m[i] != 2 + (i ? 3 : 0) + 20 + 1 + 100 + 1000 + (i > 1 ? 1000 : 0) + (i > 4 ? 10000 : 0);

  // Made by the library, of pointers that it passes on.
  auto owned = std::make_unique<Chunk>(d);
  std::vector<NamedChunk> listed;
  listed.emplace_back(one);
  std::optional<Adder> maybe(std::in_place, one + 4);
  int *rows[3] = {owned->data, listed.front().data, maybe->where()}, **table;
  cudaMalloc(&table, sizeof rows);
  cudaMemcpy(table, rows, sizeof rows, cudaMemcpyHostToDevice);
  by_table<<<3, 32>>>(table, 4);
  cudaMemcpy(m, d, sizeof m, cudaMemcpyDeviceToHost);
  cudaMemcpy(h, one, sizeof h, cudaMemcpyDeviceToHost);
  bad += m[3] != 0 || h[3] != 1 || h[4] != 2 || h[7] != 2 || h[8] != 1;
  printf("%d %d\n%s\n", bad, cudaDeviceSynchronize(), bad ? "FAILED" : "PASSED");
  return bad != 0;
}
