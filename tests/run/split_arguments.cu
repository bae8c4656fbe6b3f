// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects with device pointers as kernel arguments: structs, private members, bases, nested
// objects, arrays of pointers, instances of class templates, lambdas. Objects with more alignment
// than 8 bytes behind others, or behind many arguments.
#include "check.h"

__constant__ int start_value = 7;

typedef struct {
  int *to;
  const int *from;
} Copy;

struct Grid {
  int width, height;
};

struct View : Grid {
  float *data;
  bool is_set;
  __host__ __device__ int size() const { return width * height; }
};

template <typename T> class Span {
public:
  Span(T *begin, size_t n) : begin_(begin), n_(n) {}
  __device__ T &operator[](size_t i) const { return begin_[i]; }
  __device__ size_t size() const { return n_; }
  Span<T> rest(size_t from) const { return Span<T>(begin_ + from, n_ - from); }

private:
  T *begin_;
  size_t n_;
};

struct Batch {
  View view;
  const int *parts[2];
  float factor[3];
  Span<int> counts;
};

__global__ void fill(View view, float value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (view.is_set && i < view.size())
    view.data[i] = value + i;
}

template <typename T> __global__ void square(Span<const T> in, Span<T> out) {
  for (size_t i = threadIdx.x; i < out.size(); i += blockDim.x)
    out[i] = in[i] * in[i];
}

__global__ void combine(int first, Batch batch, int last) {
  int i = threadIdx.x;
  batch.view.data += 1; // each work-item's own
  batch.counts[i] = batch.parts[0][i] + 10 * batch.parts[1][i] + first + last +
                    (int)(batch.factor[2] * batch.view.data[i]);
}

__global__ void copy(Copy c) { c.to[threadIdx.x] = c.from[threadIdx.x]; }

template <typename Function> __global__ void each(int n, Function f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f(i);
}

// A class that only its typedef names.
typedef struct {
  int *first;
  int *second;
} Couple;

__global__ void swap_couple(Couple c) {
  int first = c.first[threadIdx.x];
  c.first[threadIdx.x] = c.second[threadIdx.x];
  c.second[threadIdx.x] = first;
}

template <typename Function> void parallel(int n, Function f) { each<<<(n + 31) / 32, 32>>>(n, f); }

