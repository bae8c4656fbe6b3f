// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What programs do with device pointers besides allocating and passing them:
// arrays of them, ping and pong, structs that are cleared, registries of
// allocations, macros, tables of functions, defaults, const and void.
#include "check.h"

#include <cassert>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

__global__ void add(float *v, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += by;
}
__global__ void step(float *to, const float *__restrict__ from, int n) {
  int i = threadIdx.x;
  if (i < n)
    to[i] = from[i] + 1;
}

#define ROW(base, i, n) ((base) + (i) * (n))
#define SAFE_FREE(p)                                                                               \
  do {                                                                                             \
    if (p) {                                                                                       \
      cudaFree(p);                                                                                 \
      p = NULL;                                                                                    \
    }                                                                                              \
  } while (0)

struct State {
  float *a, *b;
  float *levels[3];
  int n;
};
struct Layer {
  float *weights = nullptr;
  int size;
  explicit Layer(int n) : size(n) { cudaMalloc(&weights, n * sizeof(float)); }
  ~Layer() { SAFE_FREE(weights); }
  void copy(const float *v) const { step<<<1, size>>>(weights, v, size); }
};
union Slot {
  float *floats;
  void *raw;
};

static std::map<void *, size_t> registry;
static std::set<const void *> seen;
static cudaError_t tracked_malloc(void **p, size_t bytes) {
  cudaError_t status = cudaMalloc(p, bytes);
  if (status == cudaSuccess)
    registry[*p] = bytes;
  return status;
}
static void tracked_free(void *p) {
  assert(registry.count(p) == 1);
  registry.erase(p);
  cudaFree(p);
}
static bool allocate(float **p, int n) { return cudaMalloc((void **)p, n * sizeof(float)) == 0; }
static void maybe(float *v, float *extra = nullptr) {
  if (extra)
    add<<<1, 4>>>(extra, 4, 2.0f);
  add<<<1, 4>>>(v, 4, 2.0f);
}
static void plus_one(float *v, int n) { add<<<1, n>>>(v, n, 1.0f); }
static void plus_ten(float *v, int n) { add<<<1, n>>>(v, n, 10.0f); }

// clang-format off
__device__ int kept; __global__ void keep(int *v) { kept = *v; }
static void tight() {
  int*d,h[4]={5,6,7,8};
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  keep<<<1, 1>>>(d + 2);
  OK(cudaMemcpyFromSymbol(h, kept, sizeof kept));
  EXPECT_EQ(h[0], 7);
  OK(cudaFree(d));
}
// clang-format on

