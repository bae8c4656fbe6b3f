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

int main() {
  OK(cudaMalloc(&sum, sizeof(int)));
  OK(cudaMemset(sum, 0, sizeof(int)));
  if (failure_count()) // a device without shared memory
    return verdict();
  types();
  braces();
  lambdas();
  default_stream();
  OK(cudaFree(sum));
  return verdict();
}
