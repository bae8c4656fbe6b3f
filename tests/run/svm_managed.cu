// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Memory that host and device use by one address: cudaMallocManaged, __managed__ variables, mapped pinned memory.
#include "check.h"
#include <vector>

const int n = 200;

__managed__ int calls;
__managed__ float bounds[2] = {1.0f, 50.0f};

__global__ void add(float *a, const float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    calls++;
  if (i < n)
    a[i] = fminf(fmaxf(a[i] + b[i], bounds[0]), bounds[1]);
}

struct Item {
  int value;
  Item *next;
};

__global__ void twice(Item *list) {
  for (Item *i = list; i; i = i->next)
    i->value *= 2;
}

__global__ void invert(const unsigned char *in, unsigned char *out) { out[threadIdx.x] = ~in[threadIdx.x]; }

// For both kinds of memory.
static void count_up(float *p, float first) {
  for (int i = 0; i < n; i++)
    p[i] = first + i;
}

static bool arrays() {
  float *a = nullptr, *b = nullptr;
  std::vector<float> host(n), old(n);
  OK(cudaMallocManaged(&a, n * sizeof(float)));
  OK(cudaMallocManaged((void **)&b, n * sizeof(float), cudaMemAttachGlobal));
  if (!a || !b)
    return false; // no such memory here
  count_up(a, 0);
  count_up(b, 1);
  count_up(host.data(), 2);
  add<<<4, 64>>>(a, b);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < n; i++)
    EXPECT_EQ(a[i], 2 * i + 1 > 50 ? 50.0f : 2 * i + 1.0f);
  EXPECT_EQ(calls, 1);
  bounds[1] = 20;
  calls += 10;
  b[3] = -100;
  add<<<4, 64>>>(a, b);
  OK(cudaStreamSynchronize(0));
  EXPECT_EQ(calls, 12);
  EXPECT_EQ(a[0], 2.0f);
  EXPECT_EQ(a[3], 1.0f);
  EXPECT_EQ(a[n - 1], 20.0f);
  // As a side of copies, of every kind.
  OK(cudaMemcpy(b, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  EXPECT_EQ(b[5], 7.0f);
  OK(cudaMemcpy(a, b, n * sizeof(float), cudaMemcpyDefault));
  a[1] = -5;
  OK(cudaMemcpy(old.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(old[1], -5.0f);
  EXPECT_EQ(old[n - 1], n + 1.0f);
  OK(cudaMemset(b, 0, n * sizeof(float)));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(b[9], 0.0f);
  OK(cudaMemPrefetchAsync(a, n * sizeof(float), 0, 0));
  float *plain;
  OK(cudaMalloc(&plain, n * sizeof(float)));
  OK(cudaMemcpy(plain, a, n * sizeof(float), cudaMemcpyDeviceToDevice));
  add<<<4, 64>>>(a, plain);
  OK(cudaMemcpy(old.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(old[0], 4.0f);
  EXPECT_EQ(a[0], 4.0f);
  OK(cudaFree(plain));
  OK(cudaFree(a));
  OK(cudaFree(b));
  return true;
}

static void lists() {
  Item *list = nullptr;
  for (int i = 0; i < 10; i++) {
    Item *item;
    OK(cudaMallocManaged(&item, sizeof(Item)));
    item->value = i;
    item->next = list;
    list = item;
  }
  twice<<<1, 1>>>(list);
  OK(cudaDeviceSynchronize());
  int want = 18;
  while (list) {
    EXPECT_EQ(list->value, want);
    want -= 2;
    Item *next = list->next;
    OK(cudaFree(list));
    list = next;
  }
  EXPECT_EQ(want, -2);
}

static void mapped() {
  unsigned char *in, *out, *d_in, *d_out;
  OK(cudaHostAlloc(&in, 64, cudaHostAllocMapped));
  OK(cudaHostAlloc((void **)&out, 64, cudaHostAllocMapped));
  OK(cudaHostGetDevicePointer((void **)&d_in, in, 0));
  OK(cudaHostGetDevicePointer(&d_out, out, 0));
  for (int i = 0; i < 64; i++)
    in[i] = i * 3;
  invert<<<1, 64>>>(d_in, d_out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 64; i++)
    EXPECT_EQ((int)out[i], 255 - i * 3);
  OK(cudaFreeHost(in));
  OK(cudaFreeHost(out));
}

int main() {
  if (arrays()) {
    lists();
    mapped();
  }
  return verdict();
}
