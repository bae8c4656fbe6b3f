// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pointers to device functions whose targets are all known: tables, variables, parameters, results,
// template arguments.
#include "check.h"
typedef float (*Op)(float, float);
__device__ float add(float a, float b) { return a + b; }
__device__ float mul(float a, float b) { return a * b; }
__device__ float sub(float a, float b) { return a - b; }
template <int K> __device__ float scaled(float a, float b) { return K * a + b; }
__device__ Op device_table[] = {add, mul, sub};
__constant__ Op constant_table[2] = {&mul, scaled<3>};
__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }

// A parameter, called in both ways.
__device__ float apply(Op op, float a, float b) { return op(a, b) + (*op)(b, a); }
template <typename F> __device__ int repeat(F f, int x, int n) {
  for (int i = 0; i < n; i++)
    x = f(x);
  return x;
}
// Known when compiling.
template <float (*F)(float, float)> __device__ float fixed(float a, float b) { return F(a, b); }
template <Op F> struct Holder {
  __device__ float operator()(float a) const { return F(a, 2); }
};
__device__ Op choose(int i) {
  switch (i % 3) {
  case 0:
    return add;
  case 1:
    return &mul;
  }
  return sub;
}

__global__ void run(float *out) {
  int i = threadIdx.x;
  static const Op local[] = {sub, add};
  Op op = i % 2 ? add : mul;
  float r = op(i, 3) + device_table[i % 3](i, 2) + constant_table[i & 1](i, 1) + local[i & 1](i, 7);
  r += apply(sub, i, 1) + apply(op, 2, i) + fixed<mul>(i, 4) + Holder<add>()(i);
  op = choose(i);
  if (op != nullptr && op)
    r += op(10, i);
  Op *at = &op;
  r += (*at)(20, i) + (**at)(30, i);
  int (*whole)(int) = nullptr;
  if (!whole)
    whole = i > 8 ? square : twice;
  out[i] = r + whole(i) + repeat(twice, i, 3) + repeat(square, 2, 2);
}

static float host(int i) {
  float m = i % 2 ? i + 3.0f : i * 3.0f;
  float d = i % 3 == 0 ? i + 2 : i % 3 == 1 ? i * 2 : i - 2;
  float c = i & 1 ? 3 * i + 1 : i;
  float l = i & 1 ? i + 7 : i - 7;
  float a = 0 + (i % 2 ? (2 + i) * 2 : 2 * i * 2);
  float o = i % 3 == 0 ? 60 + 3 * i : i % 3 == 1 ? 60 * i : 60 - 3 * i;
  return m + d + c + l + a + i * 4 + i + 2 + o + (i > 8 ? i * i : 2 * i) + 8 * i + 16;
}

