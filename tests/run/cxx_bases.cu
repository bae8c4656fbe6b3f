// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects, temporaries and pointers as their bases: a null pointer stays one also where the base
// begins after others. References to a base from which code goes on to the whole object. Arrays
// that are bound to references.
#include "check.h"

#define HD __host__ __device__

struct First {
  int a;
  HD First(int a) : a(a) {}
  HD int get() const { return a; }
};
struct Second {
  int b = 5;
  HD int get_second() const { return b; }
};
struct Both : First, Second {
  int c;
  HD Both(int x) : First(x), c(x * 2) {}
};
struct Third : Both {
  int d = 1;
  HD Third(int x) : Both(x + 1) {}
};
HD int first_of(const First &f) { return f.a; }
HD int second_of(const Second &s) { return s.b; }
HD int second_or(const Second *s) { return s ? s->b : -1; }
HD int value_of(First f) { return f.a; }
HD Both make(int x) { return Both(x); }
HD Second *to_second(Both *p) { return p; }
HD Both *from_second(Second *p) { return static_cast<Both *>(p); }

HD void temporaries(int *o, int t) {
  const First &r = Both(t);
  const Second &s = make(t);
  First &&changed = Both(9);
  changed.a++;
  o[0] = r.a * 100 + s.b + changed.a * 10000;
  o[1] = first_of(Both(t)) + first_of(make(3)) + second_of(Both(1)) + second_of(Third(t));
  o[2] = value_of(Both(t)) + make(t).get() + make(t).get_second() + Both(t).b;
  o[3] = static_cast<const First &>(make(t)).a + static_cast<First>(Third(t)).a;
  First assigned(0);
  assigned = Both(t);
  o[4] = assigned.a;
}

HD void pointers(int *o, int t) {
  Both both(t);
  Third third(t);
  Both *p = t & 1 ? &both : nullptr;
  Third *q = t & 2 ? &third : nullptr;
  Second *s = p;
  First *f = p;
  o[5] = (s == nullptr) + (f == nullptr) * 10 + second_or(p) * 100;
  o[6] = to_second(p) ? 1 : 2;
  o[7] = second_or(q) + second_or(&third) * 100;
  o[8] = from_second(s) == p;
  Second *seen = &third;
  o[9] = from_second(to_second(&both))->c + static_cast<Third *>(seen)->d;
  Second *of_third = q;
  o[10] = static_cast<Third *>(of_third) == q;
}

template <class T, int N> HD T total(const T (&a)[N]) {
  T sum = 0;
  for (T x : a)
    sum += x;
  return sum;
}
template <int N> HD int last(const int (&a)[N][2]) { return a[N - 1][1]; }
HD int third_of(const int (&a)[3]) { return a[2]; }

HD void arrays(int *o, int t) {
  o[11] = total({1.5f, 2.5f, (float)t}) + total({1, 2, t}) * 100;
  o[12] = last({{1, 2}, {3, t}}) + third_of({1, 2, t}) * 100 + third_of({});
  const int(&r)[2] = {t, 5};
  o[13] = r[0] + r[1];
}

// A copy of the base would not do.
template <class E> struct Expression {
  HD const E &self() const { return static_cast<const E &>(*this); }
};
struct Pair : Expression<Pair> {
  int d[2];
  HD Pair(int x, int y) : d{x, y} {}
  HD int operator[](int i) const { return d[i]; }
};
template <class L, class R> struct Sum : Expression<Sum<L, R>> {
  const L l;
  const R r;
  HD Sum(const L &l, const R &r) : l(l), r(r) {}
  HD int operator[](int i) const { return l[i] + r[i]; }
};
template <class L, class R> HD Sum<L, R> operator+(const Expression<L> &l, const Expression<R> &r) {
  return {l.self(), r.self()};
}
template <class E> HD int digits(const Expression<E> &e) { return e.self()[0] * 10 + e.self()[1]; }
HD int downcast(const First &f) { return static_cast<const Both &>(f).c; }
HD int by_pointer(const First &f) { return static_cast<const Both *>(&f)->c; }
HD int by_bytes(const First &f) { return reinterpret_cast<const Both &>(f).c; }
HD int through(const First &f) { return downcast(f) + by_pointer(f) + by_bytes(f); }

HD void beyond(int *o, int t) {
  Pair a(t, 2), b(1, t);
  o[14] = digits(a) + digits(a + b) * 100 + digits(b + (a + b)) * 10000;
  Both both(t);
  o[15] = downcast(both) + by_pointer(both) * 100 + by_bytes(both) * 10000 + through(both);
}

constexpr int results = 16;

__global__ void run_temporaries(int *out) { temporaries(out + threadIdx.x * results, threadIdx.x); }
// The same for all threads: the compiler of Intel's runtime 2025 ends with a fault otherwise.
__global__ void run_pointers(int *out, int t) { pointers(out + t * results, t); }
__global__ void run_arrays(int *out) { arrays(out + threadIdx.x * results, threadIdx.x); }
__global__ void run_beyond(int *out) { beyond(out + threadIdx.x * results, threadIdx.x); }

int main() {
  int got[8 * results], want[results], *d;
  OK(cudaMalloc(&d, sizeof got));
  run_temporaries<<<1, 8>>>(d);
  for (int t = 0; t < 8; ++t)
    run_pointers<<<1, 1>>>(d, t);
  run_arrays<<<1, 8>>>(d);
  run_beyond<<<1, 8>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; ++t) {
    temporaries(want, t);
    pointers(want, t);
    arrays(want, t);
    beyond(want, t);
    for (int i = 0; i < results; ++i)
      EXPECT_EQ(got[t * results + i], want[i]);
  }
  OK(cudaFree(d));
  return verdict();
}
