// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Classes: constructors, member initialisers, defaults, const methods, friends, inheritance,
// anonymous unions, copies that the user wrote, return *this.
#include "check.h"

class Complex {
  float re_, im_;

public:
  __host__ __device__ Complex() : re_(0), im_(0) {}
  __host__ __device__ Complex(float re, float im = 0) : re_(re), im_(im) {}
  __host__ __device__ float re() const { return re_; }
  __host__ __device__ float im() const { return im_; }
  __host__ __device__ Complex &scale(float f) {
    re_ *= f;
    im_ *= f;
    return *this;
  }
  __host__ __device__ Complex &add(const Complex &o) {
    re_ += o.re_;
    im_ += o.im_;
    return *this;
  }
  __host__ __device__ float norm() const { return re() * re() + im() * im(); }
  friend __host__ __device__ Complex product(const Complex &a, const Complex &b);
};
__host__ __device__ Complex product(const Complex &a, const Complex &b) {
  return Complex(a.re_ * b.re_ - a.im_ * b.im_, a.re_ * b.im_ + a.im_ * b.re_);
}

struct Shape {
  float area;
  int sides = 4;
  __host__ __device__ explicit Shape(float a) : area(a) {}
  __host__ __device__ float per_side() const { return area / sides; }
};
struct Triangle : Shape {
  int id;
  __host__ __device__ Triangle(float a, int i) : Shape(a), id(i) { sides = 3; }
  __host__ __device__ float sum() const { return per_side() + area + id; }
};

struct Number {
  union {
    unsigned bits;
    float value;
  };
  __host__ __device__ bool negative() const { return bits >> 31; }
};

struct Counted {
  int value, copies;
  __host__ __device__ Counted(int v) : value(v), copies(0) {}
  __host__ __device__ Counted(const Counted &o) : value(o.value), copies(o.copies + 1) {}
  __host__ __device__ Counted &operator=(const Counted &o) {
    value = o.value;
    copies = o.copies + 100;
    return *this;
  }
};

struct Pod {
  int a = 3;
  float b = 0.5f;
};

// Inherited constructors: with defaults, templates, references and moved values, through two levels
// and in templates; the members of the heir are as they are by default.
struct Base {
  int a;
  float b;
  __host__ __device__ Base(int a, float b = 2.5f) : a(a), b(b) {}
  __host__ __device__ explicit Base(float x) : a((int)x), b(x) {}
  template <typename T> __host__ __device__ Base(T x, int y, int z) : a(y * z), b(x) {}
  __host__ __device__ Base(int &counted, const Complex &c) : a(++counted), b(c.im()) {}
  __host__ __device__ explicit Base(Counted &&moved) : a(moved.value), b(moved.copies) {
    moved.value = -1;
  }
  __host__ __device__ Base(Counted, int *, Pod p) : a(3), b(p.b) {}
  __host__ __device__ Base() : a(7), b(8) {}
};
struct Heir : Base {
  using Base::Base;
  int c = 11;
};
struct Grandchild : Heir {
  using Heir::Heir;
  float e = 0.5f;
  __host__ __device__ Grandchild(char x) : Heir(x, 3.f) { c = 4; }
};
struct Nothing {};
template <typename B> struct Mixed : Nothing, B {
  using B::B;
  B other{5, 6.f};
  __host__ __device__ float sum() const { return this->a + this->b * 2 + other.a; }
};
__host__ __device__ float sum(const Grandchild &g) { return g.a + 10 * g.b + 100 * g.c + g.e; }

__host__ __device__ float inherited(int t) {
  int counted = t;
  Counted gone(t);
  Heir x(t, 1.5f), y(t), z(2.75f), w(1.5f, 2, t), q{}, r(counted, Complex(1, t));
  Heir s((Counted &&)gone);
  Heir u(gone, &counted, Pod{1, 4.5f});
  Grandchild x2(t, 1.5f), y2('a'), z2(3.5f), r2(counted, Complex(2, 3));
  Mixed<Base> m(t, 4.f);
  Mixed<Heir> m2(3.25f);
  float sums = x.a + x.b + x.c + y.b + z.a * z.b + w.a * w.b + q.a - q.b + r.a * r.b;
  sums += s.a * 3 + s.b;
  return sums + u.a + u.b + sum(x2) + sum(y2) + sum(z2) + sum(r2) + m.sum() + m2.sum() + m2.c +
         counted * 1000 + gone.value + Heir(1, 2.f).a;
}