// Functions that get pointers and references.
namespace places {
typedef void (*Body)(float *, int);
typedef void (*RefOp)(float &, const float &);
__device__ void addone(float *p, int i) { p[i] += 1; }
__device__ void dbl(float *p, int i) { p[i] *= 2; }
__device__ void acc(float &a, const float &b) { a += b; }
__device__ void sub(float &a, const float &b) { a -= b; }
__constant__ Body bodies[2] = {addone, dbl};
__device__ RefOp refs[] = {acc, sub};
__global__ void bodies_run(float *v) {
  int i = threadIdx.x;
  bodies[i & 1](v, i);
  Body b = i > 3 ? addone : dbl;
  b(v, i);
  float s = 2;
  refs[i % 2](s, v[i]);
  v[i] = s;
}
struct Acc {
  float sum;
  int n;
};
typedef void (*Fold)(Acc &, const float &);
typedef float (*Eval)(const float *, int n);
typedef bool (*Less)(const Acc *, const Acc *);
__device__ void collect(Acc &a, const float &x) {
  a.sum += x;
  a.n++;
}
__device__ void top(Acc &a, const float &x) {
  if (x > a.sum)
    a.sum = x;
}
__device__ float mean(const float *p, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s / n;
}
__device__ float last(const float *p, int n) { return p[n - 1]; }
__device__ bool by_sum(const Acc *a, const Acc *b) { return a->sum < b->sum; }
__device__ bool by_n(const Acc *a, const Acc *b) { return a->n < b->n; }
__constant__ Eval evals[] = {mean, &last};
__device__ void fold(Fold f, Acc &a, const float *p, int n) {
  for (int i = 0; i < n; i++)
    f(a, p[i] * 1.0f);
}
template <Fold F> __device__ void foldt(Acc &a, float x) { F(a, x); }
struct Table {
  Less less[2];
  __device__ Less pick(int i) const { return less[i & 1]; }
};
__device__ bool cmp(Less l, Acc *v, int i, int j) { return l(&v[i], &v[j]); }
__global__ void folds_run(float *v, int *out, const float *in) {
  int i = threadIdx.x;
  Acc a[2] = {{1, 3}, {2, 0}};
  fold(i & 1 ? collect : top, a[0], in, 4);
  foldt<collect>(a[1], i);
  static const Fold folds[] = {top, collect};
  folds[i % 2](a[1], 5.0f);
  v[i] = a[0].sum * 10 + evals[i & 1](in, 8) + a[1].sum;
  Less l = by_sum;
  if (i > 7)
    l = by_n;
  out[i] = cmp(l, a, 0, 1) * 2 + (*l)(&a[1], &a[0]) + a[0].n * 10;
}
static void test_bodies() {
  float v[16], *d;
  for (int i = 0; i < 16; i++)
    v[i] = i;
  OK(cudaMalloc(&d, sizeof v));
  OK(cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice));
  bodies_run<<<1, 16>>>(d);
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++) {
    float x = i;
    if (i & 1)
      x *= 2;
    else
      x += 1;
    if (i > 3)
      x += 1;
    else
      x *= 2;
    float s = i % 2 ? 2 - x : 2 + x;
    EXPECT_EQ(v[i], s);
  }
  OK(cudaFree(d));
}
static void test_folds() {
  float in[16], v[16], *d, *di;
  int o[16], *d_o;
  for (int i = 0; i < 16; i++)
    in[i] = i * 3 % 7;
  OK(cudaMalloc(&d, sizeof v));
  OK(cudaMalloc(&di, sizeof in));
  OK(cudaMalloc(&d_o, sizeof o));
  OK(cudaMemcpy(di, in, sizeof in, cudaMemcpyHostToDevice));
  folds_run<<<1, 16>>>(d, d_o, di);
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(o, d_o, sizeof o, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++) {
    float a0 = 1;
    int n0 = 3, n1 = 0;
    for (int j = 0; j < 4; j++)
      if (i & 1) {
        a0 += in[j];
        n0++;
      } else if (in[j] > a0)
        a0 = in[j];
    float a1 = 2 + i;
    n1++;
    if (i % 2 == 0) {
      if (5 > a1)
        a1 = 5;
    } else {
      a1 += 5;
      n1++;
    }
    float s = 0;
    for (int j = 0; j < 8; j++)
      s += in[j];
    EXPECT_EQ(v[i], a0 * 10 + (i & 1 ? in[7] : s / 8) + a1);
    bool l01 = i > 7 ? n0 < n1 : a0<a1, l10 = i> 7 ? n1 < n0 : a1 < a0;
    EXPECT_EQ(o[i], l01 * 2 + l10 + n0 * 10);
  }
  OK(cudaFree(d));
  OK(cudaFree(di));
  OK(cudaFree(d_o));
}
} // namespace places

