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

// Inside of expressions, and where what is assigned to is named by a call or an increment.
__host__ __device__ void raise(int &x) { x += 100; }
__host__ __device__ int changed(int *p) { return ++*p; }
__host__ __device__ Pair made(int a) {
  Pair p;
  p.a = a;
  p.b = -a;
  return p;
}
struct Left {
  int left;
};
struct Right {
  int right;
};
struct Both : Left, Right {
  int own;
};
__host__ __device__ Right *right_of(Both *all, int &k) { return all + (++k & 1); }
__host__ __device__ Both *next_of(Both *all, int &k) { return ++k > 50 ? nullptr : all + (k & 1); }
/// What is evaluated only once, and operands that are references: returns what \p out has then.
__host__ __device__ int operands(int *out, int n) {
  Both all[2] = {};
  Pair two[2] = {made(1), made(2)}, three, listed;
  int k = 0;
  all[0].own = 5;
  all[1].own = 9;
  three = listed = {k++, k};
  out[n++] = three.a * 10 + three.b + listed.b;
#ifdef __CUDA_ARCH__
  raise((two[k++ & 1] = {k, 7}).b);
#else // GCC evaluates the left side first here, against the standard
  two[1] = {k, 7};
  raise(two[1].b);
  k++;
#endif
  out[n++] = two[1].a * 1000 + two[1].b;
  out[n++] = static_cast<Both *>(right_of(all, k))->own + k;
  Right *right = next_of(all, k);
  right->right = 4;
  out[n++] = all[0].right * 10 + all[1].right + k;
  k = 50;
  right = next_of(all, k);
  out[n++] = (right == nullptr) + k;
  int &nine = two[0].a = 9, &same = nine, &other = two[1].a = 3;
  out[n++] = 1000 / nine - -nine + (1023 & nine) * nine % other;
  out[n++] = -nine++ + ++other * 2;
  out[n++] = !nine + ~other - (nine && other);
  other = nine = same += 1;
  out[n++] = other + (nine ? other : -same);
  bool flag = nine;
  flag &= nine;
  out[n++] = flag + (bool)nine * 2 + nine;
  return n;
}
__host__ __device__ int inside(int *out, int *v, bool *b, int t) {
  int n = 0, i = t, *p = v;
  int x = v[i++] = i;
  out[n++] = x * 100 + i;
  if ((v[i++] = i) == t + 1)
    out[n++] = v[t + 1];
  while ((v[i - 1] = i++) < 6)
    out[n++] = i;
  out[n++] = (v[i & 7] += i++);
  out[n++] = (v[i & 7] = v[(i + 1) & 7] = i--);
  out[n++] = (v[1] += changed(&v[1]) * 0.5f);
  out[n++] = (b[0] |= changed(&v[3]));
  int late = v[2] -= changed(&v[2]) * 0.25f;
  out[n++] = late;
  *p++ += 0.5f;
  *p++ *= 1.5f;
  b[v[4]++ & 3] |= t;
  (*p++) <<= (v[4] & 1);
  out[n++] = p - v;
  raise(v[(v[5]++) & 7] = 7);
  raise(++v[v[5]++ & 7]);
  int &r = *p++ += 5;
  raise(r = r + 3);
  int *q = &(v[(v[6]++) & 7] = v[6]);
  out[n++] = *q + (p - v);
  out[n++] = (v[t & 7] ?: 70) + (changed(&v[7]) ?: 1) + (t ?: 50) + (0.0f ?: t + 0.5f) * 2;
  Pair two[2] = {made(1), made(2)}, three;
  int k = 0;
  three = two[k++] = made(k + 3);
  out[n++] = three.a * 10 + two[0].a + k;
  for (int j = 0; j < 8; j++)
    out[n++] = v[j];
  for (int j = 0; j < 4; j++)
    out[n++] = b[j];
  return operands(out, n);
}
__global__ void insides(int *out, int *v, bool *b, int *counts) {
  int t = threadIdx.x;
  counts[t] = inside(out + t * 64, v + t * 8, b + t * 4, t);
}

static void testInside() {
  int v[4][8], want[4][64] = {}, got[4][64], counts[4], *d_v, *d_out, *d_counts;
  bool b[4][4] = {}, *d_b;
  for (int i = 0; i < 32; i++)
    v[i / 8][i % 8] = i % 5;
  OK(cudaMalloc(&d_v, sizeof v));
  OK(cudaMalloc(&d_b, sizeof b));
  OK(cudaMalloc(&d_out, sizeof got));
  OK(cudaMalloc(&d_counts, sizeof counts));
  OK(cudaMemcpy(d_v, v, sizeof v, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice));
  insides<<<1, 4>>>(d_out, d_v, d_b, d_counts);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 4; t++) {
    EXPECT_EQ(inside(want[t], v[t], b[t], t), counts[t]);
    for (int k = 0; k < counts[t] && k < 64; k++)
      EXPECT_EQ(got[t][k], want[t][k]);
  }
  OK(cudaFree(d_v));
  OK(cudaFree(d_b));
  OK(cudaFree(d_out));
  OK(cudaFree(d_counts));
}

// What is assigned to goes on as a place, which the assignment may have changed the way to (GCC
// looks for it again).
__device__ int &grow(int &x) { return x += 3; }
__device__ int doubled(int &x) {
  x *= 2;
  return x;
}
__device__ void assigned_places(int i, int *o) {
  int a = i, b = 10, m[4] = {0, 1, 2, 3}, k = 0, n = 1;
  ((a & 1 ? a : b) += 1) *= 3;
  o[0] = a * 1000 + b;
  (m[m[0]] = 2) += 5;
  o[1] = m[0] * 1000 + m[1] * 100 + m[2] * 10 + m[3];
  grow(++m[m[1]]);
  o[2] = m[0] * 1000 + m[1] * 100 + m[2] * 10 + m[3];
  int *p = m, &r = (*(a & 1 ? p : p + 1) ^= 1);
  r += 7;
  (m[k++] += 2) *= 3;
  (m[n] += 2) *= 3;
  o[3] = m[0] * 1000 + m[1] + k;
  a = 3;
  o[4] = doubled((a & 1 ? a : b) += 1);
  o[4] += a * 100 + b * 10000;
  int *q = &((b & 2 ? b : a) -= 2);
  *q += 50;
  ++(--(a & 1 ? a : b));
  o[5] = a * 1000 + b;
}
__global__ void assign_places(int *o) { assigned_places(threadIdx.x, o + threadIdx.x * 6); }
void testPlaces() {
  int got[8][6], *d;
  OK(cudaMalloc(&d, sizeof got));
  assign_places<<<1, 8>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++) {
    const int a = i & 1 ? (i + 1) * 3 : i, b = i & 1 ? 10 : 33;
    const int want[6] = {a * 1000 + b, 7123, 7523, 27040, 808 + b * 10000, i & 1 ? 8058 : 56033};
    for (int k = 0; k < 6; k++)
      EXPECT_EQ(got[i][k], want[k]);
  }
  OK(cudaFree(d));
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
  testInside();
  testPlaces();
  return verdict();
}
