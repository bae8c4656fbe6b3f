// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loops over ranges of all kinds, structured bindings, references.
#include "check.h"

namespace ranges {
struct Cell {
  float v;
  int n;
  __host__ __device__ Cell(float v = 0, int n = 0) : v(v), n(n) {}
  __host__ __device__ Cell(const Cell &o) : v(o.v + 1), n(o.n) {}
  __host__ __device__ operator float() const { return v * 2; }
};
struct Count {
  int i;
  __host__ __device__ int operator*() const { return i * i; }
  __host__ __device__ Count &operator++() {
    i++;
    return *this;
  }
  __host__ __device__ bool operator!=(const Count &o) const { return i < o.i; }
};
struct Ints {
  int n;
  __host__ __device__ Count begin() const { return {0}; }
  __host__ __device__ Count end() const { return {n}; }
};
__host__ __device__ Ints upto(int n) { return {n}; }
struct Bag {
  int v[4];
  int n;
  __host__ __device__ int *begin() { return v; }
  __host__ __device__ int *end() { return v + n; }
  __host__ __device__ const int *begin() const { return v; }
  __host__ __device__ const int *end() const { return v + n; }
};
__host__ __device__ Bag fill(int i) {
  Bag b = {{i, 2, 3, 4}, 3};
  return b;
}
struct Kept { // ends with an effect
  int *log;
  int v;
  __host__ __device__ ~Kept() { *log = *log * 3 + v; }
};
struct Row {
  Kept cells[2];
  __host__ __device__ Kept *begin() { return cells; }
  __host__ __device__ Kept *end() { return cells + 2; }
};
__host__ __device__ int ended(int i) {
  int log = 1;
  {
    Kept a[3] = {{&log, i}, {&log, 2}, {&log, 3}};
    Row row{{{&log, 4}, {&log, i + 5}}};
    for (auto &x : a)
      log = log * 2 + x.v++;
    for (Kept &x : row)
      log += x.v;
    for (const Kept &x : a)
      log += x.v;
  }
  return log;
}
/// Gives one bag after the other, and counts how often it was asked.
struct Bags {
  Bag all[3];
  int asked;
  __host__ __device__ Bag &take() { return all[asked++]; }
  __host__ __device__ int (&values())[4] { return all[asked++ % 3].v; }
};
/// A range with an effect is evaluated once, before begin() and end().
__host__ __device__ unsigned once(int i) {
  Bags bags = {{fill(i), fill(i + 1), fill(i + 2)}, 0};
  int rows[3][2] = {{1, i}, {3, 4}, {i, 6}}, k = 0, (*p)[2] = rows;
  unsigned s = 0;
  bool flags[2][3] = {{true, false, i > 1}, {true, true, true}};
  for (int x : rows[k++])
    for (int y : rows[k++])
      s = s * 3 + x * y + k;
  for (auto &x : bags.take()) {
    if (x == 2)
      continue;
    x += bags.asked;
  }
  for (int x : bags.values()) {
    s = s * 2 + x;
    if (x == 3)
      break;
  }
  for (int x : bags.take().v)
    s += x;
  for (auto &row : (i++, rows))
    for (int &x : row)
      x += i;
  for (int x : *p++)
    s = s * 5 + x;
  for (bool f : flags[k = 1 - k / 3])
    s = s * 2 + f;
  return s * 100 + bags.asked * 10 + k + bags.all[0].v[0] + (unsigned)(p - rows);
}
__host__ __device__ double work(int i) {
  double s = ended(i) + (double)once(i);
  for (int q : upto(i))
    s += q;
  for (auto q : Ints{3}) {
    if (q == 1)
      continue;
    s += q * 2;
  }
  Cell c[3] = {Cell(1, 2), Cell(i), Cell()};
  for (Cell x : c)
    s += x.v;
  for (const Cell &x : c) {
    s += x.v * x.n;
  }
  for (float f : c)
    s += f;
  for (auto q : fill(i))
    for (auto &r : {q, 2})
      s += r;
  Bag b = fill(i + 1);
  const Bag &cb = b;
  for (int &q : b) {
    // twice
    q *= 2;
  }
  for (auto q : cb)
    s -= q;
  double d[2][2] = {{1, 2}, {3, (double)i}};
  for (const auto &row : d)
    for (auto x : row)
      s += x;
  return s;
}
} // namespace ranges

namespace references {
struct Node {
  int v;
  float w[3];
};
struct Holder {
  int &r;
  float (&arr)[3];
  const Node &n;
  __host__ __device__ Holder(Node &x) : r(x.v), arr(x.w), n(x) {}
  __host__ __device__ void go() {
    r += n.v;
    arr[1] += r;
  }
};
__host__ __device__ int &pick(int &a, int &b, bool c) { return c ? a : b; }
template <typename T> __host__ __device__ const T &larger(const T &a, const T &b) {
  return a < b ? b : a;
}
template <typename T> __host__ __device__ T &&mv(T &x) { return static_cast<T &&>(x); }
__host__ __device__ int over(int &) { return 1; }
__host__ __device__ int over(int &&) { return 2; }
__host__ __device__ int over(const int &) { return 3; }
struct It {
  int *p;
  __host__ __device__ int &cur() { return *p; }
  __host__ __device__ It &next() {
    ++p;
    return *this;
  }
};
__host__ __device__ void cyc(int *&p) { ++p; }
__host__ __device__ void setarr(int (&a)[4], int k) {
  for (int &x : a)
    x += k;
  a[0]++;
}
__host__ __device__ double work(int i) {
  Node n{i, {1, 2, 3}};
  Holder h(n);
  h.go();
  h.go();
  int a = i, b = 5;
  pick(a, b, i & 1) += 10;
  int &al = pick(a, b, i > 5);
  al *= 2;
  int &al2 = al;
  al2++;
  const int &t = a + b;
  const float &conv = i;
  int arr[4] = {1, 2, 3, 4};
  int(&ar)[4] = arr;
  setarr(ar, i);
  int *p = arr;
  cyc(p);
  int *&pr = p;
  pr++;
  auto &[nv, nw] = n;
  nv += 3;
  nw[2] = 9;
  int &&rv = a + 1;
  rv += 4;
  auto &&fw = b;
  fw++;
  It it{arr};
  it.next().cur() = 77;
  const int c = 4;
  decltype(auto) da = (a);
  da += 1;
  float m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  for (auto &row : m)
    for (auto &x : row)
      x *= i;
  float(&r1)[3] = m[1];
  int *places[3] = {&a, &b, arr + 2};
  for (int *place : places)
    *place += 1;
  for (int *const &place : places)
    a += *place;
  return n.v + n.w[1] + n.w[2] + a * 3 + b + t + conv + arr[0] + arr[1] + *p + rv + larger(a, b) +
         larger(2.5f, conv) + over(a) * 10 + over(3) + over(c) * 100 + over(mv(a)) * 1000 + r1[2] +
         h.n.v;
}
} // namespace references

// Each on both sides.
__global__ void run(double *out) {
  int i = threadIdx.x;
  double *mine = out + i * 2;
  mine[0] = ranges::work(i);
  mine[1] = references::work(i);
}

int main() {
  double out[16][2], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  run<<<1, 16>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++) {
    EXPECT_NEAR(out[i][0], ranges::work(i), 1e-5);
    EXPECT_NEAR(out[i][1], references::work(i), 1e-5);
  }
  OK(cudaFree(d_out));
  return verdict();
}
