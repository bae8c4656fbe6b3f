// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: C++17 evaluates the right side of an assignment before the left one, for a user's operator=
// and += as well. C leaves the order open, and a struct's left side goes first in practice.
#include "check.h"

struct Pair {
  int a, b;
};
struct Number {
  int v;
  __host__ __device__ Number(int x = 0) : v(x) {}
  __host__ __device__ Number &operator=(int x) {
    v = x * 3;
    return *this;
  }
  __host__ __device__ Number &operator+=(const Number &o) {
    v += o.v;
    return *this;
  }
  __host__ __device__ Number &operator*=(Number o) {
    v *= o.v;
    return *this;
  }
};
__host__ __device__ Number &operator<<=(Number &n, int by) {
  n.v <<= by;
  return n;
}
struct Rng {
  unsigned s;
  __host__ __device__ unsigned next(unsigned n) {
    s = s * 1664525u + 1013904223u;
    return (s >> 8) % n;
  }
};
struct Pool {
  Number all[8];
  int n = 0;
  __host__ __device__ Number &alloc() { return all[n++]; }
  __host__ __device__ int size() const { return n; }
  __host__ __device__ Number &last() { return all[n - 1]; }
  __host__ __device__ int pop() { return all[--n].v; }
};
struct Cursor {
  int *p;
  __host__ __device__ Cursor operator++(int) {
    Cursor old = *this;
    ++p;
    return old;
  }
  __host__ __device__ int &operator*() const { return *p; }
};
struct Three {
  int &x, &y, &z;
  __host__ __device__ int all(int v) { return x = y = z = v; }
};
__host__ __device__ Pair make(int &k) {
  k += 3;
  return {k, k + 1};
}
__host__ __device__ int more(int &k) { return k += 2; }
template <typename T> __host__ __device__ T &chosen(T *a, int &k) {
  k *= 2;
  return a[k & 15];
}
template <typename T> __host__ __device__ T &following(T *a, int &k) { return a[k++ & 15]; }
__host__ __device__ Pair random_pair(Rng &r) { return {(int)r.next(100), (int)r.next(100)}; }

/// Everything in numbers, into \p out; \p memory has 16 of each.
__host__ __device__ int work(int *out, Pair *memory, int *words, int t) {
  int n = 0, i = t;
  Pair pairs[16] = {};
  pairs[i++] = make(i);
  i = 1;
  chosen(pairs, i) = make(i);
  i = t;
  memory[i++] = make(i);
  Pair *p = pairs;
  *p++ = (p += 2, Pair{7, 8});
  for (const Pair &q : pairs)
    out[n++] = q.a * 100 + q.b;
  for (int k = 0; k < 16; k++)
    out[n++] = memory[k].a;
  Number numbers[16];
  for (int k = 0; k < 16; k++)
    numbers[k].v = k + 1;
  i = t;
  numbers[i++] = i;
  following(numbers, i) = more(i);
  following(numbers, i) += more(i);
  following(numbers, i) += following(numbers, i);
  i = t;
  numbers[i++] *= numbers[i];
  numbers[i++] <<= i & 3;
  numbers[i] += Number(i++);
  for (const Number &q : numbers)
    out[n++] = q.v;
  i = 1;
  following(words, i) = more(i);
  chosen(words, i) += more(i);
  words[i & 15] = words[i++ & 15];
  words[words[3] & 15] = words[3] = 2;
  i = i++ * 2;
  out[n++] = i;
  i += i++;
  out[n++] = i;
  Cursor c{words}, d{words + 3};
  *c++ = *d++;
  *c++ += *c;
  for (int k = 0; k < 16; k++)
    out[n++] = words[k];
  Three three{words[0], words[1], words[2]};
  out[n++] = three.all(5);
  Rng r{(unsigned)t};
  pairs[r.next(16)] = random_pair(r);
  int counts[4] = {};
  counts[r.next(4)] += r.next(100);
  for (int q : counts)
    out[n++] = q;
  for (const Pair &q : pairs)
    out[n++] = q.a + q.b;
  Pool pool;
  pool.alloc() = pool.size() + 5;
  pool.alloc() = pool.size() + 5;
  pool.alloc() += pool.last();
  pool.last() = pool.pop();
  pool.all[pool.n++] = pool.n;
  for (const Number &q : pool.all)
    out[n++] = q.v;
  out[n++] = pool.n;
  return n;
}

// What a lambda has by reference is the function's. (g++ takes the left side of these first.)
__global__ void by_reference(int *places) {
  int at = 0;
  auto next = [&] { return ++at; };
  places[at] = next();
  places[at] += next();
}

__global__ void run(int *out, Pair *memory, int *words, int *counts) {
  int t = threadIdx.x;
  counts[t] = work(out + t * 128, memory + t * 16, words + t * 16, t);
}

int main() {
  static int want[4][128], got[4][128], *d_out;
  Pair memory[4][16] = {}, *d_memory;
  int words[4][16], *d_words, counts[4], *d_counts;
  for (int t = 0; t < 4; t++)
    for (int k = 0; k < 16; k++)
      words[t][k] = k * 3 + t;
  OK(cudaMalloc(&d_out, sizeof got));
  OK(cudaMalloc(&d_memory, sizeof memory));
  OK(cudaMalloc(&d_words, sizeof words));
  OK(cudaMalloc(&d_counts, sizeof counts));
  OK(cudaMemcpy(d_memory, memory, sizeof memory, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_words, words, sizeof words, cudaMemcpyHostToDevice));
  run<<<1, 4>>>(d_out, d_memory, d_words, d_counts);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 4; t++) {
    EXPECT_EQ(work(want[t], memory[t], words[t], t), counts[t]);
    EXPECT(counts[t] > 90 && counts[t] <= 128);
    for (int k = 0; k < counts[t] && k < 128; k++)
      EXPECT_EQ(got[t][k], want[t][k]);
  }
  for (int k = 0; k < 4; k++)
    words[0][k] = 9;
  OK(cudaMemcpy(d_words, words, sizeof words, cudaMemcpyHostToDevice));
  by_reference<<<1, 1>>>(d_words);
  OK(cudaMemcpy(words, d_words, sizeof words, cudaMemcpyDeviceToHost));
  const int places[4] = {9, 1, 11, 9};
  for (int k = 0; k < 4; k++)
    EXPECT_EQ(words[0][k], places[k]);
  return verdict();
}
