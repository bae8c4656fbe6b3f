// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device pointers that reach lambdas and function objects through functions of the library:
// threads, futures, algorithms over several ranges, std::function. Each has a kernel of its own, so
// that the offset of its pointer is known from nowhere else.
#include "check.h"

#include <algorithm>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#define KERNEL(name)                                                                               \
  __global__ void name(int *p, int v) { p[threadIdx.x] = v + threadIdx.x; }
KERNEL(by_thread)
KERNEL(by_vector_of_threads)
KERNEL(by_future)
KERNEL(by_call_once)
KERNEL(by_second_range)
KERNEL(by_functor)
KERNEL(by_template_functor)
KERNEL(by_function)
KERNEL(by_bound_functor)
KERNEL(by_bound_lambda)
KERNEL(by_bound_in_function)
KERNEL(by_bound_in_thread)
KERNEL(by_bound_generic)
KERNEL(by_nested_bind)
KERNEL(by_bound_member)
KERNEL(by_task)

struct LibraryFunctor {
  void operator()(int *p) const { by_functor<<<1, 1>>>(p, 6); }
};
struct LibraryTemplateFunctor {
  template <typename T> void operator()(T p) const { by_template_functor<<<1, 1>>>(p, 7); }
};
struct LibraryBase {
  void operator()(int *p) const { by_function<<<1, 1>>>(p, 8); }
};
struct LibraryDerived : LibraryBase {};
struct LibraryBound {
  void operator()(int *p) const { by_bound_functor<<<1, 1>>>(p, 1); }
};
struct LibraryBoundInFunction {
  void operator()(int *p) const { by_bound_in_function<<<1, 1>>>(p, 3); }
};
struct LibraryBoundInThread {
  void operator()(int *p) const { by_bound_in_thread<<<1, 1>>>(p, 4); }
};
struct LibraryBoundMember {
  void operator()(int *p) const { by_bound_member<<<1, 1>>>(p, 7); }
};
struct LibraryHolder {
  int *p;
};

/// What std::bind and std::packaged_task wrap, called with what they are given later.
static void wrapped(int *d) {
  using namespace std::placeholders;
  auto functor = std::bind(LibraryBound(), _1);
  functor(d + 1);
  auto swapped = std::bind([](int v, int *p) { by_bound_lambda<<<1, 1>>>(p, v); }, _2, _1);
  swapped(d + 2, 2);
  std::function<void(int *)> function = std::bind(LibraryBoundInFunction(), _1);
  function(d + 3);
  std::thread thread(std::bind(LibraryBoundInThread(), _1), d + 4);
  thread.join();
  auto generic = std::bind([](auto p, auto v) { by_bound_generic<<<1, 1>>>(p, v); }, _1, 5);
  generic(d + 5);
  auto nested = std::bind([](int *p, int v) { by_nested_bind<<<1, 1>>>(p, v); },
                          std::bind([](int *p) { return p + 6; }, _1), 6);
  nested(d);
  LibraryHolder held{d + 7};
  auto member = std::bind(LibraryBoundMember(), std::bind(&LibraryHolder::p, _1));
  member(held);
  std::packaged_task<void(int *)> task([](int *p) { by_task<<<1, 1>>>(p, 8); });
  task(d + 8);
  int h[9];
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 1; i < 9; ++i)
    EXPECT_EQ(h[i], i);
}

int main() {
  const int n = 8;
  int *d, *e, h[n];
  OK(cudaMalloc(&d, n * sizeof(int)));
  OK(cudaMalloc(&e, n * sizeof(int)));
  OK(cudaMemset(d, 0, n * sizeof(int)));
  OK(cudaMemset(e, 0, n * sizeof(int)));
  std::thread one([](int *p, int v) { by_thread<<<1, 1>>>(p, v); }, d + 1, 1);
  one.join();
  std::vector<std::thread> several;
  several.emplace_back([](int *p, int v) { by_vector_of_threads<<<1, 1>>>(p, v); }, d + 2, 2);
  for (std::thread &t : several)
    t.join();
  std::async(std::launch::async, [](int *p, int v) { by_future<<<1, 1>>>(p, v); }, d + 3, 3).wait();
  std::once_flag flag;
  std::call_once(flag, [](int *p, int v) { by_call_once<<<1, 1>>>(p, v); }, d + 4, 4);
  std::vector<int *> first{d, d}, second{e + 5, e + 6};
  std::vector<int> counts(2);
  std::transform(first.begin(), first.end(), second.begin(), counts.begin(), [](int *, int *q) {
    by_second_range<<<1, 1>>>(q, 5);
    return 1;
  });
  std::vector<int *> places{d + 6};
  std::for_each(places.begin(), places.end(), LibraryFunctor());
  places = {d + 7};
  std::for_each(places.begin(), places.end(), LibraryTemplateFunctor());
  std::function<void(int *)> function = LibraryDerived();
  function(e + 7);
  OK(cudaGetLastError());
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i : {1, 2, 3, 4, 6, 7})
    EXPECT_EQ(h[i], i);
  OK(cudaMemcpy(h, e, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[5], 5);
  EXPECT_EQ(h[6], 5);
  EXPECT_EQ(h[7], 8);
  EXPECT_EQ(counts[0] + counts[1], 2);
  int *w;
  OK(cudaMalloc(&w, 9 * sizeof(int)));
  OK(cudaMemset(w, 0, 9 * sizeof(int)));
  wrapped(w);
  OK(cudaFree(w));
  OK(cudaFree(d));
  OK(cudaFree(e));
  return verdict();
}
