// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUDA's built-ins for one CPU thread, as far as generated programs use them: blocks run one after another, the threads
// of a block are fibers that change at barriers, device memory is host memory.
#pragma once
#include "shim_math.h"
#include "shim_vectors.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define __global__
#define __device__
#define __host__
#define __shared__ static
#define __constant__
#define __forceinline__ inline
#define __noinline__
#define __align__(n) __attribute__((aligned(n)))
#define __restrict__
#define __launch_bounds__(...)

inline uint3 threadIdx, blockIdx;
inline dim3 blockDim, gridDim;
constexpr int warpSize = 32;
alignas(16) inline char shim_shared[1 << 16]; // dynamic shared memory

typedef int cudaError_t;
enum { cudaSuccess };
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
enum { cudaHostAllocDefault, cudaHostAllocMapped };
typedef struct shim_stream *cudaStream_t;

inline cudaError_t cudaMalloc(void **p, size_t n) { return *p = malloc(n), 0; }
template <class T> cudaError_t cudaMalloc(T **p, size_t n) { return cudaMalloc((void **)p, n); }
inline cudaError_t cudaFree(void *p) { return free(p), 0; }
template <class T> cudaError_t cudaMallocHost(T **p, size_t n) { return cudaMalloc(p, n); }
template <class T> cudaError_t cudaHostAlloc(T **p, size_t n, unsigned) { return cudaMalloc(p, n); }
template <class T> cudaError_t cudaMallocManaged(T **p, size_t n) { return cudaMalloc(p, n); }
inline cudaError_t cudaHostGetDevicePointer(void **p, void *h, unsigned) { return *p = h, 0; }
inline cudaError_t cudaFreeHost(void *p) { return cudaFree(p); }
inline cudaError_t cudaLaunchHostFunc(cudaStream_t, void (*f)(void *), void *user) { return f(user), 0; }
inline cudaError_t cudaStreamAddCallback(cudaStream_t s, void (*f)(cudaStream_t, cudaError_t, void *), void *user, unsigned) {
  return f(s, 0, user), 0;
}
inline cudaError_t cudaMemset(void *p, int v, size_t n) { return memset(p, v, n), 0; }
inline cudaError_t cudaMemcpy(void *d, const void *s, size_t n, cudaMemcpyKind) { return memcpy(d, s, n), 0; }
inline cudaError_t cudaDeviceSynchronize() { return 0; }
inline cudaError_t cudaGetLastError() { return 0; }
template <class T> cudaError_t cudaMemcpyToSymbol(T &d, const void *s, size_t n) { return memcpy((void *)&d, s, n), 0; }
template <class T> cudaError_t cudaMemcpyFromSymbol(void *d, T &s, size_t n) { return memcpy(d, (void *)&s, n), 0; }

// The threads of a block.
enum shim_state { shim_runs, shim_at_barrier, shim_in_step, shim_in_warp, shim_done };
struct shim_fiber {
  ucontext_t context;
  uint3 id;
  shim_state state;
  unsigned mask, came; // of lanes that exchange: those waited for, those that were there
  unsigned long long posted, got[32];
};
inline ucontext_t shim_main;
inline shim_fiber shim_fibers[1024];
inline shim_fiber *shim_running;
inline void (*shim_call)(void *);
inline void *shim_closure;
inline bool shim_reverse;

inline void shim_wait(shim_state state) {
  shim_running->state = state;
  swapcontext(&shim_running->context, &shim_main);
}
inline void __syncthreads() { shim_wait(shim_at_barrier); }
inline void shim_step() { shim_wait(shim_in_step); } // of threads in lockstep
inline int shim_yes, shim_votes;
inline int shim_vote(bool yes, bool every) {
  shim_yes += yes, shim_votes++;
  __syncthreads();
  int result = every ? shim_yes == shim_votes : shim_yes;
  __syncthreads();
  shim_yes = shim_votes = 0;
  __syncthreads();
  return result;
}
inline int __syncthreads_count(int yes) { return shim_vote(yes, false); }
inline int __syncthreads_or(int yes) { return shim_vote(yes, false) != 0; }
inline int __syncthreads_and(int yes) { return shim_vote(yes, true); }
inline void __trap() { abort(); }
inline void shim_entry() {
  shim_call(shim_closure);
  shim_wait(shim_done);
}

