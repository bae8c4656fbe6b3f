// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
typedef cuda::barrier<cuda::thread_scope_block> block_barrier;

// Where all threads of the block wait, the wait is a barrier and an arrival nothing.
__global__ void all_wait(const int *in, int *out, int n) {
  __shared__ block_barrier bar;
  __shared__ int tile[64];
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline();
  for (int i = 0; i < n; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile, in + i, sizeof(tile), bar);
    auto token = bar.arrive();
    bar.wait(std::move(token));
    out[threadIdx.x] += tile[63 - threadIdx.x];
    bar.arrive_and_wait();
    pipe.consumer_release();
  }
}
// CL: for (int i = 0; i < n; ++i) {
// CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
// CL: out[get_local_id(0)] += tile[63 - (uint)get_local_id(0)];
// CL-NOT: producer_acquire
// CL-NOT: consumer_release

// Threads that try again with what they have found wait for nobody.
__global__ void tries(cuda::atomic<int, cuda::thread_scope_device> *a) {
  int seen = a->load();
  while (!a->compare_exchange_weak(seen, seen * 2)) {
  }
}
// DIAG: 2033
__global__ void waits(cuda::atomic<int, cuda::thread_scope_device> *a) {
  while (a->load() == 0) {
  }
}

// Threads that wait for others which stand elsewhere.
// DIAG: 2030
__global__ void branches(int *out) {
  __shared__ block_barrier full;
  __shared__ int tile[64];
  if (threadIdx.x < 64) {
    full.arrive_and_wait();
    out[threadIdx.x] = tile[threadIdx.x];
  } else {
    tile[threadIdx.x - 64] = 5;
    (void)full.arrive();
  }
}
// DIAG: 2030
__global__ void stages(int *out) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state);
  if (threadIdx.x < 32)
    pipe.producer_acquire();
  out[threadIdx.x] = 1;
}
// DIAG: 2030
__global__ void rounds(int *out) {
  __shared__ block_barrier bar;
  for (int i = 0; i < threadIdx.x; ++i)
    bar.arrive_and_wait();
}
// DIAG: 2031
__global__ void returned(int *out, int n) {
  __shared__ block_barrier bar;
  if (threadIdx.x >= n) {
    bar.arrive_and_drop();
    return;
  }
  bar.arrive_and_wait();
  out[threadIdx.x] = n;
}

// What only asks has no translation, nor what waits for other blocks.
// DIAG: 2311
__global__ void asks() {
  __shared__ block_barrier bar;
  auto token = bar.arrive();
  while (!bar.try_wait(std::move(token))) {
  }
}
// DIAG: 2311
__global__ void device_wide(cuda::barrier<cuda::thread_scope_device> *bar) { bar->arrive_and_wait(); }

// A loop that compares what it has found waits for nobody: no further 2033.
__global__ void least(int *v, int *at) {
  cuda::atomic_ref<int, cuda::thread_scope_device> r(*at);
  int old = r.load();
  while (v[threadIdx.x] < old && !r.compare_exchange_weak(old, v[threadIdx.x])) {
  }
}
// Nor does one in a function, of what it has found there.
__device__ bool bump(int *at) {
  int seen = *at;
  return cuda::atomic_ref<int, cuda::thread_scope_device>(*at).compare_exchange_weak(seen, seen + 1);
}
__global__ void bumps(int *at) {
  while (!bump(at)) {
  }
}
