// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects that are passed and returned by value, copied member by member, and made where nothing is
// written: every constructor and destructor leaves a mark whose order counts.
#include "check.h"

constexpr int slots = 24, threads = 8;

struct Mark {
  int *log;
  int id;
  __host__ __device__ void note(int what) const { *log = (*log * 7 + id * 3 + what) % 99991; }
  __host__ __device__ Mark(int *log, int id) : log(log), id(id) { note(1); }
  __host__ __device__ Mark(const Mark &o) : log(o.log), id(o.id + 10) { note(2); }
  __host__ __device__ ~Mark() { note(3); }
};

__host__ __device__ inline int take(Mark a) {
  a.id += 2; // the one that ends is the changed one
  a.note(4);
  return a.id;
}
__host__ __device__ inline int early(const Mark a, bool leave) {
  if (leave)
    return a.id;
  Mark inner(a);
  return inner.id * 2;
}
__host__ __device__ inline Mark pass(Mark a) {
  a.id += 1;
  return a;
}
__host__ __device__ inline Mark make(int *log, int id) { return Mark(log, id); }
__host__ __device__ inline Mark named(int *log, int id) {
  Mark r(log, id);
  r.id++;
  return r;
}
template <typename T> __host__ __device__ int deduced(T a) { return a.id * 5; }
template <typename F> __host__ __device__ int called(F f) { return f() + 1; }

struct Holder { // copied and ended member by member
  Mark mark;
  int k;
  float v[2][3];
  __host__ __device__ int plus(Mark x) const { return x.id + mark.id + k; }
  __host__ __device__ Holder &operator+=(Mark x) {
    k += x.id;
    return *this;
  }
};
__host__ __device__ inline int held(Holder h) {
  h.mark.id += 1;
  return h.mark.id * 2 + h.k;
}
struct Keeps { // a constructor that takes by value, and one that is inherited
  int id;
  __host__ __device__ explicit Keeps(Mark a) : id(a.id) { a.id = 50; }
};
struct KeepsMore : Keeps {
  using Keeps::Keeps;
};

__host__ __device__ inline void passed(int t, float *out) {
  int log = t, n = 0;
  {
    Mark a(&log, 1);
    out[n++] = take(a);
    log = log * 11 % 99991;
  }
  out[n++] = take(Mark(&log, 2)) + log;
  {
    Mark a(&log, 3);
    out[n++] = early(a, t & 1) + log;
    Mark b = pass(a);
    out[n++] = b.id + take(pass(b));
  }
  {
    Mark a = make(&log, 7), b = named(&log, 8);
    out[n++] = take(make(&log, t)) + a.id + b.id;
    out[n++] = deduced(b);
    out[n++] = take(t & 1 ? Mark(&log, 5) : Mark(&log, 6));
    out[n++] = t & 1 ? take(a) : take(Mark(&log, 3));
    out[n++] = (t & 2) && take(a);
  }
  {
    Holder h{Mark(&log, 9), 3, {{1, 2, 3}, {4, 5, 6}}};
    h.v[1][0] = t;
    out[n++] = held(h);
    out[n++] = h.plus(h.mark);
    h += h.mark;
    Holder other = h;
    out[n++] = other.v[1][0] + other.v[0][2] + other.k;
  }
  {
    Mark a(&log, 4);
    for (int i = 0; take(a) + i < 20; i += 3) {
      if (i == 6)
        continue;
      log += i;
    }
    int rounds = 0;
    while (take(a) + rounds < 9)
      ++rounds;
    switch (take(make(&log, 2)) % 3) {
    case 1:
      log += 3;
      break;
    default:
      log += 4;
    }
    if (take(a) > 3)
      log++;
    out[n++] = called([a] { return a.id; }) + rounds;
    out[n++] = KeepsMore(a).id;
    const Mark &bound = Mark(a);
    out[n++] = bound.id;
  }
  out[n++] = log;
}

