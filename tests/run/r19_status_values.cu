// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R19: the status of a call is a value: assigned, compared, returned, combined.
#include "check.h"

__global__ void set(int *v) { *v = 11; }

static cudaError_t allocate(int **p, size_t n) { return cudaMalloc((void **)p, n * sizeof(int)); }
static bool good(cudaError_t e) { return e == cudaSuccess; }

int main() {
  int *d, v = 0;
  cudaError_t err;
  err = allocate(&d, 1);
  EXPECT(err == cudaSuccess);
  if ((err = cudaMemset(d, 0, sizeof v)) != cudaSuccess)
    report_failure("memset", __LINE__);
  set<<<1, 1>>>(d);
  if (cudaError_t e = cudaGetLastError())
    printf("%d\n", (int)e), report_failure("launch", __LINE__);
  EXPECT(good(cudaDeviceSynchronize()) && !cudaPeekAtLastError());
  const cudaError_t copied = cudaMemcpy(&v, d, sizeof v, cudaMemcpyDeviceToHost);
  EXPECT(copied == cudaSuccess ? v == 11 : false);
  cudaError_t all[3] = {cudaFree(0), cudaFree(d), cudaFree(nullptr)};
  for (cudaError_t e : all)
    EXPECT(e == cudaSuccess);
  err = cudaSetDevice(1000);
  EXPECT(err != cudaSuccess);
  EXPECT(err == cudaErrorInvalidDevice);
  EXPECT(strlen(cudaGetErrorString(err)) > 0);
  EXPECT(cudaGetLastError() == cudaErrorInvalidDevice);
  EXPECT(cudaGetLastError() == cudaSuccess);
  return verdict();
}
