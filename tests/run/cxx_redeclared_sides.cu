// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Definitions that do not repeat the __device__ or __host__ of their declarations, and the other way
// round: nvcc makes one function of both (warnings 20037 to 20041).
#include <cstdio>

struct Vec {
  float x, y;
  __device__ float length2() const;
  __host__ __device__ void scale(float s);
  __host__ __device__ Vec(float a, float b);
  static __device__ int tag();
  __device__ Vec operator+(const Vec &o) const;
  __device__ Vec operator-() const;
  __device__ unsigned place(); // only for devices: its body must not reach the host
  int twice(int v) const;
  __host__ float wide() const;
  __device__ float narrow() const;
  __device__ int pick(int);
  int pick(float); // another function
};
float Vec::length2() const { return x * x + y * y; }
void Vec::scale(float s) {
  x *= s;
  y *= s;
}
inline Vec::Vec(float a, float b) : x(a), y(b) {}
int Vec::tag() { return 7; }
Vec Vec::operator+(const Vec &o) const { return Vec(x + o.x, y + o.y); }
auto Vec::operator-() const -> Vec { return Vec(-x, -y); }
unsigned Vec::place() { return threadIdx.x + blockIdx.x * blockDim.x; }
__device__ int Vec::twice(int v) const { return 2 * v; }
__device__ float Vec::wide() const { return x + 100; }
__host__ __device__ float Vec::narrow() const { return y + 200; }
int Vec::pick(int v) { return v; }
int Vec::pick(float v) { return static_cast<int>(v) + 1000; }

template <int N> struct Table {
  int d[N];
  __device__ void fill();
  __device__ int sum() const;
  template <class T> __device__ T at(T scale, int i) const;
};
template <int N> void Table<N>::fill() {
  for (int i = 0; i < N; i++)
    d[i] = i;
}
template <int N> int Table<N>::sum() const {
  int s = 0;
  for (int i = 0; i < N; i++)
    s += d[i];
  return s;
}
template <int N> template <class T> T Table<N>::at(T scale, int i) const { return scale * d[i]; }
template <> void Table<2>::fill() {
  d[0] = 10;
  d[1] = 20;
}

namespace outer {
struct Holder {
  struct Inner {
    __device__ int triple(int);
  };
};
__device__ int within(int v);
} // namespace outer
int outer::Holder::Inner::triple(int k) { return k * 3; }
int outer::within(int v) { return v - 1; }

__device__ int later(int);
__device__ int later(int); // again
template <class T> __device__ T doubled(T);
__host__ __device__ int both(int);
static int hostFirst(int);
int onHostOnly(int v) { return v + 1; }
#define LIMIT const

__global__ void k(float *out) {
  int t = threadIdx.x;
  Vec v(t, 2);
  v.scale(2);
  Vec w = v + -Vec(-1, -1);
  Table<2> two;
  two.fill();
  Table<4> four;
  four.fill();
  outer::Holder::Inner in;
  out[t] = w.length2() + Vec::tag() + two.sum() + four.sum() * 100 + later(1) + in.triple(5) +
           outer::within(1) + doubled(2) + both(3) + v.place() + four.at(2.5f, 2) + hostFirst(9) +
           w.twice(4) + w.wide() + w.narrow() + v.pick(1);
}

int later(int x) { return x + 1; }
template <class T> T doubled(T x) { return x + x; }
int both(int x) { return x; }
__device__ int hostFirst(int v) { return v * 5; }

int main() {
  float *d, h[8];
  cudaMalloc(&d, sizeof h);
  k<<<1, 8>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int i = 0; i < 8; i++) {
    float x = i * 2 + 1, y = 5;
    float expected = x * x + y * y + 7 + 30 + 600 + 2 + 15 + 0 + 4 + 3 + i + 5 + 45 + 8 + (x + 100) +
                     (y + 200) + 1;
    if (h[i] != expected) {
      printf("%d: %f, not %f\n", i, h[i], expected);
      ok = false;
    }
  }
  Vec v(3, 4);
  v.scale(2);
  ok = ok && v.x == 6 && both(4) == 4 && v.wide() == 106 && v.narrow() == 208 &&
       v.pick(1.0f) == 1001 && onHostOnly(1) == 2;
  puts(ok ? "PASSED" : "FAILED");
}
