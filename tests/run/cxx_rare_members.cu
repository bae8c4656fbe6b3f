// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Members that are called as the output calls what C has not (base, self), braces behind a variable
// that gets another name, references to pointers that are values, members that point to member
// functions, launches whose kernel deduces a pack, and tables of functions that take classes with
// arrays and classes in them.
#include "check.h"

#define HD __host__ __device__

struct RareBase {
  int x;
};
struct RareOther {
  int y;
};
struct RareNamedBase : RareBase {
  int base;
  HD int f() const { return base * 10 + x; }
};
struct RareUnion : RareBase {
  union {
    int base;
    float f;
  };
  int base_;
};
struct RareBoth : RareBase, RareOther {
  int base_RareBase, self, result;
  HD int f(int value) const {
    int base = value;
    return base + base_RareBase * 10 + self + result + x + y;
  }
};

struct Rare {
  int x;
};
struct Rare_ {
  int y;
};
struct RareUnderscores : Rare, Rare_ {
  int base_Rare, base;
};
struct RareMixedBits {
  bool a, b : 1, c[2];
  int d : 3, e, f : 5, g[2];
  unsigned short h : 4, : 0, i : 3, j;
};

namespace rare {
struct Braced {
  int a;
};
HD inline int braced(Braced t) { return t.a; }
} // namespace rare
struct Braced {
  int x, y;
};

HD inline int measured(int *const &t) { return 100 + *t; }
HD inline int firstOf(const int *const &t) { return t[0]; }

struct RareVisitor {
  int (RareVisitor::*m)(int) const;
  int k;
  HD int a(int x) const { return x + k; }
  HD int b(int x) const { return x * k; }
  HD int run(int x) const { return (this->*m)(x); }
};

HD inline int rare_forms(int i) {
  RareNamedBase d;
  d.x = i;
  d.base = 7;
  RareUnion u;
  u.x = i;
  u.base = 3;
  u.base_ = 4;
  RareBoth o;
  o.x = i;
  o.y = 2;
  o.base_RareBase = 3;
  o.self = 4;
  o.result = 5;
  rare::Braced braced{3};
  Braced w{1, 2};
  rare::Braced r[2]{{4}, {5}};
  int n = i;
  RareVisitor v{i & 1 ? &RareVisitor::a : &RareVisitor::b, 3};
  RareUnderscores s;
  s.x = i;
  s.y = 2;
  s.base_Rare = 3;
  s.base = 4;
  Rare_ &part = s;
  RareMixedBits bits{true, true, {false, i > 3}, 3, i, -2, {1, i}, 9, 5, 6};
  bits.b = i & 2;
  bits.d = i & 3;
  bits.i += i;
  int sums = s.x * 1000 + part.y * 100 + s.base_Rare * 10 + s.base + bits.a + bits.b * 2 +
             bits.c[1] * 4 + bits.d + bits.e + bits.f + bits.g[1] + bits.h + bits.i + bits.j;
  return sums + (int)sizeof(RareMixedBits) * 7 + d.f() + u.x + u.base * u.base_ + o.f(i) + rare::braced(braced) + w.y + r[1].a +
         measured(&n) + firstOf(&n) + v.run(10);
}

__global__ void rare_members(int *out) { out[threadIdx.x] = rare_forms(threadIdx.x); }

