// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUDA's built-ins for one CPU thread, as far as generated programs use them: blocks run one after another, the threads
// of a block are fibers that change at barriers, device memory is host memory.
#pragma once
#include "shim_math.h"
#include "shim_vectors.h"

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
#define __restrict__
#define __launch_bounds__(...)

inline uint3 threadIdx, blockIdx;
inline dim3 blockDim, gridDim;
constexpr int warpSize = 32;
alignas(16) inline char shim_shared[1 << 16]; // dynamic shared memory

typedef int cudaError_t;
enum { cudaSuccess };
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };

inline cudaError_t cudaMalloc(void **p, size_t n) { return *p = malloc(n), 0; }
template <class T> cudaError_t cudaMalloc(T **p, size_t n) { return cudaMalloc((void **)p, n); }
inline cudaError_t cudaFree(void *p) { return free(p), 0; }
inline cudaError_t cudaMemset(void *p, int v, size_t n) { return memset(p, v, n), 0; }
inline cudaError_t cudaMemcpy(void *d, const void *s, size_t n, cudaMemcpyKind) { return memcpy(d, s, n), 0; }
inline cudaError_t cudaDeviceSynchronize() { return 0; }
inline cudaError_t cudaGetLastError() { return 0; }
template <class T> cudaError_t cudaMemcpyToSymbol(T &d, const void *s, size_t n) { return memcpy((void *)&d, s, n), 0; }
template <class T> cudaError_t cudaMemcpyFromSymbol(void *d, T &s, size_t n) { return memcpy(d, (void *)&s, n), 0; }

// The threads of a block.
struct shim_fiber {
  ucontext_t context;
  uint3 id;
  bool done;
};
inline ucontext_t shim_main;
inline shim_fiber shim_fibers[1024];
inline shim_fiber *shim_running;
inline void (*shim_call)(void *);
inline void *shim_closure;

inline void __syncthreads() { swapcontext(&shim_running->context, &shim_main); }
inline void shim_entry() {
  shim_call(shim_closure);
  shim_running->done = true;
  swapcontext(&shim_running->context, &shim_main);
}

// Runs one block. With SHIM_ORDER=reverse the threads run in the opposite order between barriers: a program whose
// result depends on that has a data race.
inline void shim_block(int threads, bool reverse) {
  static char *stacks = (char *)malloc((size_t)1024 << 16);
  for (int i = 0; i < threads; i++) {
    shim_fiber &f = shim_fibers[i];
    f.id = {i % blockDim.x, i / blockDim.x % blockDim.y, i / (blockDim.x * blockDim.y)};
    f.done = false;
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = stacks + ((size_t)i << 16);
    f.context.uc_stack.ss_size = 1 << 16;
    f.context.uc_link = &shim_main;
    makecontext(&f.context, shim_entry, 0);
  }
  for (bool alive = true; alive;) {
    alive = false;
    for (int i = 0; i < threads; i++) {
      shim_running = &shim_fibers[reverse ? threads - 1 - i : i];
      if (shim_running->done)
        continue;
      threadIdx = shim_running->id;
      swapcontext(&shim_main, &shim_running->context);
      alive = alive || !shim_running->done;
    }
  }
}

template <class F> void shim_launch(dim3 grid, dim3 block, size_t, F f) {
  const char *order = getenv("SHIM_ORDER");
  bool reverse = order && !strcmp(order, "reverse");
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
