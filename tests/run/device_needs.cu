// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels for devices that run blocks at the same time, or whose lanes progress on their own. A
// device without that has CUDA's error for a kernel that is not there, and goes on.

#include "check.h"

const int threads = 96, blocks = 4;

// The lanes of each case exchange among themselves; cases 0 and 1 meet at the second exchange.
__global__ void cases(const int *v, int *out) {
  int t = threadIdx.x, lane = t & 31, x = v[t];
  unsigned same = __match_any_sync(0xffffffff, x);
  unsigned low = __ballot_sync(0xffffffff, x < 2);
  switch (x) {
  case 0:
    out[t] = __shfl_sync(same, lane, __ffs(same) - 1);
  case 1:
    out[t + threads] = __reduce_add_sync(low, x + 1) + 1000 * __popc(__ballot_sync(low, x));
    break;
  case 2:
    out[t] = __shfl_down_sync(same, 2 * lane, 1);
    out[t] += __all_sync(same, lane > 3) + 2 * __any_sync(same, lane > 3);
    break;
  default:
    long long wide = __shfl_xor_sync(same, (long long)lane << 33, 1, 8);
    int all = 0;
    out[t] = int(wide >> 33) + (__match_all_sync(same, x, &all) == same) * 100 + all * 200;
    __syncwarp(same);
    out[t + threads] = __reduce_max_sync(same, lane) - __reduce_min_sync(same, lane);
  }
}

void check_cases() {
  int v[threads], got[2 * threads], *d_v, *d_out;
  for (int t = 0; t < threads; ++t)
    v[t] = t < 32 ? t % 4 : t < 64 ? t % 3 : (t / 3) % 4;
  OK(cudaMalloc(&d_v, sizeof v));
  OK(cudaMalloc(&d_out, sizeof got));
  OK(cudaMemcpy(d_v, v, sizeof v, cudaMemcpyHostToDevice));
  OK(cudaMemset(d_out, 0xff, sizeof got));
  cases<<<1, threads>>>(d_v, d_out);
  cudaError_t e = cudaGetLastError();
  if (e == cudaErrorNoKernelImageForDevice) {
    printf("no independent lanes here\n");
  } else {
    OK(e);
    OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
    for (int t = 0; t < threads; ++t) {
      int first = t & ~31, lane = t & 31, x = v[t];
      unsigned same = 0, low = 0;
      int sum = 0, ones = 0, least = 31, most = 0;
      bool all = true;
      for (int l = 0; l < 32; ++l) {
        int other = v[first + l];
        if (other == x) {
          same |= 1u << l;
          least = l < least ? l : least;
          most = l > most ? l : most;
          all = all && l > 3;
        }
        if (other < 2) {
          low |= 1u << l;
          sum += other + 1;
          ones += other;
        }
      }
      auto partner = [&](int l) { return l < 32 && (same >> l & 1) ? l : -1; };
      if (x == 0)
        EXPECT(got[t] == least);
      if (x < 2)
        EXPECT(got[t + threads] == sum + 1000 * ones);
      if (x == 2 && partner(lane + 1) >= 0) // elsewhere CUDA leaves it open
        EXPECT(got[t] == 2 * (lane + 1) + all + 2 * (most > 3));
      if (x == 3 && partner(lane ^ 1) >= 0)
        EXPECT(got[t] == (lane ^ 1) + 300);
      if (x == 3)
        EXPECT(got[t + threads] == most - least);
    }
  }
  OK(cudaFree(d_v));
  OK(cudaFree(d_out));
}

