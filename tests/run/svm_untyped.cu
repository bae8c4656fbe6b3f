// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device pointers that reach device memory as bytes: no copy and no kernel's parameter names the type that holds them.
#include "check.h"
#include <vector>

struct View {
  float *data;
  int n;
  float scale;
};
struct Block {
  void *data;
  size_t n;
};
const int size = 8;

static void upload(void *dst, const void *src, size_t n) {
  OK(cudaMemcpy(dst, src, n, cudaMemcpyHostToDevice));
}
static void *to_device(const void *src, size_t n) {
  void *d = nullptr;
  OK(cudaMalloc(&d, n));
  if (d)
    upload(d, src, n);
  return d;
}
template <class T> T *up(const T &value) {
  T *d = nullptr;
  OK(cudaMalloc((void **)&d, sizeof(T)));
  OK(cudaMemcpy(d, &value, sizeof(T), cudaMemcpyHostToDevice));
  return d;
}

static float *numbers() {
  float h[size];
  for (int i = 0; i < size; i++)
    h[i] = i;
  return (float *)to_device(h, sizeof h);
}
static void expect(const float *d, float factor, float offset) {
  float h[size];
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < size; i++)
    EXPECT_EQ(h[i], factor * i + offset);
}

// The object goes through a function that takes void *, and so does the kernel.
__global__ void scale_view(void *raw) {
  View *v = (View *)raw;
  int i = threadIdx.x;
  if (i < v->n)
    v->data[i] *= v->scale;
}
static void views() {
  float *d = numbers();
  View v = {d, size, 3.0f};
  void *dv = to_device(&v, sizeof v);
  scale_view<<<1, 32>>>(dv);
  expect(d, 3, 0);
  OK(cudaFree(dv));
  OK(cudaFree(d));
}

// A class that knows bytes only.
class Bytes {
  void *p = nullptr;

public:
  explicit Bytes(size_t n) { OK(cudaMalloc(&p, n)); }
  Bytes(const Bytes &) = delete;
  ~Bytes() { cudaFree(p); }
  void put(const void *src, size_t n) { upload(p, src, n); }
  void get(void *dst, size_t n) { OK(cudaMemcpy(dst, p, n, cudaMemcpyDeviceToHost)); }
  void *raw() { return p; }
};
__global__ void add_to_block(void *raw) {
  Block *b = static_cast<Block *>(raw);
  float *v = (float *)b->data;
  if (threadIdx.x < b->n)
    v[threadIdx.x] += 1;
}
static void classes() {
  float h[size] = {};
  Bytes data(sizeof h), block(sizeof(Block));
  data.put(h, sizeof h);
  Block b = {data.raw(), size};
  block.put(&b, sizeof b);
  add_to_block<<<1, 32>>>(block.raw());
  data.get(h, sizeof h);
  for (int i = 0; i < size; i++)
    EXPECT_EQ(h[i], 1.0f);
}

__global__ void add_rows(void *raw, int rows) {
  float **r = (float **)raw;
  int i = threadIdx.x;
  if (i < rows)
    r[i][0] = i * 10 + r[i][1];
}
static void rows() {
  float *list[4];
  for (int i = 0; i < 4; i++) {
    float h[2] = {0, (float)i};
    list[i] = (float *)to_device(h, sizeof h);
  }
  void *d = to_device(list, sizeof list);
  add_rows<<<1, 32>>>(d, 4);
  for (int i = 0; i < 4; i++) {
    float h[2];
    OK(cudaMemcpy(h, list[i], sizeof h, cudaMemcpyDeviceToHost));
    EXPECT_EQ(h[0], 11.0f * i);
    OK(cudaFree(list[i]));
  }
  OK(cudaFree(d));
}

