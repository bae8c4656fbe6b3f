// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "host_two_files.cuh"

static __global__ void local_kernel(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += 10.0f;
}

__global__ void declared_kernel(float *v, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += by;
}

static __global__ void add_kernel(float *to, const float *from, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    to[i] += from[i];
}

template <class T, size_t Threads> __global__ void raise(T *v, int n) {
  int i = blockIdx.x * Threads + threadIdx.x;
  if (i < n)
    v[i] += T(3);
}
template __global__ void raise<float, 16>(float *, int);
template __global__ void raise<double, 16>(double *, int);
template __global__ void raise<double, 2>(double *, int);

Buffers make_buffers(int n) {
  Buffers b;
  cudaMalloc((void **)&b.a, n * sizeof(float));
  cudaMalloc((void **)&b.b, n * sizeof(float));
  return b;
}
void free_buffers(Buffers *b) {
  cudaFree(b->a);
  cudaFree(b->b);
  b->a = b->b = nullptr;
}
float *tail_of(const Buffers &b, int from) { return b.b + from; }
void other_local(float *v, int n) { local_kernel<<<(n + 31) / 32, 32>>>(v, n); }
void fill_shared(int n, float value) {
  declared_kernel<<<(n + 63) / 64, 64>>>(shared_buffer, n, value);
}
void add_arrays(float *to, const float *from, int n) { add_kernel<<<1, 16>>>(to, from, n); }
