// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels declared in a header and defined in another file; static kernels of the same name in two
// files; device pointers that cross files through parameters, results, globals and a struct.
#include "check.h"
#include "parts/host_two_files.cuh"

static __global__ void local_kernel(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += 1.0f;
}

float *shared_buffer = nullptr;

template <class T> void raise_all(T *v, int n) { raise<T, 16><<<(n + 15) / 16, 16>>>(v, n); }

int main() {
  const int n = 70;
  float v[n];
  Buffers b = make_buffers(n);
  OK(cudaMemset(b.a, 0, n * sizeof(float)));
  OK(cudaMemset(b.b, 0, n * sizeof(float)));
  shared_buffer = b.b;
  local_kernel<<<(n + 31) / 32, 32>>>(b.a, n); // + 1
  other_local(b.a, n);                         // + 10
  declared_kernel<<<3, 32>>>(b.a, n, 100.0f);  // + 100
  fill_shared(n, 7.0f);
  add_arrays(b.a, shared_buffer, n); // + 7
  OK(cudaMemcpy(v, b.a, sizeof v, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(v[i], 118.0f);
  multiply_all(b.a, n, 0.25f);
  OK(cudaMemcpy(v, b.a, sizeof v, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(v[i], 59.0f);
  float *copy = copy_of(b.a, n);
  OK(cudaMemcpy(v, copy, sizeof v, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(v[i], 59.0f);
  raise_all(copy, n);
  OK(cudaMemcpy(v, copy, sizeof v, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(v[i], 62.0f);
  OK(cudaFree(copy));
  OK(cudaMemcpy(v, tail_of(b, n / 2), 5 * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(v[4], 7.0f);
  free_buffers(&b);
  EXPECT(b.a == nullptr && b.b == nullptr);
  return verdict();
}
