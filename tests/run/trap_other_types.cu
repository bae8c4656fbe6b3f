// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: memory that is written as one type and read as another. CUDA's compiler keeps the order of
// such reads and writes; those of OpenCL C need not.
#include "check.h"

constexpr int threads = 32, slots = 8;

struct Record {
  float x;
  int k[2];
  short s[2];
};
__device__ void copy_words(int *to, const int *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}
__device__ unsigned *bits_of(float *values) { return (unsigned *)values; }
__device__ void negate(unsigned &bits) { bits ^= 0x80000000u; }

__global__ void other_types(float *out, int n) {
  int t = threadIdx.x;
  float *mine = out + t * slots;
  float values[4];
  for (float &v : values)
    v = t + 1;
  int *bits = (int *)values;
  bits[1] ^= 0x80000000;
  mine[0] = values[0] + values[1] * 10;
  for (int i = 0; i < n; i++)
    values[i] = t + i + 1;
  for (int i = 0; i < n; i++)
    ((unsigned *)values)[i] += 1 << 23; // twice the value
  mine[1] = values[0] + values[n - 1] * 10;
  Record a{1.5f * t, {1, t}, {3, 4}}, b;
  copy_words((int *)&b, (const int *)&a, 4);
  mine[2] = b.x * 2 + b.k[1] + b.s[1] * 100;
  negate(*(unsigned *)&values[n & 1]);
  mine[3] = values[n & 1];
  unsigned *all = bits_of(values);
  for (int i = 0; i < n; i++)
    values[i] = i;
  for (int i = n - 1; i > 0; i--)
    all[i] = all[i - 1];
  mine[4] = values[3] * 100 + values[2] * 10 + values[1];
  short halves[4] = {1, 2, 3, (short)t};
  long long *whole = (long long *)halves;
  for (int i = 0; i < n; i++)
    halves[i] += i;
  whole[0] += 1ll << 32;
  mine[5] = halves[2] * 100 + halves[3] + (int)(whole[0] >> 48);
  __shared__ float shared[threads];
  int *words = (int *)shared;
  for (int i = 0; i < n; i++)
    shared[t] = t + i;
  words[t] |= 0x80000000;
  mine[6] = shared[t];
  for (int i = 0; i < n; i++)
    mine[7] = i;
  ((int *)out)[t * slots + 7] ^= 0x80000000;
  mine[7] *= 2;
}

// The same through members, captures, pointers to pointers, arrays of pointers, results, references
// and untyped memory.
constexpr int followed = 14, twice = 1 << 23, sign = (int)0x80000000;
struct View {
  int *bits;
  int n;
};
struct Both {
  float *f;
  unsigned *u;
  __device__ explicit Both(float *p) : f(p), u((unsigned *)p) {}
  __device__ void flip(int i) { u[i] ^= 0x80000000u; }
};
template <class T> struct Walker {
  T *at;
  __device__ T &operator[](int i) const { return at[i]; }
};
template <class T> __device__ Walker<T> walk(void *p) { return {static_cast<T *>(p)}; }
__device__ View view(float *f, int n) { return {(int *)f, n}; }
__device__ int *untyped(void *p) { return (int *)p; }
__device__ void store(int **where, float *f) { *where = (int *)f; }
template <class To, class From> __device__ To &as(From &f) { return *reinterpret_cast<To *>(&f); }

__global__ void followed_types(float *out, int n) {
  int t = threadIdx.x;
  float *mine = out + t * followed, f[8];
  View v;
  v.bits = (int *)f;
  for (int i = 0; i < n; i++)
    f[i] = t + i;
  for (int i = 0; i < n; i++)
    v.bits[i] += twice;
  mine[0] = f[0] + f[1] * 4 + f[n - 1] * 16;
  View other = view(f, n);
  for (int i = 0; i <= n; i++)
    f[i] = t + i;
  for (int i = other.n; i > 0; i--)
    other.bits[i] = other.bits[i - 1];
  mine[1] = f[n] + f[1] * 4;
  Both both(f);
  both.f[n] = 5;
  both.flip(n);
  mine[2] = f[n] + both.f[n] * 4;
  int *p = (int *)f;
  auto set = [p, n](int bits) { p[n] = bits; };
  auto get = [q = (int *)f](int i) { return q[i]; };
  f[n] = 1;
  set(0x40400000);
  mine[3] = f[n];
  f[n] = 2;
  mine[4] = get(n) >> 20;
  int *w;
  store(&w, f);
  f[n] = 6;
  w[n] += twice;
  mine[5] = f[n];
  int *pointers[2] = {(int *)f, (int *)(f + 4)};
  f[4 + n] = 9;
  f[n] = 7;
  pointers[t & 1][n] += twice;
  mine[6] = f[4 + n] + f[n] * 32;
  int *r = untyped(f);
  f[n] = 3;
  r[n] ^= sign;
  mine[7] = f[n];
  int &bits = reinterpret_cast<int &>(f[n]);
  f[n] = 12;
  bits += twice;
  as<unsigned>(f[n]) ^= 0x80000000u;
  mine[8] = f[n];
  char bytes[32] __attribute__((aligned(8)));
  float *a = (float *)bytes;
  int *b = (int *)bytes;
  for (int i = 0; i < n; i++)
    a[i] = t + i;
  for (int i = 0; i < n; i++)
    b[i] ^= sign;
  mine[9] = a[0] + a[1] * 4 + a[n - 1] * 16;
  long long whole[4] = {};
  int *parts = (int *)whole;
  whole[n] = -1;
  parts[n * 2 + 1]++;
  short *halves = (short *)parts;
  parts[n] = 0x10002;
  halves[n * 2] += 5;
  mine[10] = parts[n] - 0x10000 + (whole[n] >> 30);
  Walker<int> walker = walk<int>(f);
  f[n] = 4;
  walker[n] += twice;
  mine[11] = f[n];
  __shared__ float shared[threads];
  View local{(int *)shared, t};
  shared[t] = t + 1;
  local.bits[local.n] += twice;
  mine[12] = shared[t];
  __shared__ char raw[threads * 8];
  double *d = (double *)raw;
  d[t] = t + 1;
  ((unsigned *)raw)[t * 2 + 1] ^= 0x80000000u;
  mine[13] = d[t];
}

