// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// References to functions: variables, chosen ones, parameters of templates, captures, members.
// Forwarding references to functions and arrays.
#include "check.h"

#define HD __host__ __device__

HD int next(int x) { return x + 1; }
HD int previous(int x) { return x - 1; }
template <class T> HD T twice(T x) { return x * 2; }
HD float scaled(float x, int k) { return x * k; }

template <class F> HD auto forwarded(F &&f, int x) { return f(x) + 10; }
template <class F> HD auto by_reference(F &f, int x) { return f(f(x)); }
template <class F> HD auto by_const(const F &f, float x, int k) { return f(x, k); }
template <class A> HD auto first_of(A &&a) { return a[0] + sizeof(a); }
template <class F, class A> HD auto each(F &&f, A &&a) {
  int sum = 0;
  for (auto &x : a)
    sum += f(x);
  return sum;
}
HD int plain(int (&f)(int), int x) { return (*f)(x) * 3; }
HD int passed_on(int (&f)(int), int x) { return plain(f, x) + forwarded(f, x); }

struct Applied {
  int (&f)(int);
  HD int operator()(int x) const { return f(x); }
};

HD void all(float *o, int t) {
  int (&fixed)(int) = next;
  int (&chosen)(int) = t & 1 ? next : previous;
  auto &deduced = previous;
  auto &&other = twice<int>;
  o[0] = fixed(t) + chosen(t) * 100;
  o[1] = deduced(t) + other(t) * 100;
  o[2] = forwarded(next, t) + forwarded(twice<int>, t) * 100;
  o[3] = by_reference(previous, t) + by_const(scaled, 1.5f, t);
  o[4] = plain(previous, t) + passed_on(chosen, t) * 100;
  auto by_capture = [&](int x) { return chosen(x) + fixed(x); };
  o[5] = by_capture(t);
  Applied applied{chosen};
  o[6] = applied(t);
  int (*pointer)(int) = chosen;
  o[7] = pointer(t) + (pointer == next);
  int list[3] = {t, 2, 3};
  o[8] = first_of(list);
  o[9] = each(next, list) + each([=](int x) { return x * t; }, list) * 100;
}
constexpr int results = 10;

__global__ void run(float *out) { all(out + threadIdx.x * results, threadIdx.x); }

int main() {
  float got[8 * results], want[results], *d;
  OK(cudaMalloc(&d, sizeof got));
  run<<<1, 8>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; ++t) {
    all(want, t);
    for (int i = 0; i < results; ++i)
      EXPECT_EQ(got[t * results + i], want[i]);
  }
  OK(cudaFree(d));
  return verdict();
}
