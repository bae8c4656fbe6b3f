// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Host functions that are called with host pointers and with device pointers, and one that takes
// both.
#include "check.h"

#include <cstdlib>
#include <vector>

__global__ void twice(float *v) { v[threadIdx.x] *= 2; }

static void copy(float *to, const float *from, int n, cudaMemcpyKind kind) {
  cudaMemcpy(to, from, n * sizeof(float), kind);
}
static float *middle(float *p, int n) { return p + n / 2; }
static bool same(const void *a, const void *b) { return a == b; }
template <class T> static void exchange(T *&a, T *&b) {
  T *t = a;
  a = b;
  b = t;
}
struct View {
  float *data;
  int n;
};
static View half(View v) {
  View r = {middle(v.data, v.n), v.n / 2};
  return r;
}
static int length(const float *p, const float *end) { return (int)(end - p); }

// The same class and methods for the device and for a reference on the host, with a vector's memory.
struct Edge {
  int to, weight;
};
struct Graph {
  const int *first;
  const Edge *edges;
  __host__ __device__ int sum(int v) const {
    int s = 0;
    for (int e = first[v]; e < first[v + 1]; ++e)
      s += edges[e].weight * (edges[e].to + 1);
    return s;
  }
};
__global__ void sums(Graph g, int *out) { out[threadIdx.x] = g.sum(threadIdx.x); }

static void with_vectors() {
  std::vector<int> first = {0, 2, 2, 3};
  std::vector<Edge> edges = {{1, 5}, {2, 7}, {0, 3}};
  int *f, *out, got[3];
  Edge *e;
  OK(cudaMalloc(&f, sizeof(int) * first.size()));
  OK(cudaMalloc(&e, sizeof(Edge) * edges.size()));
  OK(cudaMalloc(&out, sizeof got));
  OK(cudaMemcpy(f, first.data(), sizeof(int) * first.size(), cudaMemcpyHostToDevice));
  OK(cudaMemcpy(e, edges.data(), sizeof(Edge) * edges.size(), cudaMemcpyHostToDevice));
  sums<<<1, 3>>>(Graph{f, e}, out);
  OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  Graph host{first.data(), &edges[0]};
  for (int v = 0; v < 3; v++)
    EXPECT_EQ(got[v], host.sum(v));
  OK(cudaFree(f));
  OK(cudaFree(e));
  OK(cudaFree(out));
}

int main() {
  with_vectors();
  const int n = 16;
  float *h = (float *)malloc(n * sizeof(float)), *h2 = (float *)calloc(n, sizeof(float)), *d, *d2;
  OK(cudaMalloc(&d, n * sizeof(float)));
  OK(cudaMalloc(&d2, n * sizeof(float)));
  for (int i = 0; i < n; i++)
    h[i] = (float)i;
  copy(d, h, n, cudaMemcpyHostToDevice);
  copy(d2, d, n, cudaMemcpyDeviceToDevice);
  twice<<<1, n / 2>>>(middle(d2, n));
  copy(h2, d2, n, cudaMemcpyDeviceToHost);
  *middle(h, n) += 0.5f;
  for (int i = 0; i < n; i++)
    EXPECT_EQ(h2[i], i < n / 2 ? (float)i : 2.0f * i);
  EXPECT_EQ(h[n / 2], n / 2 + 0.5f);
  exchange(h, h2);
  exchange(d, d2);
  EXPECT_EQ(h[n - 1], 2.0f * (n - 1));
  EXPECT(same(d, d) && !same(d, d2) && same(h, h) && !same(h, h2));
  View host = {h, n}, device = {d, n};
  View hh = half(host), dd = half(device);
  EXPECT_EQ(hh.data[0], (float)n);
  twice<<<1, 1>>>(dd.data);
  copy(hh.data, dd.data, dd.n, cudaMemcpyDeviceToHost);
  EXPECT_EQ(h[n / 2], 2.0f * n);
  EXPECT_EQ(h[n / 2 + 1], n + 2.0f);
  EXPECT_EQ(length(h, h + 3) + length(d, middle(d, n)), 3 + n / 2);
  copy(h2, h, n, cudaMemcpyHostToHost);
  EXPECT_EQ(h2[n / 2], 2.0f * n);
  OK(cudaFree(d));
  OK(cudaFree(d2));
  free(h);
  free(h2);
  return verdict();
}