// Pointers that the host copies from device variables, and gives to kernels.
namespace copied {
typedef float (*Op)(float, float);
struct Pair {
  float x, y;
};
typedef Pair (*Make)(float);
__device__ float plus(float a, float b) { return a + b; }
__device__ float times(float a, float b) { return a * b; }
template <int K> __device__ float less(float a, float b) { return a - K * b; }
__device__ Pair same(float a) { return {a, a}; }
__device__ Pair next(float a) { return {a, a + 1}; }
__device__ Op p_plus = plus;
__device__ Op p_times = &times, p_less = less<3>;
static __constant__ Op p_constant = times;
__device__ float (*p_plain)(float, float) = plus;
__device__ Make p_same = same, p_next = next;
__device__ Op all[3] = {plus, times, less<3>};
__device__ Op chosen;
struct Task {
  Op op;
  float b;
};
__global__ void one(Op op, float *v) { v[threadIdx.x] = op(v[threadIdx.x], 2); }
__global__ void many(const Op *ops, int n, float *v) {
  v[threadIdx.x] = ops[threadIdx.x % n](v[threadIdx.x], 3);
}
__global__ void task(Task t, float *v) { v[threadIdx.x] = t.op(v[threadIdx.x], t.b); }
__global__ void pairs(Make make, float *v) {
  Pair p = make(v[threadIdx.x]);
  v[threadIdx.x] = p.x * 10 + p.y;
}
__global__ void choose(int i) { chosen = i ? p_times : p_plus; }
__global__ void table(Op *to) { to[threadIdx.x] = threadIdx.x ? less<3> : plus; }
static void test() {
  float v[8], *d, w[8];
  for (int i = 0; i < 8; i++)
    w[i] = v[i] = i;
  OK(cudaMalloc(&d, sizeof v));
  OK(cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice));
  Op ops[3], *d_ops, last[3];
  OK(cudaMemcpyFromSymbol(&ops[0], p_plus, sizeof(Op)));
  OK(cudaMemcpyFromSymbol(&ops[1], p_times, sizeof(Op)));
  OK(cudaMemcpyFromSymbol(&ops[2], p_less, sizeof(Op)));
  Op constant;
  OK(cudaMemcpyFromSymbol(&constant, p_constant, sizeof constant));
  EXPECT_EQ(constant == ops[1], true);
  float (*plain)(float, float);
  OK(cudaMemcpyFromSymbol(&plain, p_plain, sizeof plain));
  one<<<1, 8>>>(plain, d);
  one<<<1, 8>>>(ops[1], d);
  OK(cudaMalloc(&d_ops, sizeof ops));
  OK(cudaMemcpy(d_ops, ops, sizeof ops, cudaMemcpyHostToDevice));
  many<<<1, 8>>>(d_ops, 3, d);
  OK(cudaMemcpyFromSymbol(last, all, sizeof last));
  Task t = {last[2], 1};
  task<<<1, 8>>>(t, d);
  Make make;
  OK(cudaMemcpyFromSymbol(&make, p_next, sizeof make));
  pairs<<<1, 8>>>(make, d);
  choose<<<1, 1>>>(1);
  OK(cudaMemcpyFromSymbol(&constant, chosen, sizeof constant));
  one<<<1, 8>>>(constant, d);
  table<<<1, 2>>>(d_ops);
  many<<<1, 8>>>(d_ops, 2, d);
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++) {
    float x = (w[i] + 2) * 2;
    x = i % 3 == 0 ? x + 3 : i % 3 == 1 ? x * 3 : x - 9;
    x -= 3;
    x = (x * 10 + x + 1) * 2;
    x = i % 2 ? x - 9 : x + 3;
    EXPECT_EQ(v[i], x);
  }
  OK(cudaFree(d_ops));
  // What is no function's is an error, as a wild pointer is.
  one<<<1, 1>>>((Op)(size_t)12345, d);
  EXPECT_EQ(cudaDeviceSynchronize() != cudaSuccess, true);
}
} // namespace copied

// Functions that get pointers, named in initial values alone: of tables, of objects, and of
// variables that the host copies.
namespace pointed {
typedef void (*Step)(float *, unsigned);
typedef float (*Get)(const float *, const float &);
__device__ void add(float *p, unsigned i) { p[i] += 1; }
__device__ void twice(float *p, unsigned i) { p[i] *= 2; }
__device__ float before(const float *p, const float &x) { return p[0] + x; }
__device__ float behind(const float *p, const float &x) { return p[1] - x; }
__device__ Step steps[2] = {add, twice};
__device__ Get p_before = before, p_behind = behind;

struct Entry {
  int weight;
  int (*count)(const int *, int);
};
__device__ int even(const int *v, int n) {
  int found = 0;
  for (int i = 0; i < n; i++)
    found += v[i] % 2 == 0;
  return found;
}
__device__ int large(const int *v, int n) {
  int found = 0;
  for (int i = 0; i < n; i++)
    found += v[i] > 4;
  return found;
}
__device__ Entry entries[] = {{10, even}, {100, large}};

struct Work {
  Step step;
  Get get;
  int n;
};
__global__ void work(Work w, float *v) {
  __shared__ float tile[8];
  int i = threadIdx.x;
  tile[i] = v[i];
  __syncthreads();
  if (i < w.n)
    w.step(tile, i);
  float x = w.get(v, v[2]);
  __syncthreads();
  v[i] = tile[i] + x;
}
__global__ void count(const int *v, int *out) {
  const Entry &e = entries[threadIdx.x];
  out[threadIdx.x] = e.weight * e.count(v, 8);
}

static void test() {
  float v[8], w[8], *d;
  int n[8], counts[2], *d_n;
  for (int i = 0; i < 8; i++)
    w[i] = i * 3 + 1, n[i] = i;
  OK(cudaMalloc(&d, sizeof v));
  Step all[2];
  OK(cudaMemcpyFromSymbol(all, steps, sizeof all));
  for (int round = 0; round < 2; round++) {
    Work task = {all[round], nullptr, 4};
    if (round)
      OK(cudaMemcpyFromSymbol(&task.get, p_behind, sizeof(Get)));
    else
      OK(cudaMemcpyFromSymbol(&task.get, p_before, sizeof(Get)));
    OK(cudaMemcpy(d, w, sizeof w, cudaMemcpyHostToDevice));
    work<<<1, 8>>>(task, d);
    OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++)
      EXPECT_EQ(v[i], (i >= 4  ? w[i]
                       : round ? w[i] * 2
                               : w[i] + 1) +
                          (round ? w[1] - w[2] : w[0] + w[2]));
  }
  OK(cudaMalloc(&d_n, sizeof n + sizeof counts));
  OK(cudaMemcpy(d_n, n, sizeof n, cudaMemcpyHostToDevice));
  count<<<1, 2>>>(d_n, d_n + 8);
  OK(cudaMemcpy(counts, d_n + 8, sizeof counts, cudaMemcpyDeviceToHost));
  EXPECT_EQ(counts[0], 40);
  EXPECT_EQ(counts[1], 300);
  OK(cudaFree(d_n));
  OK(cudaFree(d));
}
} // namespace pointed

