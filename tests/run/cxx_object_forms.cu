// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects: several bases, operators, anonymous unions, bit-fields that constructors set.
#include "check.h"

namespace bases {
struct Empty {};
struct Tag : Empty {
  static constexpr int id = 4;
};
template <typename Derived> struct Crtp {
  __host__ __device__ Derived &self() { return static_cast<Derived &>(*this); }
  __host__ __device__ const Derived &self() const { return *static_cast<const Derived *>(this); }
  __host__ __device__ float area() const { return self().w() * self().h(); }
  __host__ __device__ Derived &grow(float k) {
    self().scale(k);
    return self();
  }
};
struct Square : Crtp<Square>, Tag {
  float s;
  __host__ __device__ Square(float s) : s(s) {}
  __host__ __device__ float w() const { return s; }
  __host__ __device__ float h() const { return s; }
  __host__ __device__ void scale(float k) { s *= k; }
};
struct Rect : Crtp<Rect> {
  float a, b;
  __host__ __device__ Rect(float a, float b) : a(a), b(b) {}
  __host__ __device__ float w() const { return a; }
  __host__ __device__ float h() const { return b; }
  __host__ __device__ void scale(float k) {
    a *= k;
    b += k;
  }
};
struct P {
  int x;
  __host__ __device__ int get() const { return x; }
  __host__ __device__ int twice() const { return get() * 2; }
};
struct Q {
  short y;
  __host__ __device__ int get() const { return y + 100; }
};
struct PQ : P, Q {
  char z;
  using P::get;
  __host__ __device__ int sum() const { return P::get() + Q::get() + z; }
};
struct PQR : private PQ, Empty {
  int w;
  __host__ __device__ PQR(int i) : w(i) {
    x = i;
    y = (short)(i * 2);
    z = 3;
  }
  using PQ::sum;
  using PQ::twice;
  __host__ __device__ int all() const {
    const P &p = *this;
    const Q *q = this;
    return p.x + q->y + sum() + get();
  }
};
__host__ __device__ int usep(const P *p) { return p->x * 3; }
__host__ __device__ void bump(Q &q) { q.y += 5; }
__host__ __device__ double work(int i) {
  Square s(i + 1.f);
  Rect r(2.f, i);
  PQ pq;
  pq.x = i;
  pq.y = 7;
  pq.z = 1;
  PQR t(i);
  bump(pq);
  double v = s.grow(2).grow(0.5f).area() + r.grow(3).area() + Square::id + pq.sum() + pq.get() +
             pq.twice() + usep(&pq) + t.all() + t.twice() + t.w;
  P copy = pq;
  Q &qr = pq;
  qr.y++;
  return v + copy.get() + static_cast<PQ &>(qr).z + pq.y + sizeof(PQR) + sizeof(Square);
}
} // namespace bases

