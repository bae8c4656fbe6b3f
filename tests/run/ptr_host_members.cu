// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Host pointers in objects that kernels get by value: a kernel may not read there, but compares
// them and passes them on.
#include "check.h"

#include <string>

const int n = 8;

struct Field {
  float *data;
  const char *name; // the host's
  float *mirror;    // null, or the host's copy
  int count;
};
__global__ void flags(Field f, Field g, int *out) {
  out[0] = f.name != nullptr;
  out[1] = f.mirror == nullptr;
  out[2] = f.name == g.name;
  out[3] = f.mirror == g.mirror;
  out[4] = f.mirror != f.data;
  out[5] = f.name ? f.count : -1;
  if (f.mirror)
    f.data[0] += 1;
}

// The kernel leaves the object in memory, and the host reads it there.
struct Entry {
  float *data;
  const char *name;
  float *mirror;
};
__global__ void keep(Entry e, Entry *list, int i) { list[i] = e; }

// Moved on the way, and in a base and an array.
struct Named {
  const char *text;
  __host__ __device__ bool has_name() const { return text; }
};
struct Part : Named {
  int *values[2];
  __host__ __device__ bool has(int i) const { return values[i] != 0; }
};
__global__ void parts(Part p, int *out) {
  out[0] = p.has_name();
  out[1] = p.has(0);
  out[2] = p.has(1);
  if (p.values[0])
    out[3] = *p.values[0];
}

template <class T> struct Slice {
  T *begin, *end;
  __host__ __device__ bool empty() const { return begin == end; }
};
__global__ void slices(Slice<int> s, Slice<const char> t, int *out) {
  out[0] = s.empty();
  out[1] = t.empty();
  out[2] = int(t.end - t.begin);
}

static int *results;
static void expect_results(int a, int b, int c, int line) {
  int h[3];
  OK(cudaMemcpy(h, results, sizeof h, cudaMemcpyDeviceToHost));
  expect_equal(h[0], a, "the first", line);
  expect_equal(h[1], b, "the second", line);
  expect_equal(h[2], c, "the third", line);
}

static void compared() {
  float *data, first = -1, mirror[n] = {};
  std::string name = "pressure";
  OK(cudaMalloc(&data, n * sizeof *data));
  OK(cudaMemset(data, 0, n * sizeof *data));
  Field f = {data, name.c_str(), nullptr, n}, g = {data, name.c_str() + 1, mirror, n};
  flags<<<1, 1>>>(f, g, results);
  OK(cudaGetLastError());
  expect_results(1, 1, 0, __LINE__);
  flags<<<1, 1>>>(g, g, results);
  OK(cudaGetLastError());
  expect_results(1, 0, 1, __LINE__);
  int h[6];
  OK(cudaMemcpy(h, results, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[3], 1);
  EXPECT_EQ(h[4], 1);
  EXPECT_EQ(h[5], n);
  f.name = nullptr; // and device memory where the host's was
  f.mirror = data + 1;
  flags<<<1, 1>>>(f, g, results);
  OK(cudaGetLastError());
  expect_results(0, 0, 0, __LINE__);
  OK(cudaMemcpy(h, results, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[3], 0);
  EXPECT_EQ(h[5], -1);
  OK(cudaMemcpy(&first, data, sizeof first, cudaMemcpyDeviceToHost));
  EXPECT_EQ(first, 2.0f);
  OK(cudaFree(data));
}

static void kept() {
  float *data, mirror[n] = {5};
  Entry *list, h[2];
  OK(cudaMalloc(&data, sizeof mirror));
  OK(cudaMalloc(&list, 2 * sizeof *list));
  if (failure_count()) // the device has no shared memory
    return;
  Entry e = {data, "kept", mirror};
  keep<<<1, 1>>>(e, list, 1);
  OK(cudaGetLastError());
  OK(cudaMemcpy(h, list, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT(h[1].data == data);
  EXPECT(h[1].mirror == mirror);
  EXPECT(h[1].mirror == mirror && h[1].mirror[0] == 5);
  EXPECT(h[1].name == e.name);
  OK(cudaFree(data));
  OK(cudaFree(list));
}

static void in_parts() {
  int *device, host = 7, three = 3;
  OK(cudaMalloc(&device, sizeof *device));
  OK(cudaMemcpy(device, &three, sizeof three, cudaMemcpyHostToDevice));
  Part p;
  p.text = "part";
  p.values[0] = device;
  p.values[1] = &host;
  parts<<<1, 1>>>(p, results);
  OK(cudaGetLastError());
  expect_results(1, 1, 1, __LINE__);
  p.text = nullptr;
  p.values[1] = nullptr;
  parts<<<1, 1>>>(p, results);
  OK(cudaGetLastError());
  expect_results(0, 1, 0, __LINE__);
  Slice<int> s = {device, device + 1};
  const char *text = "hello";
  Slice<const char> t = {text, text + 5};
  slices<<<1, 1>>>(s, t, results);
  OK(cudaGetLastError());
  expect_results(0, 0, 5, __LINE__);
  t.end = t.begin;
  s.begin = s.end;
  slices<<<1, 1>>>(s, t, results);
  OK(cudaGetLastError());
  expect_results(1, 1, 0, __LINE__);
  OK(cudaFree(device));
}

int main() {
  OK(cudaMalloc(&results, 8 * sizeof *results));
  compared();
  in_parts();
  kept();
  OK(cudaFree(results));
  return verdict();
}
