// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the two files of host_two_files share.
#pragma once
#include <cuda_runtime.h>

struct Buffers {
  float *a;
  float *b;
};

extern float *shared_buffer;

extern __global__ void declared_kernel(float *v, int n, float by);

// Used by one of the files.
template <class T> __global__ void multiply(T *v, int n, T by) {
  int i = threadIdx.x;
  if (i < n)
    v[i] *= by;
}
template <class T> void multiply_all(T *v, int n, T by) {
  auto launch = [=](auto factor) { multiply<<<1, n>>>(v, n, T(factor)); };
  multiply<<<1, n>>>(v, n, by);
  launch(2);
}

// Used by one of the files, with a pointer whose type it knows.
template <class T> float *copy_of(const T *from, int n) {
  float *to;
  cudaMalloc(&to, n * sizeof(float));
  cudaMemcpy(to, from, n * sizeof(float), cudaMemcpyDeviceToDevice);
  return to;
}
// Used by none.
template <class F> void with_doubles(F launch, int n) {
  double *values;
  cudaMalloc(&values, n * sizeof(double));
  cudaMemset(values, 0, n * sizeof(double));
  launch(values);
  cudaFree(values);
}

// Defined and instantiated by one of the files, launched by a template of the other.
template <class T, size_t Threads> __global__ void raise(T *v, int n);

Buffers make_buffers(int n);
void free_buffers(Buffers *b);
float *tail_of(const Buffers &b, int from);
void other_local(float *v, int n);
void fill_shared(int n, float value);
void add_arrays(float *to, const float *from, int n);
