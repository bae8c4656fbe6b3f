// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Types of namespaces, also without name, in templates that kernels and the API's functions take;
// CUDA's types with struct and enum in front.
#include "check.h"

namespace geo {
struct Point {
  float x, y;
};
template <class T> struct Box {
  T low, high;
};
template <class T> __global__ void widen(Box<T> *box, Box<T> by) {
  box->high.x += by.high.x - by.low.x;
}
} // namespace geo
template <class T> struct View {
  T *data;
  int n;
};
template <class T> struct Value {
  T v;
};

namespace {
struct Hidden {
  int count;
};
__constant__ Hidden shift;
__global__ void add(Hidden *h, Hidden by) { h->count += by.count + shift.count; }
template <class T> __global__ void set(Value<T> from, T *to) { *to = from.v; }
} // namespace

template <class T> __global__ void sum(View<T> view, float *out) {
  float s = 0;
  for (int i = 0; i < view.n; i++)
    s += view.data[i].x;
  *out = s;
}
template <class T> __global__ void low(geo::Box<T> box, Value<T> *out) { out->v = box.low; }

template <class T> static T get(const T *from) {
  T out;
  OK(cudaMemcpy(&out, from, sizeof(T), cudaMemcpyDeviceToHost));
  return out;
}

static enum cudaError copy(void *to, const void *from, size_t n, enum cudaMemcpyKind kind) {
  return cudaMemcpy(to, from, n, kind);
}
static bool has_warps(const struct cudaDeviceProp *p) { return p->warpSize > 0; }

int main() {
  const geo::Point points[3] = {{1, 2}, {3, 4}, {5, 6}};
  geo::Point *d;
  geo::Box<geo::Point> *box;
  Value<geo::Point> *value;
  Hidden *hidden, *pinned, start = {30}, h = {4};
  float *out;
  OK(cudaMalloc(&d, sizeof points));
  OK(cudaMalloc(&box, sizeof *box));
  OK(cudaMalloc(&value, sizeof *value));
  OK(cudaMalloc(&hidden, sizeof *hidden));
  OK(cudaMallocHost(&pinned, sizeof *pinned));
  OK(cudaMalloc(&out, sizeof *out));
  OK(copy(d, points, sizeof points, cudaMemcpyHostToDevice));
  sum<<<1, 1>>>(View<geo::Point>{d, 3}, out);
  EXPECT_EQ(get(out), 9.0f);
  low<<<1, 1>>>(geo::Box<geo::Point>{points[1], points[2]}, value);
  EXPECT_EQ(get(value).v.y, 4.0f);
  OK(cudaMemset(box, 0, sizeof *box));
  geo::widen<<<1, 1>>>(box, geo::Box<geo::Point>{points[0], points[2]});
  EXPECT_EQ(get(box).high.x, 4.0f);
  OK(cudaMemcpyToSymbol(shift, &h, sizeof h));
  set<<<1, 1>>>(Value<Hidden>{start}, hidden);
  add<<<1, 1>>>(hidden, h);
  OK(cudaMemcpy(pinned, hidden, sizeof *pinned, cudaMemcpyDeviceToHost));
  EXPECT_EQ(pinned->count, 38);
  struct cudaDeviceProp properties, *p = &properties;
  OK(cudaGetDeviceProperties(p, 0));
  EXPECT(has_warps(p));
  OK(cudaFreeHost(pinned));
  for (void *each : {(void *)d, (void *)box, (void *)value, (void *)hidden, (void *)out})
    OK(cudaFree(each));
  return verdict();
}
