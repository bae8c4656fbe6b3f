// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A launch is an expression of type void, also where that shows: returned, beside other void
// expressions, as what a lambda or a template gives. Its arguments may be braces, and its stream
// may be cudaStreamDefault, which is the number 0 in CUDA.
#include "check.h"

#include <functional>
#include <type_traits>
#include <vector>

__global__ void add(int *p, int by) { atomicAdd(p, by); }
struct View {
  int *p;
  int n;
};
namespace shapes {
template <class T> struct Pair {
  T first, second;
};
struct Window {
  View view;
  int from;
  Window(View v, int f) : view(v), from(f) {}
};
} // namespace shapes
__global__ void put(View v, int x) {
  if (threadIdx.x < v.n)
    v.p[threadIdx.x] = x;
}
__global__ void copy(shapes::Pair<View> pair) { pair.second.p[0] = pair.first.p[0] + 1; }
__global__ void shift(int by, shapes::Window w) { w.view.p[w.from] += by; }

static int *sum;
static int total() {
  int h;
  OK(cudaMemcpy(&h, sum, sizeof h, cudaMemcpyDeviceToHost));
  OK(cudaMemset(sum, 0, sizeof h));
  return h;
}

static void skip() {}
static void returned(int by) { return add<<<1, 1>>>(sum, by); }
static void in_parentheses(int by) { return (add<<<1, 1>>>(sum, by)); }
static void one_or_other(bool on) { return on ? add<<<1, 1>>>(sum, 1) : add<<<1, 1>>>(sum, 2); }
static void one_or_none(bool on) { on ? add<<<1, 1>>>(sum, 10) : (void)0; }
static void none_or_one(bool on) { on ? skip() : add<<<1, 1>>>(sum, 20); }
static void last(bool on) { return skip(), on ? skip() : (skip(), add<<<1, 1>>>(sum, 100)); }
static void nested(int n) {
  n == 0 ? (n ? add<<<1, 1>>>(sum, 5) : add<<<1, 1>>>(sum, 7)) : n == 1 ? add<<<1, 1>>>(sum, 9) : skip();
}
static auto deduced(int by) { return add<<<1, 1>>>(sum, by); }
template <class Result> Result given(int by) { return add<<<1, 1>>>(sum, by); }
static int counted;
static void ordered() { return add<<<++counted, 1>>>(sum, counted); }
#define ADD(by) add<<<1, 1>>>(sum, by)
static void by_macro(bool on) { return on ? ADD(3) : skip(); }
struct Comma {
  int others = 0;
  template <class T> friend Comma &operator,(T, Comma &c) {
    ++c.others;
    return c;
  }
};

static void types() {
  returned(1), in_parentheses(2);
  EXPECT_EQ(total(), 3);
  one_or_other(true), one_or_other(false);
  EXPECT_EQ(total(), 3);
  one_or_none(true), one_or_none(false), none_or_one(true), none_or_one(false);
  EXPECT_EQ(total(), 30);
  last(true), last(false), nested(0), nested(1), nested(2);
  EXPECT_EQ(total(), 116);
  deduced(4), given<void>(5), ordered(), by_macro(true), by_macro(false);
  EXPECT_EQ(total(), 13);
  static_assert(std::is_void<decltype(deduced(1))>::value, "a launch gives nothing");
  auto launch = [](int by) { return add<<<1, 1>>>(sum, by); };
  static_assert(std::is_void<decltype(launch(1))>::value, "a launch gives nothing");
  std::vector<std::function<void(int)>> all = {launch, [](int by) -> void {
                                                 if (by)
                                                   return add<<<1, 1>>>(sum, by);
                                               }};
  for (auto &f : all)
    f(6);
  EXPECT_EQ(total(), 12);
  Comma comma;
  add<<<1, 1>>>(sum, 1), comma;
  EXPECT_EQ(comma.others, 0);
  EXPECT_EQ(total(), 1);
}

template <class T> void put_at(T *p, int x) { put<<<1, 1>>>({p, 1}, x); }

static void braces() {
  int *a, *b, h[4];
  OK(cudaMalloc(&a, sizeof h));
  OK(cudaMalloc(&b, sizeof h));
  put<<<1, 4>>>({a, 4}, 2);
  put<<<1, 4>>>(View{b, 3}, {3});
  copy<<<1, 1>>>({{a, 4}, {b, 4}});
  OK(cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 3);
  EXPECT_EQ(h[2], 3);
  put_at(b + 1, 8);
  shift<<<1, 1>>>(10, {{b, 4}, 1});
  shift<<<1, 1>>>(20, {View{b, 4}, 1});
  OK(cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[1], 38);
  OK(cudaFree(a));
  OK(cudaFree(b));
}