void check_followed() {
  float got[threads][followed], *d;
  OK(cudaMalloc(&d, sizeof got));
  followed_types<<<1, threads>>>(d, 3);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int t = 0; t < threads; t++) {
    const float want[followed] = {(t + (t + 1) * 4 + (t + 2) * 16) * 2.0f,
                                  (t + 2) + t * 4.0f,
                                  -25,
                                  3,
                                  1024,
                                  12,
                                  t & 1 ? 18 + 7 * 32.0f : 9 + 14 * 32.0f,
                                  -3,
                                  -24,
                                  -(t + (t + 1) * 4 + (t + 2) * 16.0f),
                                  7 + 3,
                                  8,
                                  2.0f * (t + 1),
                                  -(t + 1.0f)};
    for (int i = 0; i < followed; i++)
      EXPECT_EQ(got[t][i], want[i]);
  }
}

// Two classes for one piece of memory, and addresses that go through integers.
struct Weighed {
  float weight;
  int count;
};
struct Counted {
  int count;
  float weight;
};
struct Held {
  Counted counted;
  int *of;
};
constexpr int classes = 6;

__device__ __noinline__ float both(Weighed *w, Counted *c) {
  w->weight = 1;
  c->count = 5;
  return w->weight;
}
template <class T> __device__ T *aligned(void *p) {
  return (T *)(((unsigned long long)p + 15) / 16 * 16);
}
__device__ unsigned long long exchange(unsigned long long *at, float *p) {
  return atomicExch(at, (unsigned long long)p);
}

__global__ void through_classes(Weighed *w, float *got, int by) {
  got[0] = both(w, (Counted *)w);
  // A pointer to a member is one to the same memory.
  Counted *c = reinterpret_cast<Counted *>(w + 1);
  float *weight = &w[by].weight;
  *weight = 1;
  c->count = 5;
  got[1] = *weight;
  // Addresses in integers.
  size_t address = (size_t)(w + 2);
  address += 8 * (by - 1);
  int *bits = (int *)address;
  w[2].weight = 1;
  bits[0] = 5;
  got[2] = w[2].weight;
  float *f = aligned<float>(w + 4);
  int *i = aligned<int>(w + 4);
  f[by] = 1;
  i[by] = 5;
  got[3] = f[by];
  // An address that an atomic exchange gives back.
  unsigned long long *slot = (unsigned long long *)(w + 8);
  exchange(slot, (float *)(w + 9));
  int *back = (int *)exchange(slot, nullptr);
  float *front = (float *)(w + 9);
  front[by] = 1;
  back[by] = 5;
  got[4] = front[by];
  // A class of several parts beside pointers.
  Held *held = (Held *)(w + 12);
  int **words = (int **)(w + 12);
  held->counted.count = 1;
  held->counted.weight = 2;
  words[0] = nullptr;
  got[5] = held->counted.count + held->counted.weight;
}

void check_classes() {
  Weighed *w;
  float got[classes], *d;
  OK(cudaMalloc(&w, 32 * sizeof(Weighed)));
  OK(cudaMalloc(&d, sizeof got));
  through_classes<<<1, 1>>>(w, d, 1);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < classes; i++)
    EXPECT_EQ(got[i], i == 5 ? 0 : 7.00649232e-45f); // the bits of 5
  OK(cudaFree(w));
  OK(cudaFree(d));
}

int main() {
  check_followed();
  check_classes();
  float got[threads][slots], *d;
  OK(cudaMalloc(&d, sizeof got));
  other_types<<<1, threads>>>(d, 4);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int t = 0; t < threads; t++) {
    const float want[slots] = {(t + 1) * -9.0f,
                               2.0f * (t + 1) + 20.0f * (t + 4),
                               4.0f * t + 400,
                               -2.0f * (t + 1),
                               210,
                               600.0f + (t + 3) * 2,
                               -(t + 3.0f),
                               -6};
    for (int i = 0; i < slots; i++)
      EXPECT_EQ(got[t][i], want[i]);
  }
  OK(cudaFree(d));
  return verdict();
}
