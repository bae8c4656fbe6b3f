// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R39 in C-like dress: overloads, namespaces, using, references and default arguments in the kernel
// file. (Templates, classes with methods and lambdas in device code have tests of their own.)
#include "check.h"

#include <string>

namespace geometry {
struct Point {
  float x, y;
};
__device__ float norm(const Point &p) { return p.x * p.x + p.y * p.y; }
namespace detail {
__device__ int norm(int v) { return v < 0 ? -v : v; }
} // namespace detail
__global__ void measure(const Point *points, float *out, int n) {
  int i = threadIdx.x;
  if (i < n)
    out[i] = norm(points[i]) + detail::norm(i - 3);
}
} // namespace geometry

__device__ int bump(int v, int by = 5) { return v + by; }
__device__ float bump(float v) { return v * 2.0f; }

using geometry::Point;
static std::string unused_host_function(const std::string &s) { return s + "!"; }

__global__ void overloads(int *ints, float *floats) {
  using namespace geometry;
  int i = threadIdx.x;
  ints[i] = bump(i) + bump(i, 1);
  Point p = {1.0f, (float)i};
  floats[i] = bump(0.5f * i) + norm(p);
}

int main() {
  const int n = 16;
  Point points[n], *d_points;
  float out[n], *d_out;
  int ints[n], *d_ints;
  for (int i = 0; i < n; i++)
    points[i].x = (float)i, points[i].y = 2.0f;
  OK(cudaMalloc(&d_points, sizeof points));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_ints, sizeof ints));
  OK(cudaMemcpy(d_points, points, sizeof points, cudaMemcpyHostToDevice));
  geometry::measure<<<1, 32>>>(d_points, d_out, n);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(out[i], (float)(i * i + 4 + (i < 3 ? 3 - i : i - 3)));
  overloads<<<1, n>>>(d_ints, d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(ints, d_ints, sizeof ints, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    EXPECT_EQ(ints[i], 2 * i + 6);
    EXPECT_EQ(out[i], (float)(i + 1 + i * i));
  }
  EXPECT(unused_host_function("a") == "a!");
  OK(cudaFree(d_points));
  OK(cudaFree(d_out));
  OK(cudaFree(d_ints));
  return verdict();
}