namespace operators {
struct Big {
  unsigned v[2];
  __host__ __device__ Big(unsigned long long x = 0) : v{(unsigned)x, (unsigned)(x >> 32)} {}
  __host__ __device__ explicit operator unsigned long long() const {
    return ((unsigned long long)v[1] << 32) | v[0];
  }
  __host__ __device__ explicit operator bool() const { return v[0] || v[1]; }
  __host__ __device__ unsigned &operator[](unsigned i) { return v[i]; }
  __host__ __device__ unsigned operator[](unsigned i) const { return v[i] + 0; }
  friend __host__ __device__ Big operator+(Big a, const Big &b) {
    unsigned long long s = (unsigned long long)a + (unsigned long long)b;
    return s;
  }
  __host__ __device__ Big &operator<<=(int k) {
    *this = Big((unsigned long long)*this << k);
    return *this;
  }
  __host__ __device__ Big operator~() const {
    Big r = *this;
    r.v[0] = ~r.v[0];
    r[1] = ~r[1];
    return r;
  }
  __host__ __device__ Big &operator++() {
    if (!++v[0])
      ++v[1];
    return *this;
  }
  __host__ __device__ Big operator++(int) {
    Big o(*this);
    ++*this;
    return o;
  }
  __host__ __device__ bool operator!() const { return !(bool)*this; }
  friend __host__ __device__ bool operator==(const Big &a, const Big &b) {
    return a.v[0] == b.v[0] && a.v[1] == b.v[1];
  }
  friend __host__ __device__ bool operator!=(const Big &a, const Big &b) { return !(a == b); }
  __host__ __device__ Big *operator&() = delete;
};
struct Ptr {
  float *p;
  __host__ __device__ float &operator*() const { return *p; }
  __host__ __device__ Ptr operator+(int k) const { return {p + k}; }
  __host__ __device__ int operator-(Ptr o) const { return (int)(p - o.p); }
  __host__ __device__ Ptr &operator++() {
    ++p;
    return *this;
  }
  __host__ __device__ bool operator!=(Ptr o) const { return p != o.p; }
};
struct Range {
  float *b, *e;
  __host__ __device__ Ptr begin() { return {b}; }
  __host__ __device__ Ptr end() const { return {e}; }
};
struct Arrow {
  struct In {
    int q;
    __host__ __device__ int get(int k) const { return q * k; }
  } in;
  __host__ __device__ In *operator->() { return &in; }
  __host__ __device__ const In *operator->() const { return &in; }
};
struct M {
  float d[4];
  __host__ __device__ float &operator()(int r, int c) { return d[r * 2 + c]; }
  __host__ __device__ float operator()(int r, int c) const { return d[r * 2 + c]; }
};
__host__ __device__ M operator*(const M &a, const M &b) {
  M r;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      r(i, j) = 0;
      for (int k = 0; k < 2; k++)
        r(i, j) += a(i, k) * b(k, j);
    }
  return r;
}
__host__ __device__ float operator,(const M &a, int k) { return a.d[k]; }
enum Flag { F0 = 1, F1 = 2, F2 = 4 };
__host__ __device__ Flag operator|(Flag a, Flag b) { return Flag((int)a | (int)b); }
__host__ __device__ Flag &operator|=(Flag &a, Flag b) { return a = a | b; }
__host__ __device__ double work(int i) {
  Big a = 0xffffffffull, b(i);
  Big c = a + b;
  c <<= 3;
  Big o = c++;
  ++c;
  c[1] |= 256;
  float v[4] = {1, 2, 3, 4};
  Range r{v, v + 4};
  float s = 0;
  for (float &x : r) {
    x += i;
    s += x;
  }
  Ptr p{v};
  *(p + 2) = 50;
  *++p -= 3;
  s += (p + 2) - p;
  Arrow w{{i}};
  const Arrow &cw = w;
  w->q += 2;
  M m{{1, 2, 3, (float)i}};
  M mm = m * m * m;
  Flag f = F0 | F2;
  f |= F1;
  bool t = c ? !b : true;
  if (a && b)
    t = !t;
  return (double)(unsigned long long)c + (unsigned)(~o)[0] % 1000 + (o == c) + (o != c) * 2 + s +
         v[2] + v[1] + w->get(2) + cw->get(1) + mm(1, 1) + (m, 3) + f + t * 9;
}
} // namespace operators

