// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What variables of the device begin with: default constructors and members' initial values, empty
// and nested braces, strings of signed and unsigned characters, constants inside functions.
#include "check.h"

#define BRACES {{1, 2, 3}}

struct Limits {
  int low = 5;
  float high = 2.5f;
};
struct Twice {
  int value;
  constexpr __host__ __device__ Twice(int v = 7) : value(v * 2) {}
};
struct Nested {
  Limits limits;
  int list[3] = {1, 2, 3};
};
struct Squares {
  int v[4];
  constexpr __host__ __device__ Squares() : v() {
    for (int i = 0; i < 4; ++i)
      v[i] = i * i - 3;
  }
};
template <int N> struct Row {
  Twice each[N];
};
struct More : Limits {
  int more = 9;
};
struct Empty {
  int value;
  __host__ __device__ Empty() {}
};
struct List {
  int v[3];
};
struct Tail {
  List list;
  int last;
};
struct Names {
  char name[6];
  unsigned char bytes[4];
};
union Word {
  float f;
  unsigned u;
};

__device__ Limits limits;
__constant__ Limits fixed_limits;
__device__ Limits braced{}, assigned = {8};
__device__ Twice twice;
__constant__ Twice four(4), five = 5;
__device__ Twice three[3], some[3] = {1, 2};
__constant__ Nested nested;
__device__ Nested two_nested[2];
__device__ Squares squares;
__constant__ Squares made{}, copied = Squares();
__device__ Row<2> row;
__device__ More more;
__device__ Empty zero;
__device__ Word word;
namespace inner {
static __device__ Limits limits;
}

__constant__ List list = {{1, 2, 3}}, from_macro = BRACES, shorter = {{1}};
__device__ Tail tail = {{{4}}}, no_tail = {{}};
__device__ float2 pairs[2] = {};
__constant__ float3 no_vector = {};
__device__ List lists[2] = {{{1, 2}}};
__device__ struct Written {
  int a[2];
} written = {{4, 5}};

__constant__ unsigned char bytes[] = "hi\xff";
__constant__ signed char longer[8] = "abc";
__device__ unsigned char rows[2][4] = {"ab", "cde"};
__constant__ Names names = {"abc", "xy"};

__global__ void begin_with(float *out) {
  int k = 0;
  auto add = [&](float v) { out[k++] = v; };
  add(limits.low + limits.high), add(fixed_limits.low), add(braced.high), add(assigned.low);
  add(twice.value), add(four.value), add(five.value), add(three[2].value), add(some[2].value);
  add(nested.limits.high), add(nested.list[2]), add(two_nested[1].limits.low);
  add(two_nested[1].list[1]), add(squares.v[3]), add(made.v[2]), add(copied.v[0]);
  add(row.each[1].value), add(more.low + more.more), add(zero.value), add(word.u);
  add(inner::limits.low);
  add(list.v[2]), add(from_macro.v[1]), add(shorter.v[0] + shorter.v[1]), add(tail.list.v[0]);
  add(no_tail.list.v[0] + no_tail.last), add(pairs[1].x), add(no_vector.z), add(lists[0].v[1]);
  add(written.a[1]);
  add(bytes[2]), add(longer[2] + longer[5]), add(rows[1][2]), add(names.name[1] + names.bytes[1]);
}

static void check_beginnings() {
  const float want[] = {7.5f, 5, 2.5f, 8, 14, 8, 10, 14, 14, 2.5f, 3, 5, 2, 6,   1,   -3,  14,
                        14,   0, 0,    5, 3,  2, 1,  4,  0,  0,    0, 2, 5, 255, 'c', 'e', 'b' + 'y'};
  constexpr int count = sizeof want / sizeof *want;
  float got[count], *d;
  OK(cudaMalloc(&d, sizeof got));
  begin_with<<<1, 1>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < count; ++i)
    EXPECT_NEAR(got[i], want[i], 0);
  OK(cudaFree(d));
}

