// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Symbol copies with offsets and kinds, to and from device memory, asynchronous, address and size,
// also of types without a name.
#include "check.h"
#include <type_traits>

__constant__ int table[10] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
__device__ float buffer[8];
static __constant__ double scale;
#define REAL float
#define COUNT 3
__constant__ REAL limits[COUNT + 1];

__global__ void use(float *out) {
  out[threadIdx.x] = (float)(buffer[threadIdx.x % 8] * scale + table[threadIdx.x]);
}

__global__ void add_limits(REAL *out) { out[threadIdx.x] = limits[threadIdx.x] + limits[3]; }

// A variable whose address is kept in memory lies in shared memory of the port. Kernels that ran before
// the address was asked for use it there, too.
__device__ int counter, *watched;
__constant__ int steps[2];
__global__ void count(int *seen) {
  *seen = atomicAdd(&counter, steps[1]);
  if (watched)
    *watched += 1;
}
__global__ void set(int *p, int v) { *p = v; }
static int value_at(const int *p) {
  int v = -1;
  OK(cudaMemcpy(&v, p, sizeof v, cudaMemcpyDeviceToHost));
  return v;
}
static void moved_variables() {
  int *seen, *extra, *at, *at_steps, v = 3;
  OK(cudaMalloc(&seen, sizeof v));
  OK(cudaMalloc(&extra, sizeof v));
  OK(cudaMemset(extra, 0, sizeof v));
  OK(cudaMemcpyToSymbol(steps, &v, sizeof v, sizeof v));
  count<<<1, 1>>>(seen);
  OK(cudaMemcpyToSymbol(watched, &extra, sizeof extra));
  count<<<1, 1>>>(seen);
  EXPECT_EQ(value_at(extra), 1);
  OK(cudaGetSymbolAddress((void **)&at, counter));
  EXPECT_EQ(value_at(at), 6);
  set<<<1, 1>>>(at, 50);
  count<<<1, 1>>>(seen);
  OK(cudaGetLastError());
  EXPECT_EQ(value_at(seen), 50);
  EXPECT_EQ(value_at(at), 53);
  OK(cudaGetSymbolAddress((void **)&at_steps, steps));
  EXPECT_EQ(value_at(at_steps + 1), 3);
  v = 7;
  OK(cudaMemcpy(at_steps + 1, &v, sizeof v, cudaMemcpyHostToDevice));
  OK(cudaMemcpyToSymbol(watched, &at, sizeof at));
  count<<<1, 1>>>(seen);
  OK(cudaGetLastError());
  EXPECT_EQ(value_at(at), 61);
  OK(cudaMemcpyFromSymbol(&v, counter, sizeof v));
  EXPECT_EQ(v, 61);
  OK(cudaFree(seen));
  OK(cudaFree(extra));
}

// What a template copies depends on its arguments.
__constant__ float viscosity;
__device__ int answer = 42;
__global__ void read_viscosity(float *out) { *out = viscosity; }
struct Thick {
  static const float value;
};
const float Thick::value = 8;
struct Thin {
  static const float value;
};
const float Thin::value = 0.5f;
template <int D> struct Fluid {
  template <class Kind> cudaError_t send() {
    return cudaMemcpyToSymbol(viscosity, &Kind::value, sizeof Kind::value);
  }
  template <class T> T fetch(T initial) {
    T v = initial;
    OK(cudaMemcpyFromSymbol(&v, answer, sizeof(T)));
    return v * D;
  }
};
template <class Kind> void try_fluid(float *d, float *out) {
  Fluid<2> fluid;
  OK(fluid.template send<Kind>());
  read_viscosity<<<1, 1>>>(d);
  OK(cudaMemcpy(out, d, sizeof *out, cudaMemcpyDeviceToHost));
  EXPECT_EQ(*out, Kind::value);
  EXPECT_EQ(fluid.fetch(1), 84);
  EXPECT_EQ(fluid.fetch(1u), 84u);
}

struct Table {
  float a;
  int b[3];
};
__constant__ Table constant_table;
__device__ float device_row[6];
__global__ void read_tables(float *out) { *out = constant_table.b[1] + device_row[5]; }

// A host copy by the type of the symbol.
static void test_types_of_symbols() {
  decltype(constant_table) table{};
  using Row = decltype(device_row);
  Row row = {};
  EXPECT_EQ(sizeof(decltype(constant_table)), sizeof(Table));
  EXPECT_EQ(sizeof(Row), 6 * sizeof(float));
  EXPECT((std::is_same<std::remove_extent<decltype(device_row)>::type, float>::value));
  table.b[1] = 4;
  row[5] = 0.5f;
  OK(cudaMemcpyToSymbol(constant_table, &table, sizeof table));
  OK(cudaMemcpyToSymbol(device_row, row, sizeof row));
  float *d, h;
  OK(cudaMalloc(&d, sizeof h));
  read_tables<<<1, 1>>>(d);
  OK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 4.5f);
  OK(cudaFree(d));
}

