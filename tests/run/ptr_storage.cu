// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device pointers that kernels find in memory, or as integers, and whose allocation does not name
// what holds them.
#include "check.h"

#include <cstdint>
#include <vector>

const int n = 8;

static float at(const float *p) {
  float h = -1;
  OK(cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost));
  return h;
}

// Fields that pointers to members allocate.
struct Data {
  float *x, *y;
};
__global__ void add_both(Data *data, int count) {
  int i = threadIdx.x;
  if (i < count) {
    data->x[i] += 1;
    data->y[i] += 2;
  }
}
static void members() {
  Data h, *d;
  float *Data::*fields[] = {&Data::x, &Data::y};
  for (auto field : fields) {
    OK(cudaMalloc(&(h.*field), n * sizeof(float)));
    OK(cudaMemset(h.*field, 0, n * sizeof(float)));
  }
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice));
  add_both<<<1, n>>>(d, n);
  EXPECT_EQ(at(h.x + 1), 1.0f);
  EXPECT_EQ(at(h.y + 7), 2.0f);
  for (auto field : fields)
    OK(cudaFree(h.*field));
  OK(cudaFree(d));
}

// Addresses as integers in memory.
__global__ void add_words(const unsigned long long *words, int count) {
  for (int i = 0; i < count; i++)
    *(float *)words[i] += i + 1;
}
static void words() {
  float *a;
  OK(cudaMalloc(&a, n * sizeof(float)));
  OK(cudaMemset(a, 0, n * sizeof(float)));
  unsigned long long h[2] = {(unsigned long long)a, (unsigned long long)(a + 5)}, *d;
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  add_words<<<1, 1>>>(d, 2);
  EXPECT_EQ(at(a), 1.0f);
  EXPECT_EQ(at(a + 5), 2.0f);
  OK(cudaFree(a));
  OK(cudaFree(d));
}

// An address as an integer argument, and in a struct.
struct Handle {
  uintptr_t address;
  int count;
};
__global__ void add_number(size_t address, Handle handle) {
  float *v = reinterpret_cast<float *>(address);
  float *w = (float *)(handle.address + sizeof(float));
  int i = threadIdx.x;
  if (i < handle.count)
    v[i] += w[i];
}
static void numbers() {
  float *v, *w, ones[n + 1];
  for (float &one : ones)
    one = 1;
  OK(cudaMalloc(&v, n * sizeof(float)));
  OK(cudaMalloc(&w, sizeof ones));
  OK(cudaMemset(v, 0, n * sizeof(float)));
  OK(cudaMemcpy(w, ones, sizeof ones, cudaMemcpyHostToDevice));
  Handle handle = {reinterpret_cast<uintptr_t>(w), n};
  add_number<<<1, n>>>((size_t)v, handle);
  add_number<<<1, n>>>(reinterpret_cast<size_t>(v), handle);
  EXPECT_EQ(at(v + 7), 2.0f);
  OK(cudaFree(v));
  OK(cudaFree(w));
}

int main() {
  float *probe, **d; // whether the device has such memory at all
  OK(cudaMalloc(&probe, sizeof *probe));
  OK(cudaMalloc(&d, sizeof probe));
  OK(cudaMemcpy(d, &probe, sizeof probe, cudaMemcpyHostToDevice));
  if (failure_count())
    return verdict();
  members();
  words();
  numbers();
  OK(cudaDeviceSynchronize());
  return verdict();
}