namespace fields {
struct Var {
  int kind;
  union {
    int i;
    float f;
    unsigned char b[4];
    struct {
      short lo, hi;
    };
  };
  __host__ __device__ float as() const {
    return kind == 0 ? (float)i : kind == 1 ? f : lo + hi * 2;
  }
};
union U {
  float f;
  unsigned u;
  __host__ __device__ U(float x) : f(x) {}
  __host__ __device__ unsigned exp() const { return (u >> 23) & 255; }
};
struct Bits {
  unsigned a : 5;
  unsigned b : 11;
  int c : 7;
  unsigned long long d : 40;
  bool e : 1;
  unsigned char g : 3;
  __host__ __device__ Bits(int i) : a(i), b(i * 70), c(i - 8), d(1ull << 30), e(i & 1), g(i) {}
  __host__ __device__ int sum() const { return a + b + c + e + g; }
  __host__ __device__ Bits &inc() {
    ++a;
    b += 3;
    c--;
    d <<= 1;
    e = !e;
    g++;
    return *this;
  }
};
struct Pack {
  Bits x;
  Var y;
};
__host__ __device__ unsigned minu(unsigned a, unsigned b) { return a < b ? a : b; }
__host__ __device__ double work(int i) {
  Var v;
  v.kind = i % 3;
  v.i = 0;
  if (v.kind == 0)
    v.i = i * 3;
  else if (v.kind == 1)
    v.f = i + 0.25f;
  else {
    v.lo = i;
    v.hi = -2;
  }
  U u(i * 1.5f + 1);
  Bits b(i);
  b.inc().inc();
  Pack p{Bits(i + 1), v};
  p.x.a = p.x.b = 3 + i;
  p.y.b[1] = (p.y.kind == 0) ? 2 : p.y.b[1];
  int big = b.a > b.g ? b.a : b.g;
  auto copy = b.c;
  copy -= 100;
  int q = b.e ? b.c : b.b;
  switch (b.g) {
  case 1:
    q += 1000;
    break;
  case 3:
    q += 3000;
  default:
    q++;
  }
  unsigned x = p.x.a++ + --p.x.b;
  union {
    int w;
    char ch[4];
  };
  w = i + 65;
  return v.as() + u.exp() + b.sum() + (double)b.d + p.x.sum() + p.y.as() + big + copy + q + x +
         minu(b.a, 4u) + min(b.b, 100u) + max((int)b.c, 2) + ch[0];
}
} // namespace fields

namespace assignments {
struct Matrix {
  float m[2][2];
  __host__ __device__ Matrix operator*(const Matrix &o) const {
    Matrix r{};
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        for (int k = 0; k < 2; k++)
          r.m[i][j] += m[i][k] * o.m[k][j];
    return r;
  }
  __host__ __device__ Matrix &operator*=(const Matrix &o) { return *this = *this * o; }
};
struct Either {
  enum { Whole, Real } kind;
  union {
    int i;
    float f;
  };
  __host__ __device__ float value() const { return kind == Whole ? i : f; }
};
__host__ __device__ double work(int i) {
  Matrix a{{{1, 2}, {3, (float)i}}}, b = a;
  (a *= b) *= b;
  auto &row = a.m[1];
  row[0] += 1;
  const auto &first = a.m[0];
  Either x, y;
  x.kind = Either::Whole;
  x.i = i;
  y = x;
  y.kind = Either::Real;
  y.f = 2.5f;
  return row[0] + row[1] * 10 + first[1] * 100 + x.value() + y.value() * 3;
}
} // namespace assignments

// Initialisers of members that read others, where braces leave them out: those of the new object,
// not of the one whose method makes it.
namespace left_out {
struct Size {
  int a = 3;
  int b = a * 2;
  float h = 7;
  float half = h / 2;
  float d[2] = {(float)a, b / 2.0f};
};
struct Outer {
  int copy = 2;
  Size size{copy};
  int next = copy + 1;
};
struct Maker {
  int a = 100, b = 5;
  __host__ __device__ Maker(int z) : a(Size{z}.b) { b = Size{z, z}.b; }
  __host__ __device__ double go(int t) const {
    Size s{t};
    const Size &r = Size{t, 9};
    return s.b + s.half * 10 + s.d[1] * 100 + r.d[1] * 1000 + a * 7 + b;
  }
};
__host__ __device__ double work(int i) {
  Size s{}, both[2] = {{1}, {i, 2, (float)i}};
  Outer o{i + 4}, p;
  double lists = both[0].b * 3 + both[1].half * 5 + both[1].d[0];
  return Maker(i).go(i + 1) + s.d[1] + lists + o.size.b * 11 + o.next * 13 + p.size.d[1];
}
} // namespace left_out

