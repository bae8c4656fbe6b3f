// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects whose end has an effect: members, bases, arrays, temporaries, what references keep, moved
// objects; left by return, break, continue and goto. Each ends as on the host, in the same order.
#include "check.h"
#include <utility>
#define HD __host__ __device__

namespace parts {
struct Log {
  int n;
  int v[12];
  HD void add(int x) {
    if (n < 12)
      v[n] = x;
    n++;
  }
  HD int hash() const {
    unsigned h = n; // an int would overflow, which C++ does not define
    for (int k = 0; k < n && k < 12; k++)
      h = h * 31 + v[k];
    return int(h);
  }
};
struct Guard {
  Log *l;
  int id;
  HD Guard(Log *l, int id) : l(l), id(id) { l->add(id); }
  HD ~Guard() { l->add(-id); }
  HD int get() const { return id; }
};
struct Two {
  Guard a, b;
  HD Two(Log *l, int i) : a(l, i), b(l, i + 1) {}
};
struct Own {
  Guard a;
  int x;
  HD Own(Log *l, int i) : a(l, i), x(i) {}
  HD ~Own() { a.l->add(x * 100); }
};
struct Derived : Guard {
  Guard m;
  HD Derived(Log *l) : Guard(l, 5), m(l, 6) {}
  HD ~Derived() { l->add(55); }
};
struct Plain : Guard {
  HD Plain(Log *l) : Guard(l, 8) {}
};
HD int members(int i) {
  Log l{};
  {
    Two t(&l, 1 + i);
    l.add(77);
  }
  {
    Own o(&l, 3);
    if (i & 1)
      l.add(9);
  }
  return l.hash();
}
HD int bases(int i) {
  Log l{};
  { Derived d(&l); }
  {
    Plain p(&l);
    l.add(i);
  }
  return l.hash();
}
HD int arrays(int i) {
  Log l{};
  {
    Guard g[2] = {Guard(&l, 1), Guard(&l, 2)};
    l.add(i + g[0].id);
  }
  return l.hash();
}
HD int temps(int i) {
  Log l{};
  int x = Guard(&l, 3).get() + i;
  l.add(x);
  Guard(&l, 4);
  l.add(50);
  return l.hash();
}
HD int gotos(int i) {
  Log l{};
  int n = 0;
again : {
  Guard g(&l, 2 + n);
  n++;
  if (n < 2 + (i & 1))
    goto again;
}
  {
    Guard h(&l, 9);
    if (i > 5)
      goto out;
    l.add(3);
  }
out:
  return l.hash();
}
HD int inner(Log *l, int i) {
  Guard a(l, 1);
  for (int k = 0; k < 4; k++) {
    Guard b(l, 2);
    if (k == i)
      return l->n;
    if (k == 1)
      continue;
    if (k == 2 && i > 8)
      break;
    switch (k) {
    case 0: {
      Guard c(l, 3);
      break;
    }
    default:
      l->add(70);
    }
  }
  return l->n * 2;
}
HD int early(int i) {
  Log l{};
  int r = inner(&l, i);
  return l.hash() * 7 + r;
}
} // namespace parts

