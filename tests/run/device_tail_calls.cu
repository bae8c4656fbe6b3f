// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions that call themselves as the last thing that they do: OpenCL C has loops instead.
#include "check.h"

#define BOTH __host__ __device__
constexpr int threads = 64, slots = 32;

BOTH int divisor(int a, int b) { return b == 0 ? a : divisor(b, a % b); }
BOTH long long factorial(int n, long long product) {
  if (n <= 1)
    return product;
  return factorial(n - 1, product * n);
}
BOTH int find(const int *a, int low, int high, int x) {
  if (low >= high)
    return -low - 1;
  int middle = (low + high) / 2;
  if (a[middle] == x)
    return middle;
  if (a[middle] < x)
    return find(a, middle + 1, high, x);
  else
    return find(a, low, middle, x);
}
BOTH void fill(int *v, int n) {
  v[n] = v[n] * 2 + n;
  if (n > 0)
    fill(v, n - 1);
}
BOTH void fill_by_two(int *v, int n) {
  if (n & 1) {
    v[n] += 3;
    if (n > 2) {
      fill_by_two(v, n - 2);
      return;
    }
  } else {
    v[n]--;
    if (n)
      fill_by_two(v, n - 1);
  }
}
BOTH bool is_even(unsigned n) {
  for (unsigned i = 0; i < 3; i++) {
    if (n == i * 2)
      return true;
    if (n == i * 2 + 1)
      return false;
  }
  return is_even(n - 6);
}
BOTH int steps(long long n, int count) {
  switch (n & 1) {
  case 0:
    return steps(n / 2, count + 1);
  default:
    if (n == 1)
      return count;
    return steps(3 * n + 1, count + 1);
  }
}
BOTH int exchange(int n, int a, int b) { return n <= 0 ? a * 10 + b : exchange(n - 1, b + 1, a); }
struct Node {
  int v;
  const Node *next;
};
BOTH int last(const Node *n) { return n->next ? last(n->next) : n->v; }
template <class T> BOTH T power(T base, int n, T product) {
  if (n == 0)
    return product;
  if (n & 1)
    return power(base * base, n / 2, product * base);
  return power(base * base, n / 2, product);
}
struct Sum {
  int value = 0;
  BOTH int add(int n) {
    value += n;
    return n > 0 ? add(n - 1) : value;
  }
};
BOTH int with_effect(int *c, int n) {
  if (n <= 0)
    return *c;
  return with_effect(c, n - 1 - ((*c)++ & 1));
}
BOTH int several(int n, int sum) {
  int square = n * n;
  {
    int k = square % 3;
    if (k == 1)
      return several(n - 1, sum + k);
  }
  return n < 0 ? sum : n % 2 ? several(n - 1, sum * 2 % 1009) : several(n - 2, sum + square);
}

BOTH void compute(int t, long long *out) {
  int k = 0, a[16], counted = t;
  for (int i = 0; i < 16; i++)
    a[i] = i * 4;
  out[k++] = divisor(t * 6, 84);
  out[k++] = divisor(84, t + 1);
  out[k++] = factorial(t % 20, 1);
  out[k++] = find(a, 0, 16, t);
  out[k++] = find(a, 2, 9, 40 - t);
  fill(a, t % 16);
  out[k++] = a[t % 16] * 100 + a[t % 7];
  fill_by_two(a, t % 16);
  for (int i = 0; i < 8; i++)
    out[k++] = a[i];
  out[k++] = is_even(t);
  out[k++] = steps(t + 1, 0);
  out[k++] = exchange(t, 1, 2);
  Node nodes[3] = {{t, &nodes[1]}, {t + 1, &nodes[2]}, {t + 2, nullptr}};
  out[k++] = last(nodes);
  out[k++] = power(3, t % 10, 1);
  out[k++] = (long long)(power(1.5, t % 8, 1.0) * 1024);
  Sum sum;
  out[k++] = sum.add(t);
  out[k++] = sum.value;
  out[k++] = with_effect(&counted, 20);
  out[k++] = several(t, 1);
}

__global__ void recursion(long long *out) { compute(threadIdx.x, out + threadIdx.x * slots); }

int main() {
  static long long got[threads][slots];
  long long *d;
  OK(cudaMalloc(&d, sizeof got));
  OK(cudaMemset(d, 0, sizeof got));
  recursion<<<1, threads>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int t = 0; t < threads; t++) {
    long long want[slots] = {};
    compute(t, want);
    for (int i = 0; i < slots; i++)
      EXPECT_EQ(got[t][i], want[i]);
  }
  OK(cudaFree(d));
  return verdict();
}
