// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constants whose values constructors and functions compute when compiling: they are data of the
// program, and nothing of what made them is called.
#include "check.h"

struct Vector {
  float x, y;
  constexpr __host__ __device__ Vector(float a, float b) : x(a), y(b) {}
  constexpr __host__ __device__ Vector operator+(Vector o) const {
    return Vector(x + o.x, y + o.y);
  }
};
constexpr Vector unit{1.5f, 2.5f};
constexpr Vector moved = unit + Vector(1, 2);
const Vector corners[3] = {Vector(1, 2), {3, 4}, moved};

struct Empty {};
struct Tagged : Empty, Vector { // a base without data, one with; defaults; nested; arrays
  int id = 9;
  short pair[2];
  unsigned char flags[3] = {250, 1};
  Vector inner;
  bool on = true;
  const int *none = nullptr;
  constexpr Tagged(int i)
      : Vector(i, i * 0.1f), pair{short(i), short(-i)}, inner(Vector(0.5f, i) + unit) {}
};
constexpr Tagged tagged[2] = {Tagged(3), Tagged(-4)};

constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
constexpr int steps[4] = {fib(10), fib(11), 3, fib(7)};
struct Squares {
  int v[8];
  constexpr Squares() : v() {
    for (int i = 0; i < 8; i++)
      v[i] = i * i;
  }
  constexpr __host__ __device__ int operator[](int i) const { return v[i]; }
};
constexpr Squares squares;
union Word {
  int i;
  float f;
  constexpr Word(float f) : f(f) {}
};
constexpr Word word(1.0f);
enum class Color : unsigned char { red = 1, blue = 250 };
struct Paint {
  Color color;
  float weight;
  constexpr Paint(int c) : color(Color(c)), weight(c / 4.0f) {}
};
constexpr Paint paint(250);

struct Configuration {
  static constexpr int size = 7;
  static constexpr float weights[3] = {0.25f, 0.5f, 0.75f};
  static constexpr Vector origin{3, 4};
};
template <int... I> struct Sequence {
  static constexpr int sum = (I + ... + 0);
  static constexpr int data[sizeof...(I)] = {I * I...};
};
template <typename T> struct Limits {
  static constexpr Tagged bound = Tagged(sizeof(T));
};
constexpr long long operator"" _k(unsigned long long v) { return v * 1000; }
constexpr float operator"" _half(long double v) { return v / 2; }
template <typename T> __host__ __device__ T suffixed(int k) { return T(2_k * k + 5.0_half); }

__host__ __device__ inline float compute(int t) {
  float r = unit.x + moved.y * 10 + corners[t % 3].x + corners[(t + 1) % 3].y * 10;
  const Tagged &g = tagged[t & 1];
  r += g.x + g.y + g.id + g.pair[1] + g.flags[0] + g.flags[2] + g.inner.x + g.inner.y + g.on;
  r += g.none ? 100 : 0;
  r += steps[t % 4] + squares[t % 8] * 2 + squares.v[3];
  r += (int)paint.color + (int)(paint.weight * 3);
  r += Configuration::size + Configuration::weights[t % 3] + Configuration::origin.x;
  r += Sequence<1, 2, 3>::sum + Sequence<1, 2, 3>::data[t % 3] + Limits<double>::bound.inner.y;
  r += 3_k + 5.0_half + suffixed<float>(t);
  const Vector local[2] = {unit, moved};
  static constexpr Vector kept[2] = {Vector(5, 1), Vector(2, 3)};
  constexpr int ten = fib(10);
  return r + local[t & 1].x + kept[t & 1].y + ten;
}

// Constants that their types change.
const unsigned char all = ~0, most = -1;
const unsigned short words = -2, cut = 70000;
const signed char minus = 200;
const int negative = 3000000000u, of_other = all, of_negative = 0xFFFFFFFFu;
const bool yes = 5, no = 2 - 2;
struct Narrow {
  static const unsigned char least = ~1;
};
template <int N> struct Negated {
  static const unsigned char value = -N;
};
__host__ __device__ inline void narrow(long *out, unsigned char x) {
  static const unsigned char kept = -2;
  const long v[] = {
      all,         most,    words,     cut,        minus,         negative,          of_other,
      of_negative, yes,     yes + 1,   no,         Narrow::least, Negated<3>::value, kept,
      x == all,    all + 1, minus / 2, ~(long)most};
  for (int i = 0; i < (int)(sizeof v / sizeof *v); ++i)
    out[i] = v[i];
}
__global__ void narrow_kernel(long *out) { narrow(out, 255); }
void check_narrow() {
  const int n = 18;
  long got[n], want[n], *d;
  OK(cudaMalloc(&d, sizeof got));
  narrow_kernel<<<1, 1>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  narrow(want, 255);
  for (int i = 0; i < n; ++i)
    EXPECT_EQ(got[i], want[i]);
  EXPECT_EQ(want[0], 255);
  OK(cudaFree(d));
}

__global__ void kernel(float *out, float *bits) {
  out[threadIdx.x] = compute(threadIdx.x);
  if (threadIdx.x == 0)
    *bits = word.f;
}

int main() {
  const int n = 24;
  float got[n + 1], *d;
  OK(cudaMalloc(&d, sizeof got));
  kernel<<<1, n>>>(d, d + n);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int t = 0; t < n; ++t)
    EXPECT_EQ(got[t], compute(t));
  EXPECT_EQ(got[n], 1.0f);
  OK(cudaFree(d));
  check_narrow();
  return verdict();
}