// The sizes of symbols whose types have no name, and of their parts.
__constant__ struct {
  int x;
  short y[3];
} unnamed = {7, {1, 2, 3}};
__device__ struct {
  int x;
  struct {
    short a, b[4];
  } inner;
} unnamed_table[4], unnamed_one;
__device__ enum { Low, High } unnamed_level;
__device__ union {
  int i;
  double d;
} unnamed_either;
__global__ void use_unnamed(float *o) {
  *o = unnamed.x + unnamed_table[1].x + unnamed_one.inner.a + unnamed_level + unnamed_either.i;
}
static void sizes_without_names(float *d) {
  float h;
  use_unnamed<<<1, 1>>>(d);
  OK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 7.0f);
  EXPECT(sizeof(unnamed) == 12 && sizeof(unnamed.y) == 6 && sizeof unnamed.x == 4);
  EXPECT(sizeof(unnamed_table) == 64 && sizeof unnamed_table[0] == 16);
  EXPECT(sizeof(unnamed_table) / sizeof(*unnamed_table) == 4 && sizeof(unnamed_one) == 16);
  EXPECT(sizeof(unnamed_one.inner) == 10 && sizeof(unnamed_table[1].inner) == 10);
  EXPECT(sizeof(unnamed_one.inner.b) == 8 && sizeof(unnamed_level) == 4);
  EXPECT(sizeof(unnamed_either) == 8);
}

int main() {
  test_types_of_symbols();
  float out[10], *d;
  int got[10], part[3] = {50, 60, 70};
  double s = 2.0;
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaMalloc(&d, sizeof out));
  OK(cudaMemcpyFromSymbol(got, table, sizeof got));
  for (int i = 0; i < 10; i++)
    EXPECT_EQ(got[i], 9 - i);
  OK(cudaMemcpyToSymbol(table, part, sizeof part, 4 * sizeof(int), cudaMemcpyHostToDevice));
  OK(cudaMemcpyToSymbolAsync(scale, &s, sizeof s, 0, cudaMemcpyHostToDevice, stream));
  float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  OK(cudaMemcpy(d, values, sizeof values, cudaMemcpyHostToDevice));
  OK(cudaMemcpyToSymbol(buffer, d + 2, 4 * sizeof(float), 2 * sizeof(float),
                        cudaMemcpyDeviceToDevice));
  OK(cudaStreamSynchronize(stream));
  use<<<1, 10>>>(d);
  OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
  const int t[10] = {9, 8, 7, 6, 50, 60, 70, 2, 1, 0};
  const float b[8] = {0, 0, 3, 4, 5, 6, 0, 0};
  for (int i = 0; i < 10; i++)
    EXPECT_EQ(out[i], 2 * b[i % 8] + t[i]);
  int two[2];
  OK(cudaMemcpyFromSymbolAsync(two, table, sizeof two, 5 * sizeof(int), cudaMemcpyDeviceToHost,
                               stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT_EQ(two[1], 70);
  OK(cudaMemcpyFromSymbol(d, buffer, 8 * sizeof(float), 0, cudaMemcpyDeviceToDevice));
  OK(cudaMemcpy(out, d, 8 * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(out[4], 5.0f);
  size_t size;
  OK(cudaGetSymbolSize(&size, table));
  EXPECT_EQ(size, 40u);
  float *address = nullptr;
  OK(cudaGetSymbolAddress((void **)&address, buffer));
  OK(cudaMemset(address + 3, 0, sizeof(float)));
  OK(cudaMemcpyFromSymbol(out, buffer, sizeof(float), 3 * sizeof(float)));
  EXPECT_EQ(out[0], 0.0f);
  OK(cudaGetSymbolSize(&size, limits));
  EXPECT_EQ(size, 16u);
  OK(cudaMemcpyToSymbol(limits, values, (COUNT + 1) * sizeof(REAL)));
  OK(cudaMemcpyFromSymbol(out, limits, sizeof(REAL), 2 * sizeof(REAL)));
  EXPECT_EQ(out[0], 3.0f);
  add_limits<<<1, 4>>>(d);
  OK(cudaMemcpy(out, d, 4 * sizeof(REAL), cudaMemcpyDeviceToHost));
  EXPECT_EQ(out[3], 8.0f);
  try_fluid<Thick>(d, out);
  try_fluid<Thin>(d, out);
  moved_variables();
  sizes_without_names(d);
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(d));
  return verdict();
}