// Classes without names as members: used as values, by reference, in arrays and in unions.
struct Figure {
  int kind;
  union {
    struct {
      float r;
    } circle;
    struct {
      float w, h;
    } box;
  };
  struct {
    int x, y;
  } at[2], last;
  struct Inner {
    struct {
      short a, b;
    } deep;
  } inner;
};
template <typename T> struct Found {
  struct {
    T v;
    bool ok;
  } s;
  __host__ __device__ Found(T v, bool ok) : s{v, ok} {}
  __host__ __device__ auto get() const { return s; }
};
__host__ __device__ float unnamed(int t) {
  Figure f{};
  f.kind = t & 1;
  if (f.kind)
    f.box = {(float)t, 2};
  else
    f.circle.r = t;
  f.at[0] = {1, 2};
  f.at[1].x = t;
  f.last = {t, 3};
  f.inner.deep = {3, 4};
  for (auto &p : f.at)
    p.x += 5, p.y -= f.last.y;
  auto &deep = f.inner.deep;
  deep.a += t;
  auto box = f.box;
  auto last = f.last;
  last.x = 7;
  auto got = Found<int>(t, t > 2).get();
  float area = f.kind ? box.w * box.h : f.circle.r * f.circle.r;
  return area + f.at[0].x * 3 + f.at[1].y * 5 + f.last.x + last.x * 7 + f.inner.deep.a + got.v +
         got.ok * 100;
}

// Members of bases by name, through casts that are written, and from class to class.
struct First {
  int a;
  __host__ __device__ First(int a = 1) : a(a) {}
  __host__ __device__ int f() const { return a; }
  __host__ __device__ First &operator=(int v) {
    a = v;
    return *this;
  }
};
struct Second {
  float b = 2;
  __host__ __device__ int f() const { return b * 10; }
};
struct Both : First, Second {
  using First::f;
  using First::operator=;
  int c = a + 5;
  __host__ __device__ explicit Both(int i) : First(i) { b = i * 0.5f; }
};
struct Last : Both {
  int a;
  __host__ __device__ explicit Last(int i) : Both(i), a(i * 100) {}
  __host__ __device__ int f() const { return a + Both::a + Both::f() * 3 + Second::f(); }
  __host__ __device__ const First &first() const { return *this; }
};
__host__ __device__ int sliced(First x) { return x.a + x.f(); }
__host__ __device__ float bases(int t) {
  Both c(t);
  Last d(t + 1);
  c = 9;
  float r = d.f() + d.a + d.Both::a + d.first().a * 2 + c.a + sliced(c) + sliced(d);
  static_cast<Second &>(d).b += 3;
  First *p = &d;
  p->a = 4;
  return r + ((First &)d).a + ((Second &)d).f() * 3 + static_cast<Last *>(p)->a + d.first().f();
}

__host__ __device__ int by_value(Counted c) { return c.value * 1000 + c.copies; }

__host__ __device__ float work(int i) {
  Complex a(i, 1), b(2), zero;
  a.scale(2).add(b).add(Complex(0, 3));
  Complex p = product(a, b);
  Triangle t(6.0f * i, 5);
  Shape s(8.0f);
  Number n;
  n.value = 1.5f - i;
  Counted c(i), d = c;
  c = d;
  Pod pod;
  Pod other{i};
  return p.re() + p.norm() + zero.im() + t.sum() + s.per_side() + t.sides + n.negative() +
         c.copies + by_value(d) + pod.a + pod.b + other.a * 2 + other.b;
}

// Classes that are only declared: what points at them can be compared and passed on.
template <class T> struct Opaque;
struct NeverDefined;
namespace hidden {
class Handle;
}
__device__ bool is_set(const NeverDefined *p) { return p != nullptr; }
__global__ void only_declared(int *out, void *where) {
  Opaque<int> *opaque = (Opaque<int> *)where;
  hidden::Handle *handle = (hidden::Handle *)where;
  *out = (void *)opaque == (void *)handle && is_set((const NeverDefined *)where) ? 7 : 8;
}

__global__ void run(float *out) {
  out[threadIdx.x] = work(threadIdx.x);
  out[16 + threadIdx.x] = inherited(threadIdx.x);
  out[32 + threadIdx.x] = bases(threadIdx.x) + unnamed(threadIdx.x);
}

int main() {
  float out[48], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  run<<<1, 16>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++)
    EXPECT_NEAR(out[i], work(i), 1e-2);
  for (int i = 0; i < 16; i++)
    EXPECT_EQ(out[16 + i], inherited(i));
  for (int i = 0; i < 16; i++)
    EXPECT_EQ(out[32 + i], bases(i) + unnamed(i));
  int *d_set, set = 0;
  OK(cudaMalloc(&d_set, sizeof set));
  only_declared<<<1, 1>>>(d_set, d_out);
  OK(cudaMemcpy(&set, d_set, sizeof set, cudaMemcpyDeviceToHost));
  EXPECT_EQ(set, 7);
  OK(cudaFree(d_set));
  OK(cudaFree(d_out));
  return verdict();
}