// A lambda's parameters and what it returns, where a template calls it: pointers into a buffer.
struct Rows {
  int *data;
  template <class F> void each(F f) { f(data + 1, 2); }
};
template <class F> static void add_where(F place) { add<<<1, 1>>>(place(1), 5); }
static void lambdas() {
  int h[4], *d;
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemset(d, 0, sizeof h));
  Rows rows = {d};
  rows.each([](int *p, int by) { add<<<1, 1>>>(p, by); });
  add_where([&](int i) { return d + i; });
  add_where([=](int i) -> int * { return d + 3 * i; });
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT(h[0] == 0 && h[1] == 7 && h[2] == 0 && h[3] == 5);
  OK(cudaFree(d));
}

static void add_in(int by, cudaStream_t s = cudaStreamDefault) { add<<<1, 1, 0, s>>>(sum, by); }
struct Streams {
  cudaStream_t own = cudaStreamDefault, other = {};
};
static void default_stream() {
  int h = 0;
  add<<<1, 1, 0, cudaStreamDefault>>>(sum, 1);
  add_in(2);
  Streams streams;
  EXPECT(streams.own == streams.other && streams.own == cudaStreamDefault);
  cudaStream_t s = cudaStreamDefault;
  add<<<1, 1, 0, s>>>(sum, 4);
  void *arguments[2] = {&sum, &h};
  h = 8;
  OK(cudaLaunchKernel((void *)add, 1, 1, arguments, 0, cudaStreamDefault));
  OK(cudaMemcpyAsync(&h, sum, sizeof h, cudaMemcpyDeviceToHost, cudaStreamDefault));
  OK(cudaStreamSynchronize(cudaStreamDefault));
  EXPECT_EQ(h, 15);
  OK(cudaStreamCreateWithFlags(&s, cudaStreamDefault));
  unsigned flags = cudaStreamNonBlocking | cudaStreamDefault;
  OK(cudaStreamGetFlags(s, &flags));
  EXPECT_EQ(flags, (unsigned)cudaStreamDefault);
  OK(cudaStreamDestroy(s));
}

// Objects with more alignment than a number's, behind packed and small ones.
struct __attribute__((packed)) Packed {
  unsigned char a;
  float f;
};
struct __align__(16) Aligned {
  float x;
};
struct __align__(32) Wide {
  float x;
  int y;
};
struct Small {
  char a[3];
};
struct Sixteen {
  long long a;
  float b;
};
__global__ void behind_packed(double *o, Packed p, Aligned q, int x) {
  o[0] = p.a + p.f + q.x * 10 + x * 100;
}
__global__ void behind_small(Small s, float4 v, double *o, Sixteen t, Aligned q, Packed p) {
  o[1] = s.a[1] + v.w + t.a + t.b + q.x * 10 + p.f * 100;
}
__global__ void wide(double *o, Sixteen t, Wide w, Small s, char c) {
  o[2] = t.b + w.x * 10 + w.y * 100 + s.a[2] * 1000 + c;
}
__global__ void wide_first(Wide w, double *o, double4 d, Wide v) {
  o[3] = w.x + w.y * 10 + d.w * 100 + v.x * 1000;
}
static void alignments() {
  double *d, h[4];
  OK(cudaMalloc(&d, sizeof h));
  behind_packed<<<1, 1>>>(d, Packed{200, .5f}, Aligned{7}, 9);
  behind_small<<<1, 1>>>(Small{{1, 2, 3}}, make_float4(1, 2, 3, 4), d, Sixteen{5, .25f}, Aligned{6},
                         Packed{1, 2});
  wide<<<1, 1>>>(d, Sixteen{1, 2}, Wide{3, 4}, Small{{5, 6, 7}}, 8);
  wide_first<<<1, 1>>>(Wide{1, 2}, d, make_double4(1, 2, 3, 4), Wide{5, 6});
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 1170.5);
  EXPECT_EQ(h[1], 271.25);
  EXPECT_EQ(h[2], 7440.0);
  EXPECT_EQ(h[3], 5421.0);
  OK(cudaFree(d));
}

// {} is a null pointer; members that are const, also of arrays, stay so.
struct Fixed {
  float *p;
  int n;
  const float k[2];
  const struct {
    const short s[2][2];
  } in;
};
__global__ void given(float *o, const float *by, Fixed f) {
  o[0] = by ? by[1] : 2;
  f.p[1] = f.k[f.n & 1] * 10 + f.in.s[1][f.n];
}
static void constants() {
  float *d, h[2];
  OK(cudaMalloc(&d, sizeof h));
  given<<<1, 1>>>(d, {}, Fixed{d, 1, {1.5f, 2.5f}, {{{1, 2}, {3, 4}}}});
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 2.0f);
  EXPECT_EQ(h[1], 29.0f);
  OK(cudaFree(d));
}

int main() {
  OK(cudaMalloc(&sum, sizeof(int)));
  OK(cudaMemset(sum, 0, sizeof(int)));
  if (failure_count()) // a device without shared memory
    return verdict();
  types();
  braces();
  lambdas();
  alignments();
  constants();
  default_stream();
  OK(cudaFree(sum));
  return verdict();
}
