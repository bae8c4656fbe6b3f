// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Templates of which some are used and some never are.
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
