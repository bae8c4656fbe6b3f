// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Adds two vectors on the GPU: c = a + b. The first sample to read.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t status = (call);                                                                   \
    if (status != cudaSuccess) {                                                                   \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));              \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

// One thread adds one pair of elements; the last block may have threads to spare.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000000;
  if (n <= 0) {
    fprintf(stderr, "usage: %s [elements]\n", argv[0]);
    return 1;
  }
  size_t bytes = n * sizeof(float);
  float *a = (float *)malloc(bytes);
  float *b = (float *)malloc(bytes);
  float *c = (float *)malloc(bytes);
  for (int i = 0; i < n; i++) {
    a[i] = 0.5f * (i % 1000);
    b[i] = 1.25f * (i % 777);
  }

  float *d_a, *d_b, *d_c; // the same three vectors on the device
  CHECK(cudaMalloc(&d_a, bytes));
  CHECK(cudaMalloc(&d_b, bytes));
  CHECK(cudaMalloc(&d_c, bytes));
  CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));

  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  int threads = 256;
  int blocks = (n + threads - 1) / threads;
  add<<<blocks, threads>>>(d_a, d_b, d_c,
                           n); // not timed: the first launch pays for loading the kernel
  CHECK(cudaEventRecord(start));
  add<<<blocks, threads>>>(d_a, d_b, d_c, n);
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  CHECK(cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost));

  // One addition of two floats is correctly rounded everywhere, so the results must be equal.
  int wrong = 0;
  for (int i = 0; i < n; i++)
    if (!(c[i] == a[i] + b[i]))
      wrong++;

  printf("%d elements, kernel %.3f ms, %.2f GB/s, %d wrong\n", n, ms, 3e-6 * bytes / ms, wrong);
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_c));
  free(a);
  free(b);
  free(c);
  printf(wrong == 0 ? "PASSED\n" : "FAILED\n");
  return wrong == 0 ? 0 : 1;
}