namespace temporaries {
struct Log {
  int n;
  int v[16];
  HD void add(int x) {
    if (n < 16)
      v[n] = x;
    n++;
  }
  HD int hash() const {
    unsigned h = n;
    for (int k = 0; k < n && k < 16; k++)
      h = h * 31 + v[k];
    return int(h);
  }
};
struct Guard {
  Log *l;
  int id;
  HD Guard(Log *l, int id) : l(l), id(id) { l->add(id); }
  HD Guard(const Guard &o) : l(o.l), id(o.id + 1000) { l->add(id); }
  HD ~Guard() { l->add(-id); }
  HD int get() const { return id; }
  HD Guard next() const { return Guard(l, id + 1); }
  HD bool odd() const { return id & 1; }
  HD operator int() const { return id * 2; }
};
struct Implicit {
  Guard a;
  int k;
  Guard b;
};
struct Deep : Implicit {
  Guard c[2];
  HD Deep(Log *l) : Implicit{Guard(l, 1), 2, Guard(l, 3)}, c{Guard(l, 4), Guard(l, 5)} {}
};
struct Early {
  Log *l;
  Guard g;
  bool quiet;
  HD Early(Log *l, bool q) : l(l), g(l, 40), quiet(q) {}
  HD ~Early() {
    if (quiet)
      return;
    l->add(99);
  }
};
HD Guard make(Log *l, int id) { return Guard(l, id); }
HD Guard named(Log *l, int id) {
  Guard g(l, id);
  g.id += 2;
  return g;
}
HD int sum(const Guard &a, const Guard &b) { return a.id * 10 + b.id; }
HD void touch(const Guard &g) { g.l->add(500 + g.id); }
HD int ref(int i) {
  Log l{};
  {
    const Guard &g = Guard(&l, i);
    l.add(g.get());
    Guard &&r = make(&l, 20);
    r.id++;
  }
  return l.hash();
}
HD int nested(int i) {
  Log l{};
  {
    Implicit x{Guard(&l, 1), 5, make(&l, 2)};
    l.add(x.k + i);
  }
  {
    Deep d(&l);
    if (i & 1)
      return l.hash() * 3 + d.c[1].id;
  }
  return l.hash();
}
HD int early(int i) {
  Log l{};
  {
    Early e(&l, i & 1);
    l.add(7);
  }
  return l.hash();
}
HD int chain(int i) {
  Log l{};
  int x = Guard(&l, i).next().next().get();
  l.add(x);
  touch(make(&l, 3));
  int y = i & 1 ? Guard(&l, 70).get() : 4;
  if (i > 4 && Guard(&l, i).odd())
    l.add(1234);
  return l.hash() + x + y;
}
HD int pair(int i) {
  Log l{};
  Guard keep(&l, 2);
  int r = sum(keep, Guard(&l, i));
  l.add(r);
  return sum(Guard(&l, 8), keep) + l.hash();
}
HD int conds(int i) {
  Log l{};
  if (Guard(&l, i).odd())
    l.add(1);
  else if (make(&l, i + 1) > 8) {
    l.add(2);
  } else
    l.add(3);
  for (int k = 0; k < 3; k++) {
    Guard g(&l, k);
    if (k == i % 3)
      continue;
    else
      l.add(600);
    if (i == 7)
      break;
    else
      l.add(601);
  }
  return l.hash();
}
HD void inner(Log *l, int i) {
  Guard g(l, 1);
  if (i & 1)
    return touch(g);
  l->add(5);
}
HD int tail(int i) {
  Log l{};
  inner(&l, i);
  {
    Guard n = named(&l, 3);
    l.add(n.id);
  }
  {
    Guard c = make(&l, 6);
    Guard d(c);
    l.add(d.id);
  }
  return l.hash();
}
HD int &cell(int *p, Log *l, int i) {
  Guard g(l, i);
  return p[i & 3];
}
HD int refs(int i) {
  Log l{};
  int a[4] = {1, 2, 3, 4};
  cell(a, &l, i) += 5;
  return l.hash() + a[i & 3];
}
HD int back(int i) {
  Log l{};
  int n = 0;
  {
    Guard outer(&l, 1);
  again:
    Guard g(&l, 2 + n);
    n++;
    l.add(n);
    if (n < 2 + (i & 1))
      goto again;
    {
      Guard h(&l, 9);
      for (int k = 0;; k++) {
        Guard w(&l, 30);
        if (k == 1)
          goto done;
      }
    }
  done:
    l.add(77);
  }
  return l.hash();
}
HD int grid(int i) {
  Log l{};
  {
    Guard g[2][2] = {{Guard(&l, 1), Guard(&l, 2)}, {Guard(&l, 3), Guard(&l, i)}};
    l.add(g[1][1].id);
  }
  return l.hash();
}
} // namespace temporaries

namespace owners {
// move-only owner over a pool
struct Pool {
  int used[8];
  int frees;
  HD int take() {
    for (int i = 0; i < 8; i++)
      if (!used[i]) {
        used[i] = 1;
        return i;
      }
    return -1;
  }
  HD void give(int i) {
    used[i] = 0;
    frees++;
  }
  HD int state() const {
    int s = frees * 256;
    for (int i = 0; i < 8; i++)
      s += used[i] << i;
    return s;
  }
};
class Slot {
  Pool *pool;
  int index;

public:
  HD explicit Slot(Pool &p) : pool(&p), index(p.take()) {}
  Slot(const Slot &) = delete;
  Slot &operator=(const Slot &) = delete;
  HD Slot(Slot &&o) : pool(o.pool), index(o.index) { o.index = -1; }
  HD Slot &operator=(Slot &&o) {
    if (this != &o) {
      release();
      pool = o.pool;
      index = o.index;
      o.index = -1;
    }
    return *this;
  }
  HD ~Slot() { release(); }
  HD void release() {
    if (index >= 0)
      pool->give(index);
    index = -1;
  }
  HD int get() const { return index; }
};
HD Slot make(Pool &p) {
  Slot s(p);
  return s;
}
struct Pair {
  Slot a, b;
  HD Pair(Pool &p) : a(p), b(make(p)) {}
};
template <typename T> struct Holder {
  T inner;
  HD Holder(Pool &p) : inner(p) {}
  HD T &get() { return inner; }
};
HD int moves(int i) {
  Pool p{};
  int r = 0;
  {
    Slot a(p);
    Slot b = make(p);
    Slot c(std::move(a));
    r = a.get() * 100 + b.get() * 10 + c.get();
    a = std::move(b);
    r += p.state() * 1000;
    if (i & 1)
      b = Slot(p);
    r += b.get() * 7;
  }
  return r * 3 + p.state();
}
HD int pairs(int i) {
  Pool p{};
  int r;
  {
    Pair x(p);
    Holder<Slot> h(p);
    Holder<Pair> hh(p);
    r = x.b.get() + h.get().get() * 10 + hh.get().a.get() * 100 + p.state();
    if (i == 3)
      return r - 1;
    for (int k = 0; k < 2; k++) {
      Slot t[3] = {Slot(p), Slot(p), make(p)};
      r += t[2].get();
      if (i == 5 + k)
        break;
      r += p.state();
    }
  }
  return r + p.state();
}
HD int whiles(int i) {
  Pool p{};
  int n = 0;
  do {
    Slot s(p);
    if (n == 1) {
      n += 5;
      continue;
    }
    n += 1 + s.get();
    if (n > 9)
      break;
  } while (n < 12 + i);
  while (n < 40) {
    Slot s(p), t(p);
    n += 3 + t.get();
  }
  return n * 1000 + p.state();
}
HD int ranges(int i) {
  Pool p{};
  int a[4] = {1, 2, 3, i}, s = 0;
  for (int x : a) {
    Slot g(p);
    if (x == 2)
      continue;
    if (x == 9)
      break;
    s += x * 10 + g.get();
  }
  return s * 1000 + p.state();
}
HD int lambdas(int i) {
  Pool p{};
  auto f = [&](int k) {
    Slot s(p);
    if (k > 3)
      return s.get() + 100;
    Slot t(p);
    return t.get();
  };
  int r = f(i) + f(1) * 10;
  return r * 1000 + p.state();
}
} // namespace owners