struct RareCell {
  float3 v;
  int a[2][2];
  bool on;
};
struct RareMachine : RareOther {
  RareCell cells[2];
  int sum;
  int buffer[8];
  __device__ RareMachine(int t) : sum(t) {
    y = t;
    for (int i = 0; i < 8; i++)
      buffer[i] = i;
    cells[1].a[1][0] = 7;
    cells[1].on = true;
  }
};
typedef int (*RareAct)(RareMachine &, int);
typedef int (*RareView)(RareMachine, const RareMachine *);
__device__ int rare_keep(RareMachine &m, int k) { return m.buffer[k]; }
__device__ int rare_end(RareMachine &m, int k) {
  m.buffer[k] = 3;
  return m.cells[1].a[1][0] + m.y + m.cells[1].on;
}
__device__ int rare_two(RareMachine m, const RareMachine *p) { return m.buffer[2] + p->buffer[3]; }
__device__ int rare_sum(RareMachine m, const RareMachine *) { return m.sum; }
__device__ const RareAct rare_acts[2] = {rare_keep, rare_end};
__global__ void rare_tables(int *out) {
  int i = threadIdx.x;
  RareMachine m(i);
  RareView view = i & 1 ? rare_two : rare_sum;
  int r = rare_acts[i & 1](m, 2);
  out[i] = r * 100 + m.buffer[2] * 10 + view(m, &m);
}

struct RareCounter {
  int v;
  __device__ int add(int x) { return v += x; }
  __device__ int scaled(int x) const { return v * x; }
};
template <class F> __device__ int rare_member_of(RareCounter &c, F f, int x) { return (c.*f)(x); }
struct RareTwo {
  int a;
  float b;
};
template <class M> __device__ int rare_twice(RareTwo r, M member) { return (int)(r.*member * 2); }
template <class F> struct RareHeld {
  F f;
  __device__ int run(RareCounter &c, int x) { return (c.*f)(x); }
};
__global__ void rare_const_members(int *out) {
  int i = threadIdx.x;
  RareCounter c{i};
  auto call = [&c](auto f, int x) { return (c.*f)(x); };
  int r = call(&RareCounter::add, 1);
  r += call(&RareCounter::scaled, 2) * 100;
  r += rare_member_of(c, &RareCounter::scaled, 3) * 10000;
  RareTwo two{3, 1.25f};
  r += rare_twice(two, &RareTwo::a) * 10 + rare_twice(two, &RareTwo::b); // 62
  RareHeld<int (RareCounter::*)(int) const> held{&RareCounter::scaled};
  RareHeld<int (RareCounter::*)(int)> adds{&RareCounter::add};
  r += held.run(c, 1); // i + 1
  r -= adds.run(c, -1); // i
  out[i] = r + rare_member_of(c, &RareCounter::add, 6) * 1000000;
}

template <class A, class... Rs> __global__ void rare_more_of_pack(int *out, A a, Rs... rest) {
  out[threadIdx.x] = a + (int(rest) + ... + 0) + (int(sizeof(rest)) + ... + 0);
}
template <class T> void part_of_pack(T one) {
  int *out, got[2];
  OK(cudaMalloc(&out, sizeof got));
  rare_more_of_pack<T, short><<<1, 1>>>(out, one, (short)2, 3);
  rare_more_of_pack<T><<<1, 1>>>(out + 1, one, 2.5);
  OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], int(one) + 5 + 6);
  EXPECT_EQ(got[1], int(one) + 2 + 8);
  OK(cudaFree(out));
}

template <class T, class... Ws> __global__ void rare_pack(T *out, Ws... w) {
  const T ws[] = {T(w)...};
  out[threadIdx.x] = ws[threadIdx.x % sizeof...(Ws)];
}

template <class T> void pack() {
  T *out, got[4];
  OK(cudaMalloc(&out, sizeof got));
  rare_pack<T><<<1, 4>>>(out, 1, 2.0f);
  OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4; i++)
    EXPECT_EQ(got[i], T(i % 2 + 1));
  OK(cudaFree(out));
}

int main() {
  const int n = 8;
  int *out, got[n];
  OK(cudaMalloc(&out, sizeof got));
  rare_members<<<1, n>>>(out);
  OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], rare_forms(i));
  rare_tables<<<1, n>>>(out);
  OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], i & 1 ? (8 + i) * 100 + 36 : 220 + i);
  rare_const_members<<<1, n>>>(out);
  OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], (i + 1) * 30201 + 63 + (i + 6) * 1000000);
  OK(cudaFree(out));
  part_of_pack(1);
  part_of_pack(4.0f);
  pack<float>();
  pack<int>();
  return verdict();
}