static int sum(const int *device, int n) {
  int host[64] = {0}, total = 0;
  OK(cudaMemcpy(host, device, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    total += host[i];
  return total;
}

// A lambda of host code that captures a host pointer stays what it is.
static void negate_on_host(int *host, int n) {
  auto negate = [=](int begin) {
    int *from = host + begin;
    for (int i = 0; begin + i < n; i++)
      from[i] = -from[i];
  };
  negate(1);
}

static void couples(int *v) {
  int host[4] = {1, 2, 3, 4};
  OK(cudaMemcpy(v, host, sizeof host, cudaMemcpyHostToDevice));
  Couple couple;
  couple.first = v;
  couple.second = v + 2;
  swap_couple<<<1, 2>>>(couple);
  OK(cudaMemcpy(host, v, sizeof host, cudaMemcpyDeviceToHost));
  negate_on_host(host, 4);
  EXPECT_EQ(host[0], 3);
  EXPECT_EQ(host[1], -4);
  EXPECT_EQ(host[3], -2);
}

// An object that holds the host's pointers, too, which the kernel leaves alone.
struct Field {
  float *device, *host, *unused;
  int n;
};

__global__ void twice(Field f, int *seen) {
  if (threadIdx.x < f.n)
    f.device[threadIdx.x] *= 2;
  if (threadIdx.x == 0) {
    seen[0] = f.unused == nullptr;
    seen[1] = f.host == f.device;
  }
}

static void fields(int *seen) {
  float values[3] = {1, 2, 3}, *freed;
  Field f = {nullptr, new float[3], nullptr, 3};
  OK(cudaMalloc(&f.device, sizeof values));
  OK(cudaMemcpy(f.device, values, sizeof values, cudaMemcpyHostToDevice));
  twice<<<1, 4>>>(f, seen);
  OK(cudaGetLastError());
  OK(cudaMemcpy(f.host, f.device, sizeof values, cudaMemcpyDeviceToHost));
  EXPECT_EQ(f.host[2], 6.0f);
  int got[2];
  OK(cudaMemcpy(got, seen, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0] * 10 + got[1], 10);
  OK(cudaMalloc(&freed, 4));
  OK(cudaFree(freed));
  f.unused = freed;
  twice<<<1, 4>>>(f, seen);
  OK(cudaGetLastError());
  OK(cudaMemcpy(values, f.device, sizeof values, cudaMemcpyDeviceToHost));
  EXPECT_EQ(values[0], 4.0f);
  OK(cudaFree(f.device));
  delete[] f.host;
}

// Classes of expressions: bases of templates that have no members.
template <class E> struct Node {
  __host__ __device__ const E &self() const { return *static_cast<const E *>(this); }
};
struct Leaf : Node<Leaf> {
  const int *p;
  __host__ __device__ explicit Leaf(const int *from) : p(from) {}
  __device__ int at(int i) const { return p[i]; }
};
template <class L, class R> struct Sum : Node<Sum<L, R>> {
  L left;
  R right;
  __host__ __device__ Sum(const L &l, const R &r) : left(l), right(r) {}
  __device__ int at(int i) const { return left.at(i) + right.at(i); }
};
template <class L, class R> Sum<L, R> operator+(const Node<L> &l, const Node<R> &r) {
  return {l.self(), r.self()};
}
template <class E> __global__ void evaluate(int *out, E e) { out[threadIdx.x] = e.at(threadIdx.x); }

static void expressions(int *v) {
  int host[8];
  for (int i = 0; i < 8; i++)
    host[i] = i * i;
  OK(cudaMemcpy(v, host, sizeof host, cudaMemcpyHostToDevice));
  evaluate<<<1, 6>>>(v + 8, Leaf(v) + Leaf(v + 1) + Leaf(v + 2));
  OK(cudaMemcpy(host, v + 8, 6 * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 6; i++)
    EXPECT_EQ(host[i], i * i + (i + 1) * (i + 1) + (i + 2) * (i + 2));
}

static void lambdas(int *v, int n) {
  int add = 3, start = 100;
  parallel(n, [=] __device__(int i) { v[i] = start + i; });
  EXPECT_EQ(sum(v, n), n * 100 + n * (n - 1) / 2);
  Span<int> span(v, n);
  parallel(n, [span] __device__(int i) { span[i] -= start_value; });
  EXPECT_EQ(sum(v, n), n * 93 + n * (n - 1) / 2);
  const int *from = v + 1;
  each<<<1, n>>>(n - 1, [v, from, add] __device__(int i) { v[32 + i] = from[i] + add; });
  EXPECT_EQ(sum(v + 32, n - 1), (n - 1) * 97 + (n - 1) * (n - 2) / 2);
}

// Types without a name, and variables that are declared with their type.
namespace unnamed {
struct {
  int *from, *to;
  int n;
} ways;
struct Job {
  struct {
    int *data;
    int n;
  } in, out;
  struct {
    int factor, offset;
  } how;
};
__constant__ struct Parameters {
  float scale; // of all values
  int n;
} parameters, others = {0.5f, 2};
__device__ struct {
  int *last;
  int calls[2];
} state;
static __constant__ struct {
  int x, y;
} points[3];

__global__ void copy(int *to, const int *from, int n) {
  if (threadIdx.x < n)
    to[threadIdx.x] = from[threadIdx.x] + 1;
}
__global__ void work(Job job) {
  int i = threadIdx.x;
  if (i < job.out.n)
    job.out.data[i] = job.in.data[i] * job.how.factor + job.how.offset;
  if (i == 0)
    state.calls[1]++;
}
__global__ void fill() {
  int i = threadIdx.x;
  if (i < parameters.n * others.n)
    state.last[i] = (int)(parameters.scale * 10 + others.scale * 100) + points[i % 3].y;
}

static void test(int *counts) {
  int host[16];
  for (int i = 0; i < 16; i++)
    host[i] = i;
  OK(cudaMemcpy(counts, host, sizeof host, cudaMemcpyHostToDevice));
  ways = {counts, counts + 8, 6};
  copy<<<1, 8>>>(ways.to, ways.from, ways.n);
  Job job;
  job.in = {counts + 8, 8};
  job.out = {counts, 4};
  job.how = {3, 100};
  work<<<1, 8>>>(job);
  OK(cudaMemcpy(host, counts, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++)
    EXPECT_EQ(host[i], i < 4 ? (i + 1) * 3 + 100 : i < 8 ? i : i < 14 ? i - 7 : i);
  int *kept = nullptr;
  OK(cudaMalloc(&kept, 8 * sizeof(int)));
  if (!kept)
    return; // device code reads the pointer from memory, which not every device can
  struct {
    int *last;
    int calls[2];
  } start = {kept, {0, 5}}, end;
  Parameters chosen = {2.5f, 3};
  int where[6] = {0, 10, 0, 20, 0, 30};
  OK(cudaMemcpyFromSymbol(&end, state, sizeof end));
  EXPECT_EQ(end.calls[1], 1);
  OK(cudaMemcpyToSymbol(state, &start, sizeof start));
  OK(cudaMemcpyToSymbol(parameters, &chosen, sizeof chosen));
  OK(cudaMemcpyToSymbol(points, where, sizeof where));
  fill<<<1, 8>>>();
  OK(cudaMemcpy(host, kept, 6 * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 6; i++)
    EXPECT_EQ(host[i], 75 + 10 * (i % 3 + 1));
  OK(cudaFree(kept));
}
} // namespace unnamed

namespace aligned {
struct alignas(16) Weight {
  float x;
};
struct alignas(32) Wide {
  int a;
  double b;
};
struct Mixed {
  char c;
  double d;
  short s;
  float f[3];
  char t;
};
struct Holder {
  float x;
  Weight v;
};
struct Outer {
  Mixed m;
  Weight v;
  int *p;
};
struct alignas(16) Table {
  int *p[2];
  float f[2];
};
__global__ void behind(Mixed m, Weight v, int *o) { o[0] = v.x + m.t; }
__global__ void wide(Mixed m, Wide v, Weight w, int *o) { o[1] = v.a + v.b + m.t + w.x; }
__global__ void nested(Mixed m, Holder w, int *o) {
  w.x += 1;
  o[2] = w.x + w.v.x + m.t;
}
__global__ void split(Outer i) { i.p[3] = (int)i.v.x + i.m.t; }
__global__ void many(int *o, int a, int *p, int b, int *q, int c, int d, Wide v) {
  o[4] = a + b + c + d + v.a + (int)v.b + (p == q);
}
__global__ void first(Weight v, Mixed m, int *o) { o[5] = v.x + m.t; }
__global__ void changed(Mixed, Weight v, int *o) {
  v.x *= 2;
  o[6] = v.x;
}
__global__ void pointers(Mixed m, Table t, int i) { t.p[i][7] = t.f[i] + m.t; }
template <class T> __global__ void of_type(Mixed m, T v, int *o) { o[8] = v.x + sizeof(T) + m.t; }

struct Bytes {
  char lead;
  struct {
    char tag;
    int *values[2];
    short n;
  } in;
  Weight v;
  int m[2];
};
__global__ void members(Bytes b, int *o) { o[9] = (int)b.v.x + b.in.n + b.m[1]; }

static void test(int *counts) {
  Mixed m = {1, 2, 3, {4, 5, 6}, 7};
  Weight v = {30};
  Table t = {{counts, counts}, {8, 9}};
  behind<<<1, 1>>>(m, v, counts);
  wide<<<1, 1>>>(m, Wide{6, 7}, v, counts);
  nested<<<1, 1>>>(m, Holder{8, {9}}, counts);
  split<<<1, 1>>>(Outer{m, v, counts});
  many<<<1, 1>>>(counts, 1, counts, 2, counts, 3, 4, Wide{5, 6});
  first<<<1, 1>>>(v, m, counts);
  changed<<<1, 1>>>(m, v, counts);
  pointers<<<1, 1>>>(m, t, 1);
  of_type<<<1, 1>>>(m, v, counts);
  members<<<1, 1>>>(Bytes{'l', {'t', {counts, counts}, 3}, v, {4, 5}}, counts);
  int got[10];
  const int want[] = {37, 50, 25, 37, 22, 37, 60, 16, 53, 38};
  OK(cudaMemcpy(got, counts, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(got[i], want[i]);
}
} // namespace aligned

int main() {
  float *pool, values[64];
  int *counts, host[64];
  OK(cudaMalloc(&pool, 64 * sizeof(float)));
  OK(cudaMalloc(&counts, 64 * sizeof(int)));
  OK(cudaMemset(pool, 0, 64 * sizeof(float)));

  View view;
  view.width = 4, view.height = 6, view.data = pool + 8, view.is_set = true;
  fill<<<1, 32>>>(view, 0.5f);
  OK(cudaMemcpy(values, pool, sizeof values, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; i++)
    EXPECT_EQ(values[i], i < 8 || i >= 32 ? 0.0f : 0.5f + (i - 8));

  Span<float> all(pool, 64);
  square<float><<<1, 16>>>(Span<const float>(pool, 32), all.rest(32));
  OK(cudaMemcpy(values, pool, sizeof values, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; i++)
    EXPECT_EQ(values[32 + i], values[i] * values[i]);

  for (int i = 0; i < 64; i++)
    host[i] = i;
  OK(cudaMemcpy(counts, host, sizeof host, cudaMemcpyHostToDevice));
  Batch batch = {view, {counts, counts + 8}, {0, 0, 2}, Span<int>(counts + 16, 16)};
  combine<<<1, 16>>>(1000, batch, 5);
  OK(cudaMemcpy(host, counts, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++) // counts[8 + i] is written by the work-item of i - 8
    if (i < 8)
      EXPECT_EQ(host[16 + i], i + 10 * (8 + i) + 1005 + (int)(2 * (1.5f + i)));

  Copy way = {counts + 40, counts + 16}, host_way = {host, values[0] < 0 ? host : host + 1};
  copy<<<1, 8>>>(way);
  OK(cudaMemcpy(host + 40, counts + 40, 8 * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++)
    EXPECT_EQ(host[40 + i], host[16 + i]);
  EXPECT_EQ(*host_way.from, host[1]); // the same struct with host pointers
  auto plus = [=](int n) { return host_way.to[n] + 1; };
  EXPECT_EQ(plus(16), host[16] + 1);

  lambdas(counts, 32);
  couples(counts);
  fields(counts);
  expressions(counts);
  unnamed::test(counts);
  aligned::test(counts);
  OK(cudaFree(pool));
  OK(cudaFree(counts));
  return verdict();
}