// Default initializers that only a device can compute.
namespace of_threads {
__device__ int twice() { return threadIdx.x * 2; }
template <typename T> __device__ T half(T x) { return x / 2 + blockDim.x; }
struct Place {
  int thread = threadIdx.x;
  int block{int(blockIdx.x * blockDim.x)}, both = twice();
  int kept = 3;
  __device__ int sum() const { return thread + block * 10 + both * 100 + kept * 1000; }
};
struct Context {
  unsigned lane = threadIdx.x & 3;
  float scale = lane * .5f;
  int size;
  __device__ Context(int size) : size(size) {}
  __device__ Context() : Context(twice() + 1) {}
};
template <typename T> struct Lane {
  T lane = threadIdx.x % 5, far = half(T(threadIdx.x));
  T given{T(8)};
};
__global__ void run(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Place place, given{7}, none{};
  Context five(5), twice;
  Lane<int> lane;
  Lane<float> wide{1.5f};
  out[i] = place.sum() + given.sum() + none.sum() + five.scale + five.size + twice.size * 10 +
           twice.lane + lane.lane + lane.far * 3 + lane.given + wide.lane + wide.far;
}
void check() {
  float out[16], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  run<<<2, 8>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaFree(d_out));
  for (int i = 0; i < 16; i++) {
    int t = i % 8, block = i / 8 * 8;
    int sum = t + block * 10 + t * 200 + 3000, given = 7 + block * 10 + t * 200 + 3000;
    float scale = (t & 3) * .5f;
    EXPECT_EQ(out[i], sum + given + sum + scale + 5 + (t * 2 + 1) * 10 + (t & 3) + t % 5 +
                          (t / 2 + 8) * 3 + 8 + 1.5f + (t / 2.f + 8));
  }
}
} // namespace of_threads

// `T()` of a class whose constructor is the compiler's is zero before the constructor runs.
namespace zeroed {
struct Cell {
  float4 v;
  int kept, set;
  __host__ __device__ Cell() { set = 5; }
};
struct Tally {
  unsigned char bytes[3];
  bool open = true;
  Cell cell;
  int counts[4];
  __host__ __device__ Tally with(int k) const {
    Tally r = *this;
    r.counts[k & 3] += k;
    return r;
  }
};
struct Named : Tally {
  unsigned low : 3, high : 9;
  int id = 4;
};
struct Owner {
  Tally tally;
  int n;
  __host__ __device__ Owner() : tally(), n() {}
};
template <class T> __host__ __device__ T made() { return T(); }
__host__ __device__ int sum(const Tally &t) {
  // Not what Cell's own constructor leaves: GCC's optimiser takes it for undefined.
  int s = t.bytes[0] + t.bytes[2] * 3 + t.open * 1000 + t.cell.set;
  for (int c : t.counts)
    s = s * 3 + c;
  return s;
}
__host__ __device__ double work(int i) {
  Tally dirty, many[2] = {Tally(), Tally().with(i)};
  for (int &c : dirty.counts)
    c = i + 77;
  double s = dirty.counts[1] + sum(many[0]) + sum(many[1]) * 2.0;
  dirty = Tally();
  s += sum(dirty) + sum(Tally().with(3)) + sum(made<Tally>()) + sum(Owner().tally);
  Named n = Named();
  n.high += i;
  const Named &r = Named();
  return s + sum(n) + n.low + n.high * 2 + n.id + r.counts[2] + made<Named>().counts[1];
}
} // namespace zeroed

// Each on both sides.
__global__ void run(double *out) {
  int i = threadIdx.x;
  double *mine = out + i * 6;
  mine[3] = assignments::work(i);
  mine[0] = bases::work(i);
  mine[1] = operators::work(i);
  mine[2] = fields::work(i);
  mine[4] = left_out::work(i);
  mine[5] = zeroed::work(i);
}

int main() {
  double out[16][6], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  run<<<1, 16>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++) {
    EXPECT_NEAR(out[i][0], bases::work(i), 1e-5);
    EXPECT_NEAR(out[i][1], operators::work(i), 1e-5);
    EXPECT_NEAR(out[i][2], fields::work(i), 1e-5);
    EXPECT_NEAR(out[i][3], assignments::work(i), 1e-5);
    EXPECT_NEAR(out[i][4], left_out::work(i), 1e-5);
    EXPECT_NEAR(out[i][5], zeroed::work(i), 1e-5);
  }
  OK(cudaFree(d_out));
  of_threads::check();
  return verdict();
}
