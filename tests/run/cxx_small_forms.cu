// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Forms of C++ that C has not: raw strings, mutable members, types of one name in several blocks,
// functions computed by the compiler, user-defined literals, lambdas as pointers to functions,
// bit-fields in expressions, placement new, declarations as bodies of conditions and loops.
#include "check.h"
#include <new>

#define HD __host__ __device__

namespace raw {
HD inline int len(const char *s) {
  int n = 0;
  while (s[n])
    ++n;
  return n;
}
HD inline int sum(const char *s) {
  int n = 0;
  for (; *s; ++s)
    n = n * 31 + *s;
  return n % 10007;
}
HD inline void probe(double *o, int t) {
  o[0] = len(R"(a"b\n)");
  o[1] = sum(R"(a"b\n)");
  o[2] = sum(R"x(a
b)x");
  const char *p = R"(tab\t)"
                  "end";
  o[3] = sum(p);
  if (t == 9)
    printf(R"(%d
)",
           t);
  o[4] = sizeof(R"(abc)");
  o[5] = R"(abc)"[t];
  o[6] = sum(u8"abc");
  o[7] = L'a';
  o[8] = u'b';
  o[9] = sizeof("ab"
                "cd");
}
} // namespace raw

namespace mutable_ {
struct M {
  mutable int calls;
  int v;
  HD int get() const {
    ++calls;
    return v;
  }
};
struct N {
  mutable float cache = -1;
  float v;
  HD N(float v) : v(v) {}
  HD float get() const {
    if (cache < 0)
      cache = v * v;
    return cache;
  }
};
HD inline int use(const M &m) { return m.get() + m.get(); }
HD inline void probe(double *o, int t) {
  M m{0, t};
  o[0] = use(m);
  o[1] = m.calls;
  const M c{1, 2};
  o[2] = c.get();
  o[3] = c.calls;
  N n(t);
  o[4] = n.get() + n.get();
  o[5] = n.cache;
  const N k(3);
  o[6] = k.get();
  o[7] = k.cache;
  const M a[2] = {{0, 1}, {0, 2}};
  o[8] = a[1].get();
  o[9] = a[1].calls;
  auto f = [m]() mutable { return ++m.v; };
  o[10] = f() + f();
  o[11] = m.v;
  const M *pm = &c;
  pm->calls = 40;
  o[12] = c.calls;
  int q = 3;
  auto g = [q]() mutable { return q++; };
  g();
  o[13] = g();
}
} // namespace mutable_

namespace localstructs {
HD inline int a(int t) {
  struct L {
    int v;
    HD int get() const { return v + 1; }
  };
  L l{t};
  return l.get();
}
HD inline int b(int t) {
  struct L {
    int v, w;
    HD int get() const { return v * w; }
  };
  L l{t, 3};
  {
    struct L {
      float z;
      HD float get() const { return z; }
    };
    L k{t * 0.5f};
    return l.get() + k.get() * 2;
  }
}
template <class T> HD T c(T t) {
  struct L {
    T v;
  };
  enum E { A = 4, B };
  typedef T U;
  U u = t;
  L l{u};
  return l.v + B;
}
HD inline int d(int t) {
  if (t > 1) {
    enum E { A = 10 };
    struct S {
      int v;
    } s{A + t};
    return s.v;
  } else {
    enum E { A = 20 };
    struct S {
      float v, w;
    } s{A + t * 0.5f, 1};
    return s.v + s.w;
  }
}
HD inline void probe(double *o, int t) {
  o[0] = a(t);
  o[1] = b(t);
  o[2] = c(t);
  o[3] = c(t * 0.5f);
  o[4] = d(t);
  union {
    float f;
    int i;
  } u;
  u.f = t;
  o[5] = u.i;
  struct {
    int x, y;
  } p = {t, 2};
  o[6] = p.x + p.y;
  auto q = p;
  o[7] = q.y;
}
} // namespace localstructs

namespace constexprrec {
constexpr int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
constexpr int log2i(int n) { return n <= 1 ? 0 : 1 + log2i(n / 2); }
template <int N> struct Fact {
  static constexpr int value = N * Fact<N - 1>::value;
};
template <> struct Fact<0> {
  static constexpr int value = 1;
};
template <int N> HD int pow_(int x) {
  if constexpr (N == 0)
    return 1;
  else
    return x * pow_<N - 1>(x);
}
constexpr HD int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
enum { K = fact(4) };
HD inline void probe(double *o, int t) {
  constexpr int f5 = fact(5);
  o[0] = f5 + t;
  int a[fib(6)];
  o[1] = sizeof a;
  o[2] = Fact<6>::value;
  o[3] = pow_<3>(t);
  const int g = gcd(12, 18);
  o[4] = g;
  static_assert(fact(3) == 6, "");
  o[5] = K;
  constexpr int l = log2i(64);
  for (int i = 0; i < l; ++i)
    o[6] += i;
  static constexpr int tab[3] = {fact(1), fact(2), fact(3)};
  o[7] = tab[t % 3];
  o[8] = gcd(24, 18);
  o[9] = std::integral_constant<int, fact(4)>::value;
}
} // namespace constexprrec

