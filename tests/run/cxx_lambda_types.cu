// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lambdas that capture what is declared only after the template that launches them: enumerations,
// classes inside of classes, of templates and without a name, names of types.
#include "check.h"

__device__ unsigned chosen_sides[3];

template <typename F> __global__ void run(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f(i);
}
template <typename F> void each(int n, F f) { run<<<(n + 31) / 32, 32>>>(n, f); }

enum class Mode : short { A = 3, B };
enum Plain { First, Second = 70000 };
typedef struct {
  int u;
  char v;
} Pair;
typedef enum { Low, High } Level;
namespace outer {
namespace inner {
struct Z {
  char c;
  long long l;
};
} // namespace inner
using Alias = inner::Z;
typedef float Real;
struct Box {
  struct Item {
    short s;
    double d;
  };
  enum Kind { Small, Large };
};
} // namespace outer
template <typename T> struct Of {
  struct In {
    T t;
    char c;
  };
  T whole;
};

class Owner {
public:
  typedef int Count;
  using Value = long long;
  enum State { Idle, Busy = 9 };
  struct Nested {
    char a;
    long long b;
  } nested{1, 1000};
  struct {
    int x, y;
  } unnamed{2, 3};
  State state = Busy;
  void by_copies(int *o, int n) {
    auto ns = nested;
    Count c = 2;
    Value v = 5;
    State s = state;
    each(n, [=] __device__(int i) { o[i] += ns.a + (int)ns.b + c + (int)v + s; });
    each(n, [=] __device__(int i) { o[i] += c * (s == Busy); });
  }
  void by_this(int *o, int n) {
    each(n, [*this, o] __device__(int i) { o[i] += state + (int)nested.b; });
  }
};
template <typename T> struct Solver {
  struct State {
    T t;
    int n;
  };
  void go(int *o, int n, T t) {
    State s{t, 4};
    each(n, [=] __device__(int i) { o[i] += (int)(s.t * 2) + s.n; });
  }
};


// Functors for an enumeration that is declared after the template.
enum class Op : char { Add, Times };
namespace outer {
enum Side : unsigned { Left, Right = 3000000000u };
}
template <Op O> struct Apply {
  int *o, by;
  __device__ void operator()(int i) const { o[i] = O == Op::Add ? o[i] + by : o[i] * by; }
};
template <outer::Side S> struct Choose { // without pointers: the object goes as bytes
  int k;
  __device__ void operator()(int i) const {
    atomicAdd(&chosen_sides[S == outer::Right], unsigned(S) / 1000000000u + k + i);
  }
};

// Values of captures that are computed, in an order that the port keeps or that does not show.
struct Step {
  int at;
  int next() { return ++at; }
  int now() const { return at; }
};
static int bumps, *bumped;
static int bump() { return ++bumps; }
static int bump_other() { return ++*bumped; }
template <class T> static void in_instance(T *o, int n) {
  T k = 1, m = 0;
  Step s{5};
  k += 4;
  each(n, [o, k, m, x = bump()] __device__(int i) { o[i] += k + m + x * 10; });
  each(n, [o, k, x = s.now(), y = s.now()] __device__(int i) { o[i] += x * 100 + y * 1000; });
}
static void in_order(int *o, int n) {
  int k = 1;
  bumped = &k;
  each(n, [o, k, x = bump_other()] __device__(int i) { o[i] += k * 10000 + x * 100000; });
  Step s{3};
  each(n, [o, x = s.next(), y = s.next()] __device__(int i) { o[i] += y - x; });
}