// Constants that only their function can name.
template <int N> __device__ int from_template(int i) {
  static __constant__ int table[3] = {N, N + 1, N + 2};
  return table[i];
}
struct Method {
  __device__ int get(int i) const {
    static __constant__ int table[2] = {4, 5};
    return table[i & 1];
  }
};
__device__ float from_function(int i) {
  static __constant__ float table[3] = {1.5f, 2, 3};
  static __constant__ float factor = 4;
  const float *p = table;
  return p[i] * factor;
}
__global__ void inside(float *out) {
  static __constant__ int table[3] = {10, 20, 30};
  int i = threadIdx.x;
  out[i] = from_template<3>(i) + from_template<7>(2 - i) * 100;
  out[3 + i] = from_function(i) + Method().get(i);
  out[6 + i] = table[i];
  {
    static __constant__ int table[3] = {1, 2, 3};
    out[6 + i] += table[i];
  }
}

static void check_inside() {
  const float want[] = {903, 804, 705, 10, 13, 16, 11, 22, 33};
  float got[9], *d;
  OK(cudaMalloc(&d, sizeof got));
  inside<<<1, 3>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 9; ++i)
    EXPECT_EQ(got[i], want[i]);
  OK(cudaFree(d));
}

// Values that device functions make while compiling, which host code has not.
template <typename T> __device__ constexpr T power(T base, unsigned n) {
  return n == 0 ? T(1) : base * power(base, n - 1);
}
__device__ constexpr int squared(int x) { return x * x; }
struct Step {
  int at;
  float by[2];
};
__device__ constexpr int powers[] = {power(2, 3), power(3, 4), -squared(5)};
__constant__ unsigned long long largest = power(2ull, 63);
__device__ float scale = power(.5f, 3);
__constant__ Step steps[2] = {{squared(3), {power(2.f, 2), 1}}, {}};
__device__ int table[2][3] = {{squared(2)}, {0, squared(3), 7}};
__global__ void read_computed(double *out) {
  out[0] = powers[0] + powers[1] * 100 + powers[2] * 10000;
  out[1] = largest >> 60;
  out[2] = scale;
  out[3] = steps[0].at + steps[0].by[0] * 10 + steps[0].by[1] * 100 + steps[1].at;
  out[4] = table[0][0] + table[0][1] + table[1][1] * 10 + table[1][2] * 100;
}

static void check_computed() {
  const double want[] = {-241892, 8, .125, 149, 794};
  double got[5], *d;
  OK(cudaMalloc(&d, sizeof got));
  read_computed<<<1, 1>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(got[i], want[i]);
  OK(cudaFree(d));
}

// Arrays of arrays and of classes without the inner braces.
struct Point {
  float x, y[2];
};
__constant__ float filter[3][3] = {1, 2, 1, 2, 4, 2, 1, 2};
__device__ int cube[2][2][2] = {{1, 2, 3, 4}, {{5, 6}, 7}};
__constant__ Point corners[2] = {1, 2, 3, 4, 5, 6};
__device__ int plain[2][2] = {{1, 2}, {3, 4}};
template <int N> __device__ int by_rows[2][2] = {N, N + 1, N + 2};
__global__ void read_flat(int *out) {
  out[0] = filter[0][1] * 1 + filter[1][1] * 10 + filter[2][1] * 100 + filter[2][2] * 1000;
  out[1] = cube[0][1][0] + cube[0][1][1] * 10 + cube[1][0][1] * 100 + cube[1][1][0] * 1000 +
           cube[1][1][1] * 10000;
  out[2] = corners[0].y[1] + corners[1].x * 10 + corners[1].y[1] * 100;
  out[3] = plain[1][0];
  out[4] = by_rows<4>[1][0] + by_rows<4>[0][1] * 10 + by_rows<4>[1][1] * 100;
}

static void check_flat() {
  const int want[] = {242, 7643, 643, 3, 56};
  int got[5], *d;
  OK(cudaMalloc(&d, sizeof got));
  read_flat<<<1, 1>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(got[i], want[i]);
  OK(cudaFree(d));
}

int main() {
  check_flat();
  check_beginnings();
  check_inside();
  check_computed();
  return verdict();
}