namespace udl {
HD constexpr float operator""_f(long double x) { return x * 2; }
HD constexpr int operator""_k(unsigned long long n) { return n * 1024; }
HD inline int operator""_len(const char *s, size_t n) { return n + s[0]; }
struct Deg {
  float v;
};
HD constexpr Deg operator""_deg(long double v) { return Deg{float(v)}; }
HD inline int operator""_c(char c) { return c + 1; }
struct Q {
  int v;
  HD operator int() const { return v; }
  HD int conv(int k = 3) const { return v * k; }
};
struct R {
  int v;
  HD R(int v, int w = 4) : v(v + w) {}
  HD operator float() const { return v * 0.5f; }
};
HD inline int take(R r) { return r.v; }
HD inline int defs(int a, int b = 2, float c = 1.5f) { return a + b + c * 2; }
HD inline void probe(double *o, int t) {
  o[0] = 1.5_f + t;
  o[1] = 2_k;
  o[2] = "abc"_len;
  o[3] = (90.0_deg).v;
  o[4] = 'a'_c;
  Q q{t};
  o[5] = q + 1;
  o[6] = q.conv();
  o[7] = q.conv(2);
  o[8] = take(t);
  R r = t;
  o[9] = r;
  o[10] = defs(t);
  o[11] = defs(t, 3);
  o[12] = 10 * 1_k;
}
} // namespace udl

namespace lambdafp {
typedef int (*Op)(int, int);
HD inline int apply(Op op, int a, int b) { return op(a, b); }
HD inline void probe(double *o, int t) {
  Op f = [](int a, int b) { return a * 10 + b; };
  o[0] = f(t, 2);
  o[1] = apply(f, t, 3);
  o[2] = apply([](int a, int b) { return a - b; }, t, 3);
  int (*g)(int) = [](int x) { return x + 1; };
  o[3] = g(t);
  Op ops[2] = {f, [](int a, int b) { return a & b; }};
  o[4] = ops[t % 2](t, 3);
  auto h = [](int x) { return x * 2; };
  g = h;
  o[5] = g(t);
  g = +[](int x) { return x * 3; };
  o[6] = g(t);
  o[7] = (t % 2 ? g : h)(5);
}
} // namespace lambdafp

namespace lambdafp2 {
struct P2 {
  int a, b;
};
typedef void (*Out)(int *, int);
typedef int (*Ref)(int &, const P2 &);
typedef P2 (*Mk)(int);
template <class F> HD int with(F f, int x) { return f(x); }
HD inline int twice(int (*f)(int), int x) { return f(f(x)); }
HD inline void probe(double *o, int t) {
  Out s = [](int *p, int v) { *p = v; };
  int n = 0;
  s(&n, t + 4);
  o[0] = n;
  Ref r = [](int &x, const P2 &p) {
    x += p.a;
    return x * p.b;
  };
  P2 p{2, 3};
  o[1] = r(n, p);
  o[2] = n;
  Mk m = [](int x) { return P2{x, x + 1}; };
  o[3] = m(t).b;
  int (*g)(int) = [](auto x) { return x + 2; };
  o[4] = g(t);
  o[5] = twice([](int x) { return x * x + 1; }, t);
  o[6] = with(g, 3);
  using F = double (*)(double);
  F fs[] = {[](double x) { return x + 1; }, [](double x) { return x * 2; }};
  for (F f : fs)
    o[7] = f(o[7]);
  if (g)
    o[8] = 1;
  int (*z)(int) = nullptr;
  if (!z)
    o[9] = 2;
  static_assert(sizeof(g) == 8, "");
}
} // namespace lambdafp2