// Values of captures that are computed.
struct Weights {
  int a[3];
  float w;
};
static int calls;
static int next(int by) { return ++calls * by; }
static void computed(int *o, int n, int *want) {
  Weights c{{2, 3, 4}, 1.5f}, *pc = &c;
  int k = 2, table[4] = {1, 2, 3, 4}, *at = table + 1;
  each(n, [o, pair = Pair{k, 5}] __device__(int i) { o[i] += pair.u + pair.v; });
  each(n, [=, off = c.a[1], second = *at, whole = *pc] __device__(int i) {
    o[i] += off + second + whole.a[2] + (int)(whole.w * 2);
  });
  each(n, [=, x = next(3)] __device__(int i) { o[i] += x + k; });
  each(n, [q = &o[1], mode = k > 1 ? Mode::B : Mode::A] __device__(int i) {
    q[i - 1] += mode == Mode::B;
  });
  *want += 7 + 3 + 2 + 4 + 3 + 3 + 2 + 1;
  // Arrays.
  const short grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  Weights two[2] = {{{1, 2, 3}, .5f}, {{4, 5, 6}, 2.5f}};
  Mode modes[2] = {Mode::A, Mode::B};
  each(n, [=] __device__(int i) { o[i] += table[3] + grid[1][2] * (modes[1] == Mode::B); });
  each(n, [=] __device__(int i) { o[i] += two[1].a[1] + (int)(two[0].w * 2) + k; });
  auto kept = [=] __device__(int i) { o[i] += table[i & 3] - (i & 3); };
  table[0] = 100; // captured by a copy
  each(n, kept);
  *want += 4 + 6 + 5 + 1 + 2 + 1;
}

int main() {
  const int n = 40;
  int *o, h[n], want = 0;
  OK(cudaMalloc(&o, sizeof h));
  OK(cudaMemset(o, 0, sizeof h));
  Mode m = Mode::B;
  Plain p = Second;
  Pair pair{4, 5};
  Level level = High;
  each(n, [=] __device__(int i) { o[i] += (m == Mode::B) + p; });
  want += 1 + 70000;
  each(n, [=] __device__(int i) { o[i] += pair.u * pair.v + (level == High ? 100 : 0); });
  want += 20 + 100;
  outer::inner::Z z{1, 2};
  outer::Alias y{3, 4};
  outer::Real real = 2.5f;
  each(n, [=] __device__(int i) { o[i] += z.c + (int)y.l + (int)(real * 2); });
  want += 1 + 4 + 5;
  outer::Box::Item item{7, 0.5};
  outer::Box::Kind kind = outer::Box::Large;
  Of<int>::In in{5, 6};
  Of<outer::Box::Item> of{{8, 1.5}};
  each(n, [=] __device__(int i) { o[i] += item.s + (int)(item.d * 4) + kind; });
  want += 7 + 2 + 1;
  each(n, [=] __device__(int i) { o[i] += in.t * in.c + of.whole.s + (int)(of.whole.d * 2); });
  want += 30 + 8 + 3;
  Owner owner;
  owner.by_copies(o, n);
  want += 1 + 1000 + 2 + 5 + 9 + 2;
  owner.by_this(o, n);
  want += 9 + 1000;
  Solver<float>().go(o, n, 1.5f);
  Solver<short>().go(o, n, 20);
  want += 3 + 4 + 40 + 4;
  computed(o, n, &want);
  EXPECT_EQ(calls, 1);
  in_instance(o, n);
  in_order(o, n);
  want += 15 + 5500 + 210000 + 1;
  each(n, Apply<Op::Add>{o, 4});
  each(n, Apply<Op::Times>{o, 3});
  each(n, Choose<outer::Right>{1});
  each(n, Choose<outer::Left>{2});
  want = (want + 4) * 3;
  // Without pointers: the object goes as bytes.
  each(n, [=] __device__(int i) {
    atomicAdd(&chosen_sides[2], kind == outer::Box::Large && pair.u == i ? pair.v : 10);
  });
  unsigned sides[3];
  OK(cudaMemcpyFromSymbol(sides, chosen_sides, sizeof sides));
  EXPECT_EQ(sides[0], 2 * n + n * (n - 1) / 2);
  EXPECT_EQ(sides[1], 4 * n + n * (n - 1) / 2);
  EXPECT_EQ(sides[2], 5 + 10 * (n - 1));
  OK(cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], want);
  EXPECT_EQ(h[39], want);
  OK(cudaFree(o));
  return verdict();
}