// Copies and assignments that nobody wrote, of members that have their own.
struct Counted {
  int v;
  __host__ __device__ Counted() : v(1) {}
  __host__ __device__ Counted(int v) : v(v) {}
  __host__ __device__ Counted(const Counted &o) : v(o.v + 1) {}
  __host__ __device__ Counted &operator=(const Counted &o) {
    v = o.v * 10;
    return *this;
  }
};
struct Parts : Counted {
  Counted one, some[2], grid[2][2];
  int plain[2][3];
  float f;
  __host__ __device__ Parts(int i)
      : Counted(i), one(i + 5), some{i}, plain{{1, 2, i}, {4, 5, 6}}, f(i * 0.5f) {
    grid[1][0].v = i;
  }
};
struct Pair {
  Parts a;
  Counted c;
};
template <typename T> struct Wrap {
  T t;
  int k = 3;
  __host__ __device__ explicit Wrap(T t) : t(t) {}
  Wrap(const Wrap &) = default;
  Wrap &operator=(const Wrap &) = default;
};

__host__ __device__ inline float copied(int t, bool assigned) {
  Parts a(t), b = a, c(static_cast<Parts &&>(b));
  if (assigned)
    c = b = a;
  Pair p{a, Counted(4)}, q = p;
  Wrap<Counted> u(Counted(2)), u2(u);
  if (assigned)
    u2 = u;
  return b.v + b.one.v * 3 + b.plain[0][2] * 5 + b.plain[1][0] + b.f + c.v * 7 + c.one.v * 11 +
         c.some[0].v * 13 + c.some[1].v * 17 + q.a.v * 19 + q.c.v * 23 + u2.t.v * 29 + u.t.v +
         u2.k;
}

// What braces leave out is made by constructors and default member initialisers.
struct Plain {
  int a = 3;
  float b = 0.5f;
  int t[2] = {4, 5};
};
struct Mixed {
  int q;
  Counted c, z[2];
  int r[3];
};
struct Nested {
  Plain p;
  Counted c;
  int k;
};
template <typename... A> __host__ __device__ int total(A... a) {
  Counted all[] = {Counted(a)...};
  int sum = 0;
  for (Counted &c : all)
    sum = sum * 3 + c.v;
  return sum;
}
__host__ __device__ inline Mixed mixed(int i) { return {i}; }
__host__ __device__ inline int sum(const Mixed &m) {
  return m.q + m.c.v * 2 + m.z[0].v * 3 + m.z[1].v * 5 + m.r[0] * 7 + m.r[2] * 11;
}
__host__ __device__ inline int sum(const Nested &n) {
  return n.p.a + n.p.t[1] * 2 + n.c.v * 10 + n.k * 100;
}

struct Nothing {};
struct Nil {};
struct Tagged : Nothing { // bases without data take a place in braces
  int x;
};
struct Twice : Nothing, Nil {
  int x, y;
};
struct Between : Nothing, Plain, Nil {
  int z;
};
__host__ __device__ inline Tagged tagged(int x) { return {{}, x}; }
__host__ __device__ inline int tags(int t) {
  Tagged a{{}, 5}, b{{}, t}, all[2] = {{{}, 7}, {{}, t}};
  Twice c{{}, {}, 1, t};
  Between d{{}, {4}, {}, t};
  int sum = a.x + b.x * 3 + all[0].x * 5 + all[1].x * 7 + c.x * 11 + c.y * 13;
  return sum + d.a * 17 + d.t[1] * 19 + d.z * 23 + tagged(t).x;
}