// CUDA's own functions: alone, beside the user's, known when compiling, through the host.
namespace library {
typedef float (*Unary)(float);
typedef float (*Binary)(float, float);
__device__ float half_of(float x) noexcept { return x / 2; }
__device__ float mean(float a, float b) { return (a + b) / 2; }
template <Unary F> __device__ float fixed(float x) { return F(x); }
template <class F> __device__ float apply(F f, float x, float y) { return f(x, y); }
template <class F> __device__ float once(F f, float x) { return f(x); }
__constant__ Binary table[] = {fmaxf, mean, fminf};
__device__ Unary shown = sqrtf;
struct Stage {
  Unary f;
  float scale;
  __device__ float operator()(float x) const { return f(x) * scale; }
};
__global__ void all(float *out, int n) {
  int i = threadIdx.x;
  Unary f = i % 3 == 0 ? sqrtf : i % 3 == 1 ? fabsf : half_of;
  out[0 + 8 * i] = f(16.0f + i);
  out[1 + 8 * i] = fixed<fabsf>(-3) + fixed<half_of>(8) + apply(fmaxf, 2, i) + apply(mean, i, 4);
  out[2 + 8 * i] = table[i % 3](i, 2) + once(sqrtf, 25) + (*f)(4) + once(half_of, 3);
  int (*m)(int, int) = i & 1 ? (int (*)(int, int))max : (int (*)(int, int))min;
  unsigned (*u)(unsigned, unsigned) = max;
  out[3 + 8 * i] = m(i, 4) + u(3u, i);
  double (*g)(double) = i < 4 ? (double (*)(double))sqrt : (double (*)(double))floor;
  out[4 + 8 * i] = g(6.25);
  Stage stages[2] = {{ceilf, 2}, {half_of, 3}};
  out[5 + 8 * i] = stages[i & 1](1.5f + i);
  out[6 + 8 * i] = shown(4.0f + 5 * (i & 1));
  Unary none = n > 100 ? sqrtf : nullptr;
  out[7 + 8 * i] = none ? 1 : 2;
}
static void test() {
  float got[64], *d;
  OK(cudaMalloc(&d, sizeof got));
  all<<<1, 8>>>(d, 8);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++) {
    auto f = [&](float x) { return i % 3 == 0 ? std::sqrt(x) : i % 3 == 1 ? std::fabs(x) : x / 2; };
    EXPECT_EQ(got[8 * i], f(16.0f + i));
    EXPECT_EQ(got[8 * i + 1], 3 + 4 + std::fmax(2.0f, i) + (i + 4) / 2.0f);
    float t = i % 3 == 0 ? std::fmax(i, 2) : i % 3 == 1 ? (i + 2) / 2.0f : std::fmin(i, 2);
    EXPECT_EQ(got[8 * i + 2], t + 5 + f(4) + 1.5f);
    EXPECT_EQ(got[8 * i + 3], (i & 1 ? (i > 4 ? i : 4) : (i < 4 ? i : 4)) + (i > 3 ? i : 3));
    EXPECT_EQ(got[8 * i + 4], i < 4 ? 2.5f : 6.0f);
    EXPECT_EQ(got[8 * i + 5], i & 1 ? (1.5f + i) / 2 * 3 : std::ceil(1.5f + i) * 2);
    EXPECT_EQ(got[8 * i + 6], i & 1 ? 3 : 2);
    EXPECT_EQ(got[8 * i + 7], 2);
  }
  OK(cudaFree(d));
}
} // namespace library

int main() {
  library::test();
  places::test_bodies();
  places::test_folds();
  float out[16], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  run<<<1, 16>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++)
    EXPECT_EQ(out[i], host(i));
  OK(cudaFree(d_out));
  pointed::test();
  copied::test(); // leaves an error behind
  return verdict();
}
