// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Templates and scopes in each other: template-template parameters, packs and folds, partial
// specialisations, members.
#include "check.h"

namespace chains {
template <typename T> struct Plus {
  __host__ __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct Times {
  __host__ __device__ T operator()(T a, T b) const { return a * b; }
};
template <typename T, int N = 3> struct Row {
  T v[N];
  __host__ __device__ T &operator[](int i) { return v[i]; }
  static constexpr int count = N;
};
template <template <typename> class Op, template <typename, int> class C, typename T, int N>
__host__ __device__ T accumulate(C<T, N> &c, T start) {
  Op<T> op;
  for (int i = 0; i < C<T, N>::count; i++)
    start = op(start, c[i]);
  return start;
}
template <template <typename> class... Ops> struct Chain;
template <> struct Chain<> {
  template <typename T> static __host__ __device__ T apply(T a, T) { return a; }
};
template <template <typename> class O, template <typename> class... R> struct Chain<O, R...> {
  template <typename T> static __host__ __device__ T apply(T a, T b) {
    return Chain<R...>::apply(O<T>()(a, b), b);
  }
};
template <int... I> struct Seq {};
template <int N, int... I> struct MakeSeq : MakeSeq<N - 1, N - 1, I...> {};
template <int... I> struct MakeSeq<0, I...> { using type = Seq<I...>; };
template <typename T, int... I> __host__ __device__ T dotseq(const T *p, Seq<I...>) {
  return ((p[I] * (I + 1)) + ...);
}
__host__ __device__ double work(int i) {
  Row<int> r;
  Row<float, 5> f;
  for (int k = 0; k < 3; k++)
    r[k] = k + i;
  for (int k = 0; k < 5; k++)
    f[k] = k * 0.5f + i;
  float arr[4] = {1.f, 2.f, 3.f, (float)i};
  return accumulate<Plus>(r, 1) + accumulate<Times>(r, 2) + accumulate<Plus>(f, 0.5f) +
         Chain<Plus, Times, Plus>::apply(i, 3) + Chain<Times>::apply(1.5f, (float)i) +
         dotseq(arr, MakeSeq<4>::type());
}
} // namespace chains

namespace packs {
template <typename... A> __host__ __device__ constexpr unsigned count(const A &...) {
  return sizeof...(A);
}
template <typename... A> __host__ __device__ unsigned bytes() { return (sizeof(A) + ... + 0); }
template <typename F, typename... A>
__host__ __device__ auto call(F f, A... a) -> decltype(f(a...)) {
  return f(a...);
}
template <typename... A> __host__ __device__ bool all(A... a) { return (... && a); }
template <typename... A> __host__ __device__ bool any(A... a) { return (a || ...); }
template <typename T, typename... A> __host__ __device__ T maxof(T first, A... rest) {
  T m = first;
  ((m = rest > m ? rest : m), ...);
  return m;
}
template <typename T, typename... A> __host__ __device__ void fill(T *p, A... a) {
  int n = 0;
  ((p[n++] = a), ...);
}
template <int... N> __host__ __device__ int weigh(int x) {
  const int w[] = {N...};
  int s = 0;
  for (int k = 0; k < (int)sizeof...(N); k++)
    s = s * 10 + w[k] * x;
  return s;
}
template <typename T> __host__ __device__ T twice(T x) { return x + x; }
template <typename... A> __host__ __device__ double nested(A... a) {
  return (twice(a) - ...) + maxof(twice(a)...);
}
struct Sub {
  __host__ __device__ float operator()(float a, int b, short c) const { return a - b * c; }
};
template <unsigned First, unsigned... Rest> struct Sum {
  static constexpr unsigned value = First + Sum<Rest...>::value;
};
template <unsigned Last> struct Sum<Last> { static constexpr unsigned value = Last; };
__host__ __device__ double work(int i) {
  int p[4] = {};
  fill(p, i, 2, 'a', i * 0.5f + 1);
  return count(i, 1.0f, p) * 1000 + bytes<char, int, double>() + call(Sub(), 1.5f, i, (short)3) +
         all(i > 2, i < 9, true) * 7 + any(i == 3, i == 5) * 13 + maxof(i, 3, 7) + p[2] + p[3] +
         weigh<1, 2, 3>(i) + nested(1.5f, i, (short)2) + Sum<1, 2, 3>::value + count();
}
} // namespace packs

namespace choices {
enum class Mode : unsigned char { Slow, Fast = 5, Turbo };
template <typename T, Mode M> struct Engine;
template <typename T> struct Engine<T, Mode::Slow> {
  static __host__ __device__ T run(T x) { return x + 1; }
};
template <typename T> struct Engine<T *, Mode::Fast> {
  static __host__ __device__ T run(const T *x) { return x[0] * x[1]; }
};
template <> struct Engine<float, Mode::Turbo> {
  float k = 2.5f;
  __host__ __device__ float run(float x) const { return x * k; }
};
template <typename A, typename B> struct Same { static constexpr bool value = false; };
template <typename A> struct Same<A, A> { static constexpr bool value = true; };
template <typename T> struct Strip { using type = T; };
template <typename T> struct Strip<const T> : Strip<T> {};
template <typename T> struct Strip<T &> : Strip<T> {};
template <typename T, int N> struct Strip<T[N]> {
  using type = typename Strip<T>::type;
  static constexpr int n = N;
};
template <typename T, bool Big = (sizeof(T) > 4)> struct Acc {
  T v{};
  __host__ __device__ void add(T x) { v += x; }
  static const char tag = 's';
};
template <typename T> struct Acc<T, true> {
  T v{}, c{};
  __host__ __device__ void add(T x) {
    T y = x - c, t = v + y;
    c = (t - v) - y;
    v = t;
  }
  static const char tag = 'k';
};
template <Mode M> __host__ __device__ int pick(int i) {
  if constexpr (M == Mode::Slow)
    return i;
  else if constexpr (M == Mode::Fast) {
    return i * 2;
  } else {
    static_assert(M == Mode::Turbo, "");
    return i * 3;
  }
}
__host__ __device__ double work(int i) {
  float pair[2] = {i + 0.5f, 2.0f};
  Engine<float, Mode::Turbo> e;
  Acc<float> a;
  Acc<double> b;
  for (int k = 0; k < 4; k++) {
    a.add(k + i);
    b.add(k * 0.25);
  }
  Strip<const int &>::type s = i;
  s += 2;
  return Engine<int, Mode::Slow>::run(i) + Engine<float *, Mode::Fast>::run(pair) + e.run(i) +
         Same<int, float>::value + Same<Strip<const int &>::type, int>::value * 2 + a.v + b.v +
         Acc<float>::tag + Acc<double>::tag + s + Strip<short[7]>::n + pick<Mode::Slow>(i) +
         pick<Mode::Fast>(i) + pick<Mode::Turbo>(i) + (int)Mode::Turbo;
}
} // namespace choices

namespace members {
template <typename T> struct Outer {
  struct Inner {
    T a;
    template <typename U> struct Deep {
      U u;
      T t;
      __host__ __device__ T mix() const { return t + (T)u; }
    };
  };
  enum Kind { A = 1, B = sizeof(T) };
  static constexpr T table[4] = {1, 2, 4, 8};
  static const int width = B * 2;
  Inner in;
  template <typename U> __host__ __device__ U get(U extra) const { return (U)in.a + extra; }
  template <int K> __host__ __device__ T entry() const { return table[K % 4] * in.a; }
  __host__ __device__ T at(int k) const {
    const T all[] = {table[0], table[1], table[2], table[3]};
    return all[k & 3];
  }
  template <typename F> __host__ __device__ auto visit(F f) -> decltype(f(in.a)) { return f(in.a); }
};
template <typename T> constexpr T Outer<T>::table[4];
struct Twice {
  template <typename T> __host__ __device__ T operator()(T &x) const {
    x += 1;
    return x * 2;
  }
};
struct Lut {
  static constexpr int size = 3;
  int idx;
  __host__ __device__ float get() const {
    constexpr float f[size] = {0.5f, 0.25f, 0.125f};
    return f[idx % size];
  }
};
__host__ __device__ double work(int i) {
  constexpr int primes[5] = {2, 3, 5, 7, 11};
  Outer<int> o{{i}};
  Outer<float> f{{i + 0.5f}};
  Outer<float>::Inner::Deep<int> d{3, 1.5f};
  typename Outer<short>::Inner::template Deep<float> e = {2.5f, 4};
  double r = o.get(1.5f) + f.get<int>(2) + o.entry<3>() + f.entry<6>() + o.at(i) + f.at(i + 1) +
             d.mix() + e.mix();
  r += o.visit(Twice()) + f.visit(Twice{}) + Outer<double>::width + Outer<char>::B + primes[i % 5] +
       Lut{i}.get() + o.in.a;
  return r;
}
} // namespace members

namespace scopes {
namespace a {
inline namespace v2 {
struct X {
  int q;
  __host__ __device__ int f() const;
};
__host__ __device__ inline int g(int i) { return i + 2; }
} // namespace v2
namespace v1 {
__host__ __device__ inline int g(int i) { return i + 1; }
} // namespace v1
enum class E { One = 1, Two };
} // namespace a
namespace {
__host__ __device__ int g(float x) { return (int)(x * 2); }
struct X {
  float q;
  __host__ __device__ float f() const { return q * 3; }
};
namespace deep {
constexpr int k = 9;
__host__ __device__ int h() { return k; }
} // namespace deep
} // namespace
namespace b = a::v1;
namespace c {
using a::E;
using namespace a;
__host__ __device__ int use(int i) {
  a::X x{i};
  return x.f() + a::g(i);
}
template <typename T> struct X2 { T t; };
} // namespace c
__host__ __device__ int a::X::f() const { return q * 5; }
namespace d {
struct Adl {
  int z;
};
__host__ __device__ int probe(Adl a) { return a.z * 11; }
__host__ __device__ Adl operator+(Adl a, int k) { return {a.z + k}; }
} // namespace d
__host__ __device__ int conv(a::E e) {
  switch (e) {
  case a::E::One:
    return 10;
  case c::E::Two:
    return 20;
  }
  return 0;
}
using Fl = float;
typedef struct {
  int a;
  Fl b;
} Anon;
typedef float Vec3[3];
template <typename T> using Ptr = T *;
template <typename T, int N> using Arr = T[N];
enum { kA = 3, kB = kA * 2 };
enum Old : short { o1 = -1, o2 };
[[nodiscard]] __host__ __device__ constexpr int fact(int n) {
  int r = 1;
  while (n > 1)
    r *= n--;
  return r;
}
__host__ __device__ constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
[[maybe_unused]] __host__ __device__ static int defs(int x, int y = kB, float z = Fl(1.5f),
                                                     a::E e = a::E::Two) {
  return x + y + (int)(z * 2) + (int)e;
}
__host__ __device__ double work(int i) {
  static_assert(fact(5) == 120, "f");
  constexpr int F = fib(10);
  using namespace d;
  using std::fabs;
  X x{(float)i};
  a::X ax{i};
  Anon an{i, 2.5f};
  Vec3 v = {1, 2, 3};
  Ptr<float> pv = v;
  Arr<int, F - 50> big = {};
  big[4] = i;
  struct Local {
    int l;
    __host__ __device__ int dbl() const { return l * 2; }
    enum { Q = 6 };
  } loc{i};
  a::E e = i % 2 ? a::E::One : a::E::Two;
  Old o = i > 3 ? o1 : o2;
  [[maybe_unused]] int unused = 0;
  Adl ad{i};
  auto s = sizeof(big) / sizeof(big[0]);
  switch (i) {
  case 1:
    [[fallthrough]];
  case 2:
    loc.l++;
    break;
  case kA:
    loc.l += 5;
  default:;
  }
  if (int w = i - 3; w > 2)
    loc.l += w;
  else if (const int z = w * 2; z)
    loc.l -= z;
  for (int j = 0, k = 10; j < k; j++, k--)
    loc.l ^= j;
  return x.f() + ax.f() + g(1.5f * i) + a::g(i) + b::g(i) + c::use(i) + deep::h() + probe(ad + 2) +
         conv(e) + an.b + pv[2] + big[4] + s + loc.dbl() + Local::Q + o + fact(i % 6) + F +
         defs(i) + defs(i, 1) + defs(1, 2, 3.f, a::E::One) + kB + c::X2<int>{i}.t +
         static_cast<int>(e) + fabs(-1.5f);
}
} // namespace scopes

// Explicit instantiations, as files with templates have that others call.
namespace named {
template <typename T, int N> struct Ring {
  T v[N];
  __device__ void push(T x);
};
template <typename T, int N> __device__ void Ring<T, N>::push(T x) {
  for (int i = N - 1; i > 0; --i)
    v[i] = v[i - 1];
  v[0] = x;
}
template struct Ring<float, 3>;
template <typename T> __device__ T thrice(T x) { return 3 * x; }
extern template __device__ float thrice<float>(float);
template __device__ float thrice<float>(float);
template <typename T> __global__ void store(T *out, T x) {
  Ring<float, 3> ring = {{1, 2, 4}};
  ring.push(x);
  out[threadIdx.x] = thrice(ring.v[0]) + ring.v[2];
}
template __global__ void store<int>(int *, int);
template __global__ void store<float>(float *, float);
} // namespace named

// Branches that an instance does not have, between an `if` and its `else`, in loops, at labels.
namespace discarded {
template <int N> __host__ __device__ int pick(int *v, int i) {
  // clang-format off
  if constexpr (N == 1) return v[i++] = i;
  else if constexpr (N == 2) { return 2; }
  else return 7;
  // clang-format on
}
template <int N> __host__ __device__ int put(int *v, int i) {
  // clang-format off
  if (i > 3) if constexpr (N == 1) v[i++] = i; else v[0] = 5; else v[1] = 9;
  if (i > 5) if constexpr (N == 2) { v[2] += i; } else v[2] += 3; else if constexpr (N == 3) v[3] = 1; else v[3] = i;
  if (i > 20) while (v[4] < i) if constexpr (N == 1) v[4]++; else { v[4] += 2; } else v[5] = i;
  do if constexpr (N == 1) v[6] += i++; else v[6] -= i++; while (i < 9);
  for (int r = 0; r < 2; r++) if constexpr (N == 3) v[7 + r] = v[r]; else { v[7 + r] = r + i; }
  // clang-format on
  switch (i & 3) {
  case 1:
    if constexpr (N == 1)
      v[9] = i;
    else
      v[9] = 4;
    break;
  default:
    if constexpr (N == 9)
      v[9] = 5;
  }
  return i;
}
template <int N> __host__ __device__ double sum(int i) {
  int v[24] = {};
  double s = pick<N>(v, i) + put<N>(v, i);
  for (int k = 0; k < 24; k++)
    s = s * 1.25 + v[k];
  return s;
}
__host__ __device__ double work(int i) { return sum<1>(i) + sum<2>(i) + sum<3>(i); }
} // namespace discarded

// Each on both sides.
__global__ void run(double *out) {
  int i = threadIdx.x;
  double *mine = out + i * 6;
  mine[0] = chains::work(i);
  mine[1] = packs::work(i);
  mine[2] = choices::work(i);
  mine[3] = members::work(i);
  mine[4] = scopes::work(i);
  mine[5] = discarded::work(i);
}

int main() {
  double out[16][6], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  run<<<1, 16>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++) {
    EXPECT_NEAR(out[i][0], chains::work(i), 1e-5);
    EXPECT_NEAR(out[i][1], packs::work(i), 1e-5);
    EXPECT_NEAR(out[i][2], choices::work(i), 1e-5);
    EXPECT_NEAR(out[i][3], members::work(i), 1e-5);
    EXPECT_NEAR(out[i][4], scopes::work(i), 1e-5);
    EXPECT_NEAR(out[i][5], discarded::work(i), 1e-5);
  }
  OK(cudaFree(d_out));
  int stored = 0, *d_stored;
  OK(cudaMalloc(&d_stored, sizeof stored));
  named::store<<<1, 1>>>(d_stored, 5);
  OK(cudaMemcpy(&stored, d_stored, sizeof stored, cudaMemcpyDeviceToHost));
  EXPECT(stored == 17);
  OK(cudaFree(d_stored));
  return verdict();
}