__host__ __device__ inline float omitted(int t) {
  Mixed k{}, l{t}, m = {1, Counted(t)}, w = {1, 2, {3}}, g = mixed(t);
  Counted cs[3] = {Counted(t)}, ds[4] = {}, es[2][2] = {{Counted(5)}}, fs[3] = {2, 3};
  Plain ps[3] = {{t}}, p{}, q = {t, 2};
  Nested a{}, b{{t}}, c = {{}, Counted(5)};
  float r = sum(k) + 2 * sum(l) + 3 * sum(m) + 4 * sum(w) + 5 * sum(g);
  r += cs[0].v + cs[1].v * 10 + cs[2].v * 100 + ds[0].v + ds[3].v;
  r += es[0][0].v + es[0][1].v * 10 + es[1][0].v * 100 + es[1][1].v * 1000 + fs[0].v + fs[2].v * 3;
  r += ps[0].a + ps[0].b + ps[1].a * 10 + ps[2].t[1] * 100 + ps[0].t[0] + p.a + p.t[1] + q.a + q.b;
  r += tags(t);
  return r + sum(a) + sum(b) + sum(c) * 7 + sum(Nested{{7}, 8}) + total(t, 2, 3);
}

// Guards that run a lambda at their end: an instance for each lambda.
template <typename F> struct Finally {
  F f;
  bool on = true;
  __host__ __device__ explicit Finally(F f) : f(f) {}
  __host__ __device__ Finally(Finally &&o) : f(o.f), on(o.on) { o.on = false; }
  __host__ __device__ ~Finally() {
    if (on)
      f();
  }
  __host__ __device__ void drop() { on = false; }
};
template <typename F> __host__ __device__ Finally<F> finally(F f) { return Finally<F>(f); }
struct Own { // moved, never copied
  int *p;
  __host__ __device__ explicit Own(int *p = nullptr) : p(p) {
    if (p)
      ++*p;
  }
  __host__ __device__ Own(Own &&o) : p(o.p) { o.p = nullptr; }
  __host__ __device__ Own &operator=(Own &&o) {
    if (this != &o) {
      reset();
      p = o.p;
      o.p = nullptr;
    }
    return *this;
  }
  __host__ __device__ ~Own() { reset(); }
  __host__ __device__ void reset() {
    if (p)
      *p = (*p * 2 + 1) % 9973;
    p = nullptr;
  }
  __host__ __device__ int get() const { return p ? *p : -1; }
};
__host__ __device__ inline Own pass_on(Own o) { return static_cast<Own &&>(o); }
__host__ __device__ inline int eat(Own o) { return o.get(); }

__host__ __device__ inline float guarded(int t) {
  int log = 0, x = t, y = 3;
  {
    auto g = finally([&] { log = log * 10 + 1; });
    auto h = finally([&, k = 2] { log = log * 10 + k; });
    if (t & 1)
      g.drop();
  }
  float r = log;
  {
    Own a(&x), b(static_cast<Own &&>(a));
    r += a.get() + b.get() * 2;
    a = pass_on(static_cast<Own &&>(b));
    r += eat(static_cast<Own &&>(a)) + a.get() + b.get();
  }
  for (int i = 0; i < 4; ++i) {
    Own w(&x);
    for (int j = 0; j < 3; ++j) {
      auto g = finally([&] { ++y; });
      if (j == 1 && i == t % 4)
        goto done;
      if (i == 2)
        break;
      if (j == 0)
        continue;
      Own z(&y);
    }
  }
done:
  Own many[3] = {Own(&x), Own(&y), Own()};
  many[2] = static_cast<Own &&>(many[0]);
  return r + x * 3 + y * 5 + many[2].get() + many[0].get() + (t & 1 ? Own(&x) : Own(&y)).get();
}

__host__ __device__ inline void compute(int t, float *out) {
  passed(t, out);
  out[20] = copied(t, false);
  out[21] = copied(t, true);
  out[22] = omitted(t);
  out[23] = guarded(t);
}

__global__ void kernel(float *out) { compute(threadIdx.x, out + threadIdx.x * slots); }

int main() {
  float got[threads * slots] = {}, want[slots], *d;
  OK(cudaMalloc(&d, sizeof got));
  OK(cudaMemset(d, 0, sizeof got));
  kernel<<<1, threads>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int t = 0; t < threads; ++t) {
    memset(want, 0, sizeof want);
    compute(t, want);
    for (int i = 0; i < slots; ++i)
      EXPECT_EQ(got[t * slots + i], want[i]);
  }
  OK(cudaFree(d));
  return verdict();
}
