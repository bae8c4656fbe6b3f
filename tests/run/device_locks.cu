// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Locks in global memory: one thread of each block takes a lock, in a class and in a plain loop, and adds to what no
// atomic function could; threads of one block that want the same lock take it one by one, in a loop around the work.
#include "check.h"

class Lock {
  int *mutex;

public:
  Lock() {
    cudaMalloc((void **)&mutex, sizeof(int));
    cudaMemset(mutex, 0, sizeof(int));
  }
  void release() { cudaFree(mutex); }
  __device__ void lock() {
    while (atomicCAS(mutex, 0, 1) != 0)
      ;
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(mutex, 0);
  }
};

struct Statistics {
  long long sum;
  int largest, count;
};

__global__ void collect(Lock mutex, const int *v, int n, volatile Statistics *all) {
  __shared__ int values[64];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += v[i];
  values[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    long long total = 0;
    int largest = values[0];
    for (int i = 0; i < (int)blockDim.x; i++) {
      total += values[i];
      largest = max(largest, values[i]);
    }
    mutex.lock();
    all->sum += total;
    if (all->count == 0 || largest > all->largest)
      all->largest = largest;
    all->count++;
    mutex.unlock();
  }
}

__device__ unsigned free_tickets = 1;

__global__ void in_turn(volatile double *value) {
  if (threadIdx.x == 0) {
    while (!atomicExch(&free_tickets, 0u)) {
    }
    __threadfence();
    *value = *value * 0.5 + 1;
    __threadfence();
    atomicExch(&free_tickets, 1u);
  }
}

__global__ void one_by_one(int *mutex, volatile int *counts, int bins) {
  bool done = false;
  while (!done)
    if (atomicCAS(mutex, 0, 1) == 0) {
      int bin = (blockIdx.x * blockDim.x + threadIdx.x) % bins;
      counts[bin] = counts[bin] + 1;
      __threadfence();
      atomicExch(mutex, 0);
      done = true;
    }
}

int main() {
  const int n = 1000;
  int v[n];
  long long expected = 0;
  for (int i = 0; i < n; i++)
    expected += v[i] = (i * 37) % 101 - 40;
  int *d_v;
  Statistics *d_all, all = {0, 0, 0};
  OK(cudaMalloc((void **)&d_v, sizeof v));
  OK(cudaMalloc((void **)&d_all, sizeof all));
  OK(cudaMemcpy(d_v, v, sizeof v, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_all, &all, sizeof all, cudaMemcpyHostToDevice));
  Lock mutex;
  collect<<<24, 64>>>(mutex, d_v, n, d_all);
  OK(cudaMemcpy(&all, d_all, sizeof all, cudaMemcpyDeviceToHost));
  EXPECT_EQ(all.sum, expected);
  EXPECT_EQ(all.count, 24);
  EXPECT_EQ(all.largest, 60);
  mutex.release();

  double *d_value, value = 100;
  OK(cudaMalloc((void **)&d_value, sizeof value));
  OK(cudaMemcpy(d_value, &value, sizeof value, cudaMemcpyHostToDevice));
  in_turn<<<10, 32>>>(d_value);
  double reference = 100;
  for (int i = 0; i < 10; i++)
    reference = reference * 0.5 + 1;
  OK(cudaMemcpy(&value, d_value, sizeof value, cudaMemcpyDeviceToHost));
  EXPECT_EQ(value, reference);

  const int bins = 5;
  int counts[bins + 1] = {};
  int *d_counts;
  OK(cudaMalloc((void **)&d_counts, sizeof counts));
  OK(cudaMemset(d_counts, 0, sizeof counts));
  one_by_one<<<6, 40>>>(d_counts + bins, d_counts, bins);
  OK(cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost));
  for (int i = 0; i < bins; i++)
    EXPECT_EQ(counts[i], 48);
  EXPECT_EQ(counts[bins], 0);
  OK(cudaFree(d_v));
  OK(cudaFree(d_all));
  OK(cudaFree(d_value));
  OK(cudaFree(d_counts));
  return verdict();
}
