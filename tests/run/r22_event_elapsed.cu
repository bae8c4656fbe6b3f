// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R22: the status of cudaEventElapsedTime is a value of its own.
#include "check.h"

__global__ void work(float *v) {
  for (int i = 0; i < 1000; i++)
    v[threadIdx.x] += 1.0f;
}

int main() {
  float *d, ms = -1.0f;
  OK(cudaMalloc(&d, 32 * sizeof(float)));
  OK(cudaMemset(d, 0, 32 * sizeof(float)));
  cudaEvent_t a, b, never;
  OK(cudaEventCreate(&a));
  OK(cudaEventCreate(&b));
  OK(cudaEventCreate(&never));
  OK(cudaEventRecord(a));
  work<<<1, 32>>>(d);
  OK(cudaEventRecord(b, 0));
  OK(cudaEventSynchronize(b));
  cudaError_t status = cudaEventElapsedTime(&ms, a, b);
  EXPECT(status == cudaSuccess);
  EXPECT(ms >= 0.0f && ms < 60000.0f);
  EXPECT(cudaEventElapsedTime(&ms, a, never) == cudaErrorInvalidResourceHandle);
  (void)cudaGetLastError();
  float v;
  OK(cudaMemcpy(&v, d, sizeof v, cudaMemcpyDeviceToHost));
  EXPECT_EQ(v, 1000.0f);
  OK(cudaEventDestroy(a));
  OK(cudaEventDestroy(b));
  OK(cudaEventDestroy(never));
  OK(cudaFree(d));
  return verdict();
}