#include "shim_warp.h"

// Lets those go on that wait: for lanes of their warp, then in steps of lockstep, first. False if no thread is left.
inline bool shim_release(int threads) {
  if (shim_join_warps(threads))
    return true;
  bool step = false, left = false;
  for (int i = 0; i < threads; i++)
    step = step || shim_fibers[i].state == shim_in_step;
  for (int i = 0; i < threads; i++)
    if (shim_fibers[i].state == (step ? shim_in_step : shim_at_barrier))
      shim_fibers[i].state = shim_runs, left = true;
  return left;
}

// Runs one block. With SHIM_ORDER=reverse the threads run in the opposite order between barriers: a program whose
// result depends on that has a data race.
inline void shim_block(int threads, bool reverse) {
  static char *stacks = (char *)malloc((size_t)1024 << 16);
  for (int i = 0; i < threads; i++) {
    shim_fiber &f = shim_fibers[i];
    f.id = {i % blockDim.x, i / blockDim.x % blockDim.y, i / (blockDim.x * blockDim.y)};
    f.state = shim_runs;
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = stacks + ((size_t)i << 16);
    f.context.uc_stack.ss_size = 1 << 16;
    f.context.uc_link = &shim_main;
    makecontext(&f.context, shim_entry, 0);
  }
  do
    for (int i = 0; i < threads; i++) {
      shim_running = &shim_fibers[reverse ? threads - 1 - i : i];
      if (shim_running->state != shim_runs)
        continue;
      threadIdx = shim_running->id;
      swapcontext(&shim_main, &shim_running->context);
    }
  while (shim_release(threads));
}

template <class F> void shim_launch(dim3 grid, dim3 block, size_t, F f) {
  const char *order = getenv("SHIM_ORDER");
  bool reverse = shim_reverse = order && !strcmp(order, "reverse");
  shim_call = [](void *c) { (*(F *)c)(); };
  shim_closure = &f;
  gridDim = grid;
  blockDim = block;
  for (unsigned i = 0, n = grid.x * grid.y * grid.z; i < n; i++) {
    unsigned b = reverse ? n - 1 - i : i;
    blockIdx = {b % grid.x, b / grid.x % grid.y, b / (grid.x * grid.y)};
    memset(shim_shared, 0x55, sizeof shim_shared);
    shim_block(block.x * block.y * block.z, reverse);
  }
}

template <class T, class V> T atomicAdd(T *p, V v) { T old = *p; *p = old + (T)v; return old; }
template <class T, class V> T atomicSub(T *p, V v) { T old = *p; *p = old - (T)v; return old; }
template <class T, class V> T atomicMax(T *p, V v) { T old = *p; *p = old > (T)v ? old : (T)v; return old; }
template <class T, class V> T atomicMin(T *p, V v) { T old = *p; *p = old < (T)v ? old : (T)v; return old; }
template <class T, class V> T atomicAnd(T *p, V v) { T old = *p; *p = old & (T)v; return old; }
template <class T, class V> T atomicOr(T *p, V v) { T old = *p; *p = old | (T)v; return old; }
template <class T, class V> T atomicXor(T *p, V v) { T old = *p; *p = old ^ (T)v; return old; }
template <class T, class V> T atomicExch(T *p, V v) { T old = *p; *p = (T)v; return old; }
template <class T, class C, class V> T atomicCAS(T *p, C c, V v) { T old = *p; if (old == (T)c) *p = (T)v; return old; }
inline unsigned atomicInc(unsigned *p, unsigned v) { unsigned old = *p; *p = old >= v ? 0 : old + 1; return old; }
inline void __threadfence() {}
inline void __threadfence_block() {}
template <class T> T __ldg(const T *p) { return *p; }
