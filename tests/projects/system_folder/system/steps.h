// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Templates of which some are used and some never are, a launch, a device function and an owner of
// memory.
#pragma once

template <class T> bool finish(T &steps) {
  ++steps;
  return cudaDeviceSynchronize() == cudaSuccess;
}

template <class T> __global__ void unused_kernel(T *p) {
  p[threadIdx.x] = T();
}

template <class T> void unused(T *p) {
  unused_kernel<<<1, 32>>>(p);
  cudaMemset(p, 0, sizeof(T));
  cudaDeviceSynchronize();
}

template <class T> struct Steps {
  T done = 0;
  bool finish() { return ::finish(done); }
  void unused() { cudaDeviceReset(); }
};

template <int Factor> __global__ void fill_by(int *p) { p[threadIdx.x] = threadIdx.x * Factor; }

inline void fill_all(int *p) { fill_by<3><<<1, 32>>>(p); }

inline __device__ int three_times(int n) { return 3 * n; }

struct Owner {
  int *data = nullptr;
  Owner() { cudaMalloc(&data, 32 * sizeof(int)); }
  ~Owner() { cudaFree(data); }
};