// Lanes bring work, the warp does it item by item; some of it under a lock that a warp takes.
__device__ void take(int *lock) {
  bool taken = true;
  while (taken) {
    if ((threadIdx.x & 31) == 0)
      taken = atomicOr(lock, 1) != 0;
    taken = __shfl_sync(0xffffffff, taken, 0);
  }
}
__device__ void give(int *lock) {
  __threadfence();
  __syncwarp();
  if ((threadIdx.x & 31) == 0)
    atomicExch(lock, 0);
}
__global__ void work(const int *items, int *sums, int *lock, int *total) {
  int lane = threadIdx.x & 31, item = items[blockIdx.x * blockDim.x + threadIdx.x];
  bool mine = item != 0;
  unsigned queue, last = 0;
  while ((queue = __ballot_sync(0xffffffff, mine))) {
    int from = __ffs(queue) - 1, what = __shfl_sync(0xffffffff, item, from);
    if (queue == last)
      break;
    last = queue;
    int part = lane < what ? lane + 1 : 0;
    for (int step = 16; step > 0; step /= 2)
      part += __shfl_down_sync(0xffffffff, part, step);
    take(lock);
    __threadfence(); // what another multiprocessor added is seen by a plain read
    if (lane == 0)
      *total = *total + what;
    give(lock);
    if (lane == from) {
      mine = false;
    }
    if (what == 7)
      continue;
    if (lane == 0)
      atomicAdd(&sums[what], part);
  }
}

void check_work() {
  const int count = threads * blocks;
  int items[count], sums[32] = {}, wanted[32] = {}, total = 0, all = 0;
  for (int i = 0; i < count; ++i) {
    items[i] = (i * 7 + i / 5) % 4 == 1 ? i % 31 : 0;
    all += items[i];
    if (items[i] && items[i] != 7)
      wanted[items[i]] += items[i] * (items[i] + 1) / 2;
  }
  int *d_items, *d_sums, *d_lock;
  OK(cudaMalloc(&d_items, sizeof items));
  OK(cudaMalloc(&d_sums, sizeof sums));
  OK(cudaMalloc(&d_lock, 2 * sizeof(int)));
  OK(cudaMemcpy(d_items, items, sizeof items, cudaMemcpyHostToDevice));
  OK(cudaMemset(d_sums, 0, sizeof sums));
  OK(cudaMemset(d_lock, 0, 2 * sizeof(int)));
  work<<<blocks, threads>>>(d_items, d_sums, d_lock, d_lock + 1);
  cudaError_t e = cudaGetLastError();
  if (e != cudaErrorNoKernelImageForDevice) {
    OK(e);
    OK(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(&total, d_lock + 1, sizeof total, cudaMemcpyDeviceToHost));
    EXPECT(total == all);
    for (int i = 0; i < 32; ++i)
      EXPECT(sums[i] == wanted[i]);
  }
  OK(cudaFree(d_items));
  OK(cudaFree(d_sums));
  OK(cudaFree(d_lock));
}

// All blocks meet, several times.
__device__ volatile int arrived;
__device__ void grid_barrier(int wanted) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd((int *)&arrived, 1);
    while (arrived < wanted)
      ;
  }
  __syncthreads();
}
__global__ void rounds(volatile int *v, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  for (int round = 1; round <= count; ++round) {
    int next = v[(i + blockDim.x) % all];
    grid_barrier((2 * round - 1) * gridDim.x);
    v[i] = v[i] + next;
    grid_barrier(2 * round * gridDim.x);
  }
}

void check_rounds() {
  const int count = threads * blocks;
  int v[count], next[count], got[count], *d;
  for (int i = 0; i < count; ++i)
    v[i] = i;
  OK(cudaMalloc(&d, sizeof v));
  OK(cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice));
  rounds<<<blocks, threads>>>(d, 3);
  cudaError_t e = cudaGetLastError();
  if (e == cudaErrorNoKernelImageForDevice) {
    printf("no blocks at the same time here\n");
  } else {
    OK(e);
    OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < count; ++i)
        next[i] = v[i] + v[(i + threads) % count];
      for (int i = 0; i < count; ++i)
        v[i] = next[i];
    }
    for (int i = 0; i < count; ++i)
      EXPECT(got[i] == v[i]);
  }
  OK(cudaFree(d));
}

// Beside these, of the same file, for every device.
__global__ void everywhere(int *v) { *v = __shfl_sync(0xffffffff, 41, 0) + 1; }

int main() {
  check_cases();
  check_work();
  check_rounds();
  int *d, got = 0;
  OK(cudaMalloc(&d, sizeof got));
  everywhere<<<1, 32>>>(d);
  OK(cudaMemcpy(&got, d, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT(got == 42);
  OK(cudaFree(d));
  return verdict();
}