namespace inhctor {
struct A {
  int x;
  float y;
  HD A(int x) : x(x), y(1) {}
  HD A(int x, float y) : x(x), y(y) {}
  HD explicit A(float f, int n = 3) : x(n), y(f) {}
};
struct B : A {
  int z = 9;
  using A::A;
};
struct C : B {
  using B::B;
  HD int all() const { return x + z + y; }
};
template <class T> struct D : T {
  using T::T;
  HD D() : T(5) {}
  T copy() const;
};
struct E : A {
  B b;
  using A::A;
  HD E(int a, int c, int d) : A(a), b(c) { z2 = d; }
  int z2 = 4;
  E() = delete;
};
HD inline void probe(double *o, int t) {
  B b(t);
  o[0] = b.x + b.y + b.z;
  B c(t, 2.5f);
  o[1] = c.y;
  C d{t, 3.0f};
  o[2] = d.all();
  D<A> e(t, 1.0f);
  o[3] = e.x;
  D<B> f;
  o[4] = f.x + f.z;
  B g = B(2.5f);
  o[5] = g.x + g.y;
  C h = t;
  o[6] = h.all();
  B arr[2] = {B(1), {2, 3.0f}};
  o[7] = arr[1].y + arr[0].z;
  E k(1, 2, 3);
  o[8] = k.x + k.b.x + k.b.z + k.z2;
  o[9] = C(t, 4.0f).all();
}
} // namespace inhctor

namespace bits {
struct B {
  unsigned a : 3, b : 5;
  int c : 4;
  unsigned d : 20;
  bool e : 1;
};
struct W {
  B b;
  HD B &get() { return b; }
};
HD inline int f(int x) { return x * 2; }
HD inline void probe(double *o, int t) {
  B x{};
  B y{1, 2, -1, 5, true};
  x.a = x.b = 3 + t;
  o[0] = x.a;
  o[1] = x.b;
  x.c = x.a = t + 12;
  o[2] = x.c;
  o[3] = x.a;
  x.a = y.a = t;
  o[4] = x.a + y.a;
  x.b += 3;
  o[5] = x.b;
  o[6] = x.b++;
  o[7] = x.b;
  o[8] = ++x.a;
  o[9] = x.c--;
  o[10] = x.c;
  int n = x.d = 99;
  o[11] = n;
  o[12] = (x.b |= 4);
  o[13] = (x.c = 9);
  x.e = y.d;
  o[14] = x.e + (x.a = f(x.b));
  B *p = &x;
  p->a = p->b = p->d = 1;
  W w;
  w.b = x;
  w.get().a = 5;
  w.get().b++;
  w.get().d += t;
  o[15] = w.b.a + w.b.b * 10 + w.b.d * 100;
}
} // namespace bits

namespace placement {
struct V {
  int x, y;
  HD V(int x, int y) : x(x), y(y) {}
  HD V() : x(7), y(8) {}
};
struct P {
  int x;
  float y;
};
HD inline void probe(double *o, int t) {
  alignas(8) unsigned char buf[sizeof(V) * 4];
  V *v = new (buf) V(t, 2);
  o[0] = v->x + v->y;
  V *w = new (buf + sizeof(V)) V;
  o[1] = w->x + w->y;
  int n;
  new (&n) int(5 + t);
  o[2] = n;
  V a(1, 2);
  new (&a) V(3, t);
  o[3] = a.x * 10 + a.y;
  V arr[2];
  for (int i = 0; i < 2; ++i)
    new (arr + i) V(i, t);
  o[4] = arr[1].x + arr[1].y;
  o[5] = (new (&a) V(9, 9))->x;
  new ((void *)&a) V{4, 4};
  o[6] = a.x;
  a.~V();
  float *f = new (&n) float(2.5f);
  o[7] = *f;
  int *ints = new (buf) int[3]{t, 7};
  o[8] = ints[0] + ints[1] * 10 + ints[2] * 100;
  int *zeros = new (buf) int[4]();
  o[9] = zeros[0] + zeros[1] + zeros[3];
  V *vs = new (buf) V[2]{{t, 5}, V(6, 7)};
  o[10] = vs[0].x + vs[0].y * 10 + vs[1].x * 100 + vs[1].y * 1000;
  vs = new (buf) V[3];
  o[11] = vs[2].x + vs[2].y * 10;
  int next = 3;
  new (buf + next++) char[2]{(char)next, (char)(next + t)};
  o[12] = buf[3] + buf[4] * 10 + next * 1000;
  P *ps = new (buf) P[2]{{1, 2.5f}};
  o[13] = ps[0].y + ps[1].x + ps[1].y;
}
} // namespace placement