// Each on both sides.
HD int work(int which, int i) {
  switch (which) {
  case 0:
    return parts::members(i);
  case 1:
    return parts::bases(i);
  case 2:
    return parts::arrays(i);
  case 3:
    return parts::temps(i);
  case 4:
    return parts::gotos(i);
  case 5:
    return parts::early(i);
  case 6:
    return temporaries::ref(i);
  case 7:
    return temporaries::nested(i);
  case 8:
    return temporaries::early(i);
  case 9:
    return temporaries::chain(i);
  case 10:
    return temporaries::pair(i);
  case 11:
    return temporaries::conds(i);
  case 12:
    return temporaries::tail(i);
  case 13:
    return temporaries::refs(i);
  case 14:
    return temporaries::back(i);
  case 15:
    return temporaries::grid(i);
  case 16:
    return owners::moves(i);
  case 17:
    return owners::pairs(i);
  case 18:
    return owners::whiles(i);
  case 19:
    return owners::ranges(i);
  case 20:
    return owners::lambdas(i);
  }
  return -1;
}
const int works = 21;
__global__ void run(int *out) {
  for (int k = 0; k < works; k++)
    out[k * 16 + threadIdx.x] = work(k, threadIdx.x);
}

// Ends that change shared memory and device variables.
struct Tally {
  int *where;
  int add;
  __device__ Tally(int *w, int a) : where(w), add(a) {}
  __device__ ~Tally() { atomicAdd(where, add); }
};
template <typename T> struct Scoped {
  T *slot;
  T old;
  __device__ Scoped(T *s, T v) : slot(s), old(*s) { *s = v; }
  __device__ ~Scoped() { *slot = old; }
};
struct Both {
  Tally t;
  Scoped<int> s;
  __device__ Both(int *w, int *c) : t(w, 2), s(c, 50) {}
};
__device__ int total;
struct Global {
  __device__ ~Global() { atomicAdd(&total, 1); }
};
struct HasGlobal {
  Global g;
  int x;
};
__global__ void scopes(int *out, int *cells) {
  __shared__ int sum;
  int i = threadIdx.x;
  if (i == 0)
    sum = 0;
  __syncthreads();
  {
    Tally a(&sum, i);
    Tally b(&out[16], 1);
    const Tally c(&sum, 1);
    Both d(&sum, cells + i);
    out[i] = cells[i];
    HasGlobal h;
    h.x = 1;
    out[i] += h.x;
  }
  __syncthreads();
  out[i] += sum + cells[i] * 1000;
}

int main() {
  int results[works * 16], *d_results;
  OK(cudaMalloc(&d_results, sizeof results));
  run<<<1, 16>>>(d_results);
  OK(cudaMemcpy(results, d_results, sizeof results, cudaMemcpyDeviceToHost));
  for (int k = 0; k < works; k++)
    for (int i = 0; i < 16; i++)
      EXPECT_EQ(results[k * 16 + i], work(k, i));
  int out[17] = {}, cells[16], *d, *c;
  for (int i = 0; i < 16; i++)
    cells[i] = i;
  OK(cudaMalloc(&d, sizeof out));
  OK(cudaMalloc(&c, sizeof cells));
  OK(cudaMemcpy(d, out, sizeof out, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(c, cells, sizeof cells, cudaMemcpyHostToDevice));
  scopes<<<1, 16>>>(d, c);
  OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++)
    EXPECT_EQ(out[i], 51 + 120 + 16 + 32 + i * 1000);
  EXPECT_EQ(out[16], 16);
  int t;
  OK(cudaMemcpyFromSymbol(&t, total, sizeof t));
  EXPECT_EQ(t, 16);
  return verdict();
}
