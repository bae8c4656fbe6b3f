// expect: CU2CL3023 limit size table next_counter blocks_turn blocks_turn_2 by_case_held_2 instance_int_turn single_once_2
// errors: 12
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUDA takes the variables of the device's compilation; the port's host would give kernels others.
#include <cuda_runtime.h>

#ifdef __CUDA_ARCH__
#define LIMIT 7
__device__ static int counter = 3;
#else
#define LIMIT 6
#endif
#if __CUDA_ARCH__ >= 600
__device__ float table[2] = {1, 2};
#else
__device__ float table[2] = {3, 4};
#endif

__constant__ int limit = LIMIT;
__device__ char size[LIMIT];
__device__ int fine = 8; // no word of it

__host__ __device__ int next() {
#ifdef __CUDA_ARCH__
  __device__ static int counter = 7;
  return atomicAdd(&counter, 1);
#else
  return 0;
#endif
}

#ifdef __CUDA_ARCH__
__device__ int counted() { return atomicAdd(&counter, 1); }
#else
__device__ int counted();
#endif

// Of one name in several blocks: each is itself.
__device__ int blocks(int which) {
#ifdef __CUDA_ARCH__
#define FIRST 1
#else
#define FIRST 2
#endif
  if (which) {
    static int turn = FIRST;
    return turn++;
  }
  static int turn = 3 - FIRST;
  return turn++;
}
__device__ int by_case(int which) {
  switch (which) {
  case 0: {
    static int held = 4;
    return held++;
  }
  case 1: {
    static int held = LIMIT;
    return held++;
  }
  }
  return 0;
}
template <class T> __device__ T instance(T which) {
  if (which) {
    static T turn = LIMIT;
    return turn++;
  }
  static T turn = 13 - LIMIT;
  return turn++;
}
__device__ int single(int which) {
#ifdef __CUDA_ARCH__
  if (which) {
    static int once = 3;
    return once++;
  }
#endif
  static int once = 3;
  return once++;
}

__global__ void kernel(float *out) {
  out[9] = blocks(0) + blocks(1) + by_case(0) + by_case(1) + instance(1) + single(1);
  size[threadIdx.x] = next() + fine + counted();
  out[threadIdx.x] = limit + table[1] + size[0];
}

void launch(float *d) { kernel<<<1, 4>>>(d); }