// In templates, without parentheses.
namespace placement_in_templates {
#define MAKE(place, T) new (place) T
struct V {
  int x, y;
  HD V() : x(3), y(4) {}
};
template <typename T> HD T *one(void *p) { return new (p) T; }
template <typename T> HD T *many(void *p) {
  T *q = ::new (p) T, *r = MAKE(p, T);
  ::new ((void *)q) T;
  if (q != r)
    new (p) T;
  else
    ::new (p) T;
  return r ? q : new (p) T;
}
template <typename T> HD T *list(void *p) { return ::new (p) T{}; }
template <typename T, int N> struct Pool {
  alignas(T) unsigned char raw[N * sizeof(T)];
  int n = 0;
  HD T *next() { return new (raw + sizeof(T) * n++) T; }
  HD void all() {
    for (int i = 0; i < N; i++)
      ::new (raw + i * sizeof(T)) T;
  }
  HD T &at(int i) { return reinterpret_cast<T *>(raw)[i]; }
  template <typename U> HD U *as(int i) { return new (&at(i)) U; }
};
HD inline void probe(double *o, int t) {
  alignas(8) unsigned char raw[32] = {};
  o[0] = one<V>(raw)->x;
  o[1] = many<V>(raw + 8)->y;
  o[2] = *list<int>(raw + 16);
  *(int *)(raw + 20) = t;
  o[3] = *one<int>(raw + 20);
  Pool<V, 3> pool;
  pool.all();
  pool.at(0).x = t;
  pool.at(1).x = t + 5;
  pool.at(2).y = 9;
  o[4] = pool.next()->x;
  o[5] = pool.at(1).x + pool.at(2).y;
  o[6] = pool.as<V>(2)->y + pool.n;
}
} // namespace placement_in_templates

namespace declaredbodies {
struct Guard {
  double *place, value;
  HD Guard(double *p, double v) : place(p), value(v) { *place += 1; }
  HD ~Guard() { *place = *place * 2 + value; }
};
HD inline int next(double *o) { return (int)(o[1] += 1); }
template <int N> HD int chosen(double *o) {
  if constexpr (int n = next(o); N > 3)
    return n * N;
  else if constexpr (int m = n + N; N == 2)
    return m;
  else
    return n - m;
}
HD inline void probe(double *o, int t) {
  if (t > 1) Guard g(o, 2);
  if (t > 2) o[2] = 1; else Guard g(o, 4);
  for (int i = 0; i < t; ++i) Guard g(o, i);
  int n = t;
  while (n-- > 0) Guard g(o, n);
  do Guard g(o, 7), h(o, 9); while (n++ < 0);
  if (t < 3) if (t < 2) Guard g(o, 11); else Guard g(o, 12); else int unused = next(o);
  switch (t) default: Guard g(o, 13);
  switch (t) { case 2: int unused = next(o); }
  o[3] = chosen<5>(o);
  o[4] = chosen<2>(o);
  o[5] = chosen<1>(o);
  if constexpr (Guard g(o, 3); sizeof(g) > 8) o[6] = *g.place;
}
} // namespace declaredbodies

typedef void (*Part)(double *, int);

__global__ void parts(double *out, int part) {
  double *o = out + threadIdx.x * 16;
  int t = threadIdx.x;
  switch (part) {
  case 0:
    raw::probe(o, t);
    break;
  case 1:
    mutable_::probe(o, t);
    break;
  case 2:
    localstructs::probe(o, t);
    break;
  case 3:
    constexprrec::probe(o, t);
    break;
  case 4:
    udl::probe(o, t);
    break;
  case 5:
    lambdafp::probe(o, t);
    break;
  case 6:
    lambdafp2::probe(o, t);
    break;
  case 7:
    inhctor::probe(o, t);
    break;
  case 8:
    bits::probe(o, t);
    break;
  case 9:
    placement::probe(o, t);
    break;
  case 10:
    placement_in_templates::probe(o, t);
    break;
  case 11:
    declaredbodies::probe(o, t);
    break;
  }
}

int main() {
  const Part onHost[] = {raw::probe,  mutable_::probe, localstructs::probe, constexprrec::probe,
                         udl::probe,  lambdafp::probe, lambdafp2::probe,    inhctor::probe,
                         bits::probe, placement::probe, placement_in_templates::probe,
                         declaredbodies::probe};
  double got[64], want[64], *d;
  OK(cudaMalloc(&d, sizeof got));
  for (int part = 0; part < 12; ++part) {
    OK(cudaMemset(d, 0, sizeof got));
    parts<<<1, 4>>>(d, part);
    OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
    memset(want, 0, sizeof want);
    for (int t = 0; t < 4; ++t)
      onHost[part](want + t * 16, t);
    for (int i = 0; i < 64; ++i)
      if (!(fabs(got[i] - want[i]) <= fabs(want[i]) * 1e-15)) {
        printf("part %d, thread %d, value %d\n", part, i / 16, i % 16);
        EXPECT_EQ(got[i], want[i]);
      }
  }
  OK(cudaFree(d));
  return verdict();
}
