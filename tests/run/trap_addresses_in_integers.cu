// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Addresses as integers in device code: the pointer that is made of one points where the first did,
// whatever way the integer went.
#include <cstdint>
#include <cstdio>
#include <cstring>

constexpr int Threads = 32;

union Word {
  float *pointer;
  size_t bits;
};
struct Row {
  size_t base;
  int length;
};
struct Place {
  uintptr_t at;
  __device__ float *get() const { return reinterpret_cast<float *>(at); }
};

__device__ float read(size_t at) { return *(const float *)at; }
__device__ size_t address_of(float *p, int i) { return (size_t)(p + i); }
__device__ void set(unsigned long long &to, float *p) { to = (unsigned long long)p; }
template <class T> __device__ T *align_up(T *p, size_t to) {
  size_t a = reinterpret_cast<size_t>(p);
  a = (a + to - 1) / to * to;
  return reinterpret_cast<T *>(a);
}
__device__ void put(float *p, float v) {
  unsigned long long a = (unsigned long long)p;
  float2 *pair = (float2 *)(a & ~7ull);
  if (a & 4)
    pair->y = v;
  else
    pair->x = v;
}

// Each part adds in[t].
__global__ void ways(float *out, float *in, size_t offset) {
  __shared__ float s[2 * Threads];
  __shared__ size_t table[2];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + Threads] = -in[t];
  if (t < 2)
    table[t] = (size_t)(s + t * Threads);
  __syncthreads();
  float r = read(address_of(s, t)) + read(address_of(in, t)); // one function, two memories
  unsigned long long a;
  set(a, in);
  a += t * sizeof(float);
  r += *(float *)a;
  Row row = {(size_t)in, Threads};
  r += ((float *)row.base)[t];
  Place place{(uintptr_t)in};
  r += place.get()[t];
  size_t rows[2] = {(size_t)in, (size_t)(in + Threads)};
  r += ((float *)rows[t & 1])[t & 1 ? t - Threads : t];
  r += ((float *)table[0])[t] - ((float *)table[1])[t]; // twice
  Word w;
  w.bits = (size_t)in + offset;
  r += w.pointer[t];
  size_t bits;
  float *p = in, *q;
  memcpy(&bits, &p, sizeof(p));
  bits += 4 * t;
  memcpy(&q, &bits, sizeof(q));
  r += *q;
  float *shared = s;
  size_t seen = *(size_t *)&shared;
  r += ((float *)seen)[t];
  size_t caught = (size_t)in;
  auto f = [=](int i) { return ((const float *)caught)[i]; };
  r += f(t);
  r += align_up(s, 4)[t];
  size_t moved = t * 4;
  moved += (size_t)s;
  r += *(float *)moved;
  uintptr_t masked = (uintptr_t)(in + t) & ~(uintptr_t)3;
  r += *(float *)masked;
  put(out + t, r);
}
constexpr float WaysCount = 15;

// What is written as one member of a union is read as another, or not.
union Either {
  float *numbers;
  int *counts;
};
union Address {
  unsigned long long bits;
  float *numbers;
};
struct Tagged {
  int kind;
  union {
    float *numbers;
    int *counts;
  };
};
__device__ float first(const Either &e) { return *e.numbers; }

__global__ void unions(float *out, float *numbers, int *counts) {
  __shared__ float s[Threads];
  __shared__ int c[Threads];
  s[threadIdx.x] = 10;
  c[threadIdx.x] = 20;
  __syncthreads();
  Either a, b, d, e;
  a.numbers = numbers; // 1, 2, ...
  b.counts = counts;   // 3
  d.counts = c;
  e.numbers = s;
  float r = a.numbers[0] + b.counts[0] + d.counts[1] + e.numbers[1] + first(e) + first(a);
  Tagged t;
  t.kind = 1;
  t.counts = counts;
  Address f, g;
  f.numbers = numbers;
  g.bits = (unsigned long long)s;
  out[threadIdx.x] = r + *t.counts + f.numbers[1] + g.numbers[2];
}
constexpr float UnionsSum = 1 + 3 + 20 + 10 + 10 + 1 + 3 + 2 + 10;

// Integers whose origin no analysis knows.
struct Node {
  int value;
  Node *next;
};
__device__ unsigned long long head;

__global__ void from_host(unsigned long long at) { ((int *)at)[threadIdx.x] += 1; }
__global__ void from_memory(const unsigned long long *table) {
  *reinterpret_cast<int *>(table[threadIdx.x]) += 1;
}
__global__ void shuffled(int *data) {
  unsigned long long a = (unsigned long long)(data + threadIdx.x);
  a = __shfl_xor_sync(0xffffffffu, a, 1);
  *(int *)a += 1;
}
__global__ void halves(int *data) {
  size_t a = (size_t)data;
  unsigned low = (unsigned)a, high = (unsigned)(a >> 32);
  int *p = (int *)(((size_t)high << 32) | low);
  p[threadIdx.x] += 1;
}
__global__ void push(Node *nodes) {
  Node *n = nodes + threadIdx.x;
  n->value = threadIdx.x;
  n->next = (Node *)atomicExch(&head, (unsigned long long)n);
}
__global__ void sum(int *out) {
  int s = 0;
  for (Node *n = (Node *)head; n; n = n->next)
    s += n->value;
  *out = s;
}

int main() {
  float h[Threads], *in, *out;
  for (int i = 0; i < Threads; i++)
    h[i] = i + 1;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  ways<<<1, Threads>>>(out, in, 0);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < Threads; i++)
    if (h[i] != WaysCount * (i + 1)) {
      printf("ways: %g of thread %d\n", h[i] / (i + 1), i);
      return 1;
    }

  int three = 3, *counts;
  cudaMalloc(&counts, sizeof three);
  cudaMemcpy(counts, &three, sizeof three, cudaMemcpyHostToDevice);
  unions<<<1, Threads>>>(out, in, counts);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  if (h[Threads - 1] != UnionsSum) {
    printf("unions: %g\n", h[Threads - 1]);
    return 1;
  }

  int numbers[Threads] = {}, *data, total;
  Node *nodes;
  cudaMalloc(&data, sizeof numbers);
  cudaMalloc(&nodes, Threads * sizeof(Node));
  cudaMemcpy(data, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  unsigned long long addresses[Threads], *table;
  for (int i = 0; i < Threads; i++)
    addresses[i] = (unsigned long long)(data + Threads - 1 - i);
  cudaMalloc(&table, sizeof addresses);
  cudaMemcpy(table, addresses, sizeof addresses, cudaMemcpyHostToDevice);
  from_host<<<1, Threads>>>((unsigned long long)data);
  from_memory<<<1, Threads>>>(table);
  shuffled<<<1, Threads>>>(data);
  halves<<<1, Threads>>>(data);
  cudaMemcpy(numbers, data, sizeof numbers, cudaMemcpyDeviceToHost);
  for (int i = 0; i < Threads; i++)
    if (numbers[i] != 4) {
      printf("numbers: %d of thread %d\n", numbers[i], i);
      return 1;
    }
  push<<<1, Threads>>>(nodes);
  sum<<<1, 1>>>(data);
  cudaMemcpy(&total, data, sizeof(int), cudaMemcpyDeviceToHost);
  if (total != Threads * (Threads - 1) / 2) {
    printf("list: %d\n", total);
    return 1;
  }
  printf("PASSED\n");
}