// One function for both ways: of host addresses and addresses in shared memory, which look the same.
static void transfer(void *dst, const void *src, size_t n, cudaMemcpyKind kind) {
  OK(cudaMemcpy(dst, src, n, kind));
}
static void both_ways() {
  float *list[2] = {numbers(), numbers()}, **d = nullptr, h[size];
  OK(cudaMalloc((void **)&d, sizeof list));
  transfer(d, list, sizeof list, cudaMemcpyHostToDevice);
  add_rows<<<1, 32>>>(d, 2);
  transfer(h, list[1], sizeof h, cudaMemcpyDeviceToHost);
  EXPECT_EQ(h[0], 11.0f);
  OK(cudaFree(d));
  OK(cudaFree(list[0]));
  OK(cudaFree(list[1]));
}

// The object lies somewhere in a message of bytes.
__global__ void read_message(const char *message) {
  const View *v = (const View *)(message + 16);
  int i = threadIdx.x;
  if (i < v->n)
    v->data[i] += *(const int *)message;
}
static void messages() {
  float *d = numbers();
  View v = {d, size, 0};
  std::vector<char> message(16 + sizeof v);
  int seven = 7;
  memcpy(message.data(), &seven, sizeof seven);
  memcpy(message.data() + 16, &v, sizeof v);
  char *dm;
  OK(cudaMalloc(&dm, message.size()));
  OK(cudaMemcpy(dm, message.data(), message.size(), cudaMemcpyHostToDevice));
  read_message<<<1, 32>>>(dm);
  expect(d, 1, 7);
  OK(cudaFree(dm));
  OK(cudaFree(d));
}

// A template that sends anything; what a kernel gets is a member.
template <class T> struct Task {
  void *arguments;
};
static void tasks() {
  float *d = numbers();
  View v = {d, size, 2.0f};
  Task<View> t = {up(v)};
  int *count = up(7), seven = 0;
  scale_view<<<1, 32>>>(t.arguments);
  expect(d, 2, 0);
  OK(cudaMemcpy(&seven, count, sizeof seven, cudaMemcpyDeviceToHost));
  EXPECT_EQ(seven, 7);
  OK(cudaFree(t.arguments));
  OK(cudaFree(count));
  OK(cudaFree(d));
}

__constant__ View current;
static void set_current(const void *src, size_t n) { OK(cudaMemcpyToSymbol(current, src, n)); }
__global__ void use_current() {
  if (threadIdx.x < current.n)
    current.data[threadIdx.x] += current.scale;
}
static void symbols() {
  float *d = numbers();
  View v = {d, size, 5.0f};
  set_current(&v, sizeof v);
  use_current<<<1, 32>>>();
  expect(d, 1, 5);
  OK(cudaFree(d));
}

// The address of a variable in a list of addresses.
__device__ float variable[size];
__device__ float *lists[2];
__global__ void use_variable() { lists[1][threadIdx.x] += variable[threadIdx.x]; }
static void addresses() {
  float *v, *d = numbers(), h[size];
  OK(cudaGetSymbolAddress((void **)&v, variable));
  for (int i = 0; i < size; i++)
    h[i] = i;
  OK(cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice));
  float *list[2] = {d, v};
  OK(cudaMemcpyToSymbol(lists, list, sizeof list));
  use_variable<<<1, size>>>();
  expect(v, 2, 0);
  OK(cudaMemcpyFromSymbol(h, variable, sizeof h));
  EXPECT_EQ(h[3], 6.0f);
  OK(cudaFree(d));
}

// A kernel leaves its argument in memory for the next one.
__global__ void keep(void *raw, float *d, int n) {
  View *v = (View *)raw;
  v->data = d;
  v->n = n;
  v->scale = 4;
}
static void kept() {
  float *d = numbers();
  void *v;
  OK(cudaMalloc(&v, sizeof(View)));
  keep<<<1, 1>>>(v, d, size);
  scale_view<<<1, 32>>>(v);
  expect(d, 4, 0);
  OK(cudaFree(v));
  OK(cudaFree(d));
}

int main() {
  float *first = numbers();
  if (first) { // else there is no such memory here
    OK(cudaFree(first));
    views();
    classes();
    rows();
    both_ways();
    messages();
    tasks();
    symbols();
    addresses();
    kept();
  }
  return verdict();
}
