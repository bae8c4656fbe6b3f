// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device pointers through virtual functions, typedefs of functions, typedefs used for both memories, and sizes in variables.
#include "check.h"
#include <cstdlib>

__global__ void add(float *d, int n, float x) {
  int i = threadIdx.x;
  if (i < n)
    d[i] += x;
}

struct Store {
  virtual ~Store() {}
  virtual float *data() = 0;
  virtual void fill(float *d, int n) = 0;
};
struct Device : Store {
  float *p;
  explicit Device(int n) {
    OK(cudaMalloc(&p, n * sizeof(float)));
    OK(cudaMemset(p, 0, n * sizeof(float)));
  }
  ~Device() override { cudaFree(p); }
  float *data() override { return p; }
  void fill(float *d, int n) override { add<<<1, 32>>>(d, n, 2); }
};
struct Shifted : Device {
  using Device::Device;
  float *data() override { return p + 4; }
};
static void stores() {
  Device a(8);
  Shifted b(12);
  Store *all[2] = {&a, &b};
  for (Store *each : all) {
    each->fill(each->data(), 8);
    float h[8];
    OK(cudaMemcpy(h, each->data(), sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++)
      EXPECT_EQ(h[i], 2.0f);
  }
}

typedef void (*Step)(float *, int);
struct Operation {
  Step step;
  int count;
};
static void once(float *d, int n) { add<<<1, 32>>>(d, n, 1); }
static void twice(float *d, int n) { add<<<1, 32>>>(d + 1, n - 1, 2); }
static void (*const table[])(float *, int) = {once, twice};
static void apply(Step step, float *d, int n) { step(d, n); }
static void steps() {
  float *d, h[4] = {};
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemset(d, 0, sizeof h));
  Operation operations[] = {{once, 4}, {twice, 2}};
  for (const Operation &o : operations)
    o.step(d, o.count);
  Step *chosen = (Step *)malloc(2 * sizeof(Step));
  for (int i = 0; i < 2; i++) {
    chosen[i] = table[i];
    apply(chosen[i], d, 4);
  }
  free(chosen);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  const float want[4] = {2, 6, 4, 4};
  for (int i = 0; i < 4; i++)
    EXPECT_EQ(h[i], want[i]);
  OK(cudaFree(d));
}

const int cells = 16;
typedef float *Grid;
static void make_host(float **p) { *p = (float *)malloc(cells * sizeof(float)); }
static void make_device(float **p) { OK(cudaMalloc((void **)p, cells * sizeof(float))); }
__global__ void double_cells(Grid from, Grid to) { to[threadIdx.x] = from[threadIdx.x] * 2; }
static void number(Grid g) {
  for (int i = 0; i < cells; i++)
    g[i] = i;
}
static void exchange(Grid *a, Grid *b) {
  Grid t = *a;
  *a = *b;
  *b = t;
}
static void grids() {
  Grid h, a, b;
  make_host(&h);
  make_device(&a);
  make_device(&b);
  number(h);
  OK(cudaMemcpy(a, h, cells * sizeof(float), cudaMemcpyHostToDevice));
  for (int i = 0; i < 3; i++) {
    double_cells<<<1, cells>>>(a, b);
    exchange(&a, &b);
  }
  OK(cudaMemcpy(h, a, cells * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < cells; i++)
    EXPECT_EQ(h[i], 8.0f * i);
  free(h);
  OK(cudaFree(a));
  OK(cudaFree(b));
}

static void sizes() {
  const int n = 3;
  size_t bytes = n * sizeof(float *);
  float **h = (float **)malloc(bytes), **d = (float **)malloc(bytes);
  for (int i = 0; i < n; i++) {
    h[i] = (float *)malloc(4 * sizeof(float));
    for (int j = 0; j < 4; j++)
      h[i][j] = i;
    OK(cudaMalloc(&d[i], 4 * sizeof(float)));
    OK(cudaMemcpy(d[i], h[i], 4 * sizeof(float), cudaMemcpyHostToDevice));
    add<<<1, 32>>>(d[i] + 1, 3, 1);
    OK(cudaMemcpy(h[i], d[i], 4 * sizeof(float), cudaMemcpyDeviceToHost));
    EXPECT_EQ(h[i][0], (float)i);
    EXPECT_EQ(h[i][3], i + 1.0f);
  }
  char text[80], other[80];
  snprintf(text, sizeof text, "%p", (void *)d[0]);
  snprintf(other, sizeof other, "%p", (void *)(d[0] + 1));
  EXPECT(strcmp(text, other) != 0);
  for (int i = 0; i < n; i++) {
    free(h[i]);
    OK(cudaFree(d[i]));
  }
  free(h);
  free(d);
}

int main() {
  stores();
  steps();
  grids();
  sizes();
  return verdict();
}