// `auto *` of what a template of the program allocates.
template <class T> static T *uploaded(const std::vector<T> &h) {
  T *d;
  OK(cudaMalloc(&d, h.size() * sizeof(T)));
  OK(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}
static void deduced() {
  const std::vector<float> h = {1, 2, 3, 4};
  auto *from = uploaded(h), *to = uploaded(h);
  const auto *const same = from;
  step<<<1, 4>>>(to, same, 4);
  float got[4];
  OK(cudaMemcpy(got, to, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[3], 5.0f);
  OK(cudaFree(from));
  OK(cudaFree(to));
}

// One name for the grids of both memories, and one for their addresses.
typedef float *Grid;
typedef Grid *GridPtr;
static void swap_grids(GridPtr a, GridPtr b) {
  Grid aux = *a;
  *a = *b;
  *b = aux;
}
static void make_grid(GridPtr grid, int n) { *grid = (Grid)calloc(n, sizeof(float)); }
static Grid device_a, device_b;

// Addresses without a type, where their type is taken from the cast.
template <class T> static int freed(std::initializer_list<T> all) {
  int n = 0;
  for (T p : all)
    n += cudaFree(p) == cudaSuccess;
  return n;
}
template <class A, class B> static bool same(A a, B b) { return (void *)a == (void *)b; }
static void untyped(bool second) {
  float *a;
  int *b;
  OK(cudaMalloc(&a, 16));
  OK(cudaMalloc((void **)&b, 16));
  void *c = second ? (void *)b : (void *)a;
  auto d = (void *)a;
  d = b;
  std::map<void *, int> sizes;
  sizes[(void *)a] = 16;
  sizes.insert(std::make_pair((void *)b, 20));
  for (void *p : {(void *)a, (void *)b})
    OK(cudaMemset(p, 0, sizes.at(p) - 4));
  EXPECT(c == b && d == b && !same(a, b) && (void *)a != (void *)b);
  EXPECT_EQ(freed({(void *)a, (void *)b}), 2);
}

int main() {
  untyped(true);
  tight();
  deduced();
  const int n = 16;
  float h[n];
  State s;
  memset(&s, 0, sizeof s);
  EXPECT(s.a == NULL && !s.levels[2]);
  s.n = n;
  EXPECT(allocate(&s.a, n) && allocate(&s.b, n));
  for (int k = 0; k < 3; k++)
    EXPECT(allocate(&s.levels[k], n));
  OK(cudaMemset(s.a, 0, n * sizeof(float)));
  float *src = s.a, *dst = s.b;
  for (int k = 0; k < 5; k++) {
    step<<<1, n>>>(dst, src, n);
    float *t = src;
    src = dst;
    dst = t;
  }
  std::swap(s.a, s.b);
  OK(cudaMemcpy(h, src, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[n - 1], 5.0f);
  EXPECT(src == s.a);
  const float *view = (const float *)s.levels[0];
  OK(cudaMemcpy(s.levels[0], s.a, sizeof h, cudaMemcpyDeviceToDevice));
  OK(cudaMemcpy(h, view + 3, 2 * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[1], 5.0f);
  for (float *level : s.levels)
    SAFE_FREE(level);

  float *grid, *rows[4], *tiles[2][2];
  OK(cudaMalloc(&grid, 4 * n * sizeof(float)));
  OK(cudaMemset(grid, 0, 4 * n * sizeof *grid));
  for (int i = 0; i < 4; i++) {
    rows[i] = ROW(grid, i, n);
    tiles[i / 2][i % 2] = rows[i] + n / 2;
    add<<<1, n>>>(rows[i], n, (float)i);
  }
  add<<<1, 2>>>(tiles[1][0], 2, 0.5f);
  OK(cudaMemcpy(h, ROW(grid, 2, n), sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 2.0f);
  EXPECT_EQ(h[n / 2 + 1], 2.5f);

  float **many = (float **)malloc(3 * sizeof(float *));
  for (int i = 0; i < 3; i++)
    OK(cudaMalloc((void **)&many[i], n * sizeof(float)));
  OK(cudaMemcpy(many[2], grid + n, n * sizeof(float), cudaMemcpyDeviceToDevice));
  maybe(many[2]);
  maybe(many[2], many[2] + 4);
  void (*table[2])(float *, int) = {plus_one, plus_ten};
  for (int i = 0; i < 2; i++)
    table[i](many[2], n);
  OK(cudaMemcpy(h, many[2], sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 16.0f);
  EXPECT_EQ(h[5], 14.0f);
  EXPECT_EQ(h[9], 12.0f);
  for (int i = 0; i < 3; i++)
    cudaFree(many[i]);
  free(many);

  float *tracked;
  OK(tracked_malloc((void **)&tracked, n * sizeof(float)));
  EXPECT_EQ(registry[tracked], n * sizeof(float));
  seen.insert(tracked);
  EXPECT(seen.count(tracked) == 1 && seen.count(grid) == 0);
  Slot slot;
  slot.raw = tracked;
  OK(cudaMemset(slot.floats, 0, n * sizeof(float)));
  std::unordered_map<int, float *> by_id;
  by_id[7] = slot.floats;
  auto chosen = std::make_tuple(by_id.at(7), n);
  Layer dense(n);
  const Layer *layer = &dense;
  layer->copy(std::get<0>(chosen));
  add<<<1, 4>>>(layer->weights, 4, 1.0f);
  OK(cudaMemcpy(h, dense.weights, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[3], 2.0f);
  EXPECT_EQ(h[4], 1.0f);
  tracked_free(tracked);
  EXPECT(registry.empty());
  Grid host;
  make_grid(&host, 4);
  GridPtr first = &device_a;
  OK(cudaMalloc((void **)first, 4 * sizeof(float)));
  OK(cudaMalloc((void **)&device_b, 4 * sizeof(float)));
  OK(cudaMemset(device_a, 0, 4 * sizeof(float)));
  OK(cudaMemcpy(device_b, host, 4 * sizeof(float), cudaMemcpyHostToDevice));
  add<<<1, 4>>>(device_a, 4, 5.0f);
  swap_grids(&device_a, &device_b);
  OK(cudaMemcpy(host, device_b, 4 * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(host[2], 5.0f);
  free(host);
  OK(cudaFree(device_a));
  OK(cudaFree(device_b));
  SAFE_FREE(grid);
  EXPECT(grid == NULL);
  SAFE_FREE(s.a);
  SAFE_FREE(s.b);
  return verdict();
}
