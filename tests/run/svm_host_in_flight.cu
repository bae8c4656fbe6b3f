// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The host uses managed memory while kernels are at work on other parts of it, as GPUs whose
// memory the host may use at any time allow.
#include "check.h"
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

struct Node {
  int value;
  Node *next;
};

__global__ void add_to(int *p, int n, int what) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += what;
}

__global__ void sum_list(const Node *first, int *sum) {
  *sum = 0;
  for (const Node *n = first; n; n = n->next)
    *sum += n->value;
}

__managed__ int table[256];

static void other_allocation() {
  const int n = 5000;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    a[i] = b[i] = i;
  for (int round = 0; round < 3; ++round) {
    add_to<<<(n + 127) / 128, 128>>>(a, n, 1);
    for (int i = 0; i < n; ++i)
      b[i] = 2 * b[i] + 1; // not what the kernel works on
    table[round] = b[round];
    add_to<<<(n + 127) / 128, 128>>>(b, n, -1);
    cudaDeviceSynchronize();
  }
  bool right = true;
  for (int i = 0; i < n; ++i)
    right &= a[i] == i + 3 && b[i] == 8 * i;
  EXPECT(right);
  EXPECT(table[0] == 1 && table[1] == 5 && table[2] == 17);
  cudaFree(a);
  cudaFree(b);
}

static void other_half() {
  const int n = 8192;
  int *both;
  cudaMallocManaged(&both, 2 * n * sizeof(int));
  for (int i = 0; i < 2 * n; ++i)
    both[i] = 0;
  for (int round = 1; round <= 6; ++round) {
    int *device = both + round % 2 * n, *host = both + (round + 1) % 2 * n;
    add_to<<<n / 256, 256>>>(device, n, round);
    for (int i = 0; i < n; ++i)
      host[i] += 100;
    cudaDeviceSynchronize();
  }
  bool right = true;
  for (int i = 0; i < n; ++i)
    right &= both[i] == 300 + 2 + 4 + 6 && both[n + i] == 300 + 1 + 3 + 5;
  EXPECT(right);
  cudaFree(both);
}

static void list_that_grows() {
  Node *first = nullptr;
  int *sum, expected = 0;
  cudaMallocManaged(&sum, sizeof(int));
  for (int i = 1; i <= 20; ++i) {
    Node *node;
    cudaMallocManaged(&node, sizeof(Node));
    *node = {i, first};
    first = node;
    expected += i;
    sum_list<<<1, 1>>>(first, sum);
    cudaMallocManaged(&node, sizeof(Node)); // while the kernel walks the list
    node->value = -1;
    cudaFree(node);
    cudaDeviceSynchronize();
    EXPECT(*sum == expected);
  }
  while (first) {
    Node *next = first->next;
    cudaFree(first);
    first = next;
  }
  cudaFree(sum);
}

static void host_function() {
  int *p;
  cudaMallocManaged(&p, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i)
    p[i] = i;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  add_to<<<1, 64, 0, stream>>>(p, 64, 1);
  cudaLaunchHostFunc(stream, [](void *data) {
    for (int i = 0; i < 64; ++i)
      static_cast<int *>(data)[i] *= 2;
  }, p);
  add_to<<<1, 64, 0, stream>>>(p, 64, 1);
  cudaStreamSynchronize(stream);
  bool right = true;
  for (int i = 0; i < 64; ++i)
    right &= p[i] == 2 * (i + 1) + 1;
  EXPECT(right);
  cudaStreamDestroy(stream);
  cudaFree(p);
}

// Each thread has a stream and memory of its own, and waits for its own stream alone.
static void threads() {
  std::atomic<int> wrong{0};
  std::vector<std::thread> all;
  for (int t = 0; t < 4; ++t)
    all.emplace_back([t, &wrong] {
      const int n = 3000;
      int *p, expected = 0;
      cudaStream_t stream;
      cudaStreamCreate(&stream);
      cudaMallocManaged(&p, n * sizeof(int));
      for (int i = 0; i < n; ++i)
        p[i] = 0;
      for (int round = 0; round < 20; ++round) {
        add_to<<<(n + 63) / 64, 64, 0, stream>>>(p, n, t + 1);
        cudaStreamSynchronize(stream);
        for (int i = 0; i < n; ++i)
          p[i] += round;
        expected += t + 1 + round;
      }
      for (int i = 0; i < n; ++i)
        wrong += p[i] != expected;
      cudaFree(p);
      cudaStreamDestroy(stream);
    });
  for (std::thread &t : all)
    t.join();
  EXPECT(wrong == 0);
}

int main() {
  int *probe = nullptr;
  OK(cudaMallocManaged(&probe, 4));
  if (probe) {
    cudaFree(probe);
    other_allocation();
    other_half();
    list_that_grows();
    host_function();
    if (!getenv("CU2CL_LAYER_SVM")) // tests/layer opens the memory to all threads while a kernel runs
      threads();
  }
  return verdict();
}
