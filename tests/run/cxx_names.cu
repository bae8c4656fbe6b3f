// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Namespaces, enum class, using, auto and decltype, constexpr, overloads, default arguments.
#include "check.h"

namespace geometry {
enum class Axis { x, y, z = 7 };
constexpr float scale = 1.5f;
namespace detail {
__host__ __device__ inline int clamp(int v) { return v < 0 ? 0 : v; }
} // namespace detail
inline namespace v1 {
__host__ __device__ inline int pick(Axis a) { return a == Axis::z ? 3 : static_cast<int>(a); }
} // namespace v1
__host__ __device__ inline float area(float w, float h = 2.0f) { return w * h * scale; }
} // namespace geometry

namespace other {
__host__ __device__ inline float area(float w) { return w; }
struct Point {
  int x, y;
};
} // namespace other
namespace {
struct Point {
  float a;
};
__host__ __device__ float hidden(Point p) { return p.a * 2; }
} // namespace

namespace g = geometry;
using geometry::Axis;
using Real = float;
template <typename T> using Twice = T[2];

constexpr __host__ __device__ int cube(int x) { return x * x * x; }
static_assert(cube(3) == 27, "cube");

__constant__ int device_table[4] = {2, 3, 5, 7};

__host__ __device__ int overloaded(int) { return 1; }
__host__ __device__ int overloaded(float) { return 2; }
__host__ __device__ int overloaded(const float *) { return 3; }

enum Color : unsigned char { red = 3, green };
struct Scope {
  enum Mode { off, on = 5 };
  static constexpr int limit = 9;
  Mode mode;
};

// Local variables named like what other scopes mean.
namespace cfg {
enum { width = 8 };
constexpr int depth = 4;
static const int table[3] = {7, 9, 11};
struct point {
  int x, y;
};
__host__ __device__ inline int scale(int x) { return x * 3; }
__host__ __device__ inline int plus(int x, int y = width) { return x + y; }
} // namespace cfg
constexpr int height = 6;
__host__ __device__ int hidden_names(int i, int depth) {
  int width = i, table = i % 3, scale = cfg::scale(i);
  cfg::point point = {i, 2};
  cfg::point turned = {point.y, point.x};
  int r = width * cfg::width + depth * cfg::depth + cfg::table[table] + scale + cfg::scale(scale) +
          turned.x * 10 + turned.y + cfg::plus(width);
  int height = i;
  for (int height = 0; height < 3; height++)
    r += ::height * height;
  return r + height * ::height;
}

__host__ __device__ float work(int i) {
  using namespace geometry;
  auto a = area(i);
  decltype(a) b = other::area(2.0f);
  constexpr int c = cube(4);
  constexpr int table[4] = {2, 3, 5, 7};
  auto q = detail::clamp(i - 5);
  Real r = table[i % 4];
  Twice<int> t = {1, i};
  other::Point p{i, 2};
  Point h{0.25f};
  Scope s{Scope::on};
  [[maybe_unused]] int unused = 0;
  switch (i % 3) {
  case (int)Axis::x:
    r += 1;
    break;
  case (int)Axis::y:
    r += 2;
    [[fallthrough]];
  default:
    r += 4;
  }
  const float one = 1;
  return a + b + c + q + r + t[1] + p.x + p.y + hidden(h) + pick(Axis::z) + g::area(1, 1) +
         overloaded(i) + overloaded(a) + overloaded(&one) + hidden_names(i, i + 1) + green +
         s.mode + Scope::limit;
}

__global__ void run(float *out) {
  out[threadIdx.x] = work(threadIdx.x) + device_table[threadIdx.x % 4];
}

int main() {
  float out[16], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  run<<<1, 16>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++)
    EXPECT_NEAR(out[i], work(i) + "\2\3\5\7"[i % 4], 1e-3);
  OK(cudaFree(d_out));
  return verdict();
}
