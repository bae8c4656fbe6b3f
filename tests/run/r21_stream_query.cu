// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R21: cudaStreamQuery and cudaEventQuery say "not ready" or "done", and in the end "done". "Not ready" is never the
// last error.
#include "check.h"

__global__ void spin(float *v, int rounds) {
  float x = v[threadIdx.x];
  for (int i = 0; i < rounds; i++)
    x = x * 0.999f + 0.001f;
  v[threadIdx.x] = x;
}

int main() {
  float *d;
  OK(cudaMalloc(&d, 32 * sizeof(float)));
  OK(cudaMemset(d, 0, 32 * sizeof(float)));
  cudaStream_t s;
  cudaEvent_t e;
  OK(cudaStreamCreate(&s));
  OK(cudaEventCreate(&e));
  OK(cudaEventQuery(e)); // never recorded: complete
  spin<<<1, 32, 0, s>>>(d, 100000);
  OK(cudaEventRecord(e, s));
  long polls = 0;
  cudaError_t state;
  while ((state = cudaStreamQuery(s)) == cudaErrorNotReady)
    polls++;
  EXPECT(cudaGetLastError() == cudaSuccess); // "not ready" is no error
  EXPECT(state == cudaSuccess);
  EXPECT(cudaEventQuery(e) == cudaSuccess);
  state = cudaStreamQuery(0); // it may or may not have noticed that the memset is done
  EXPECT(state == cudaSuccess || state == cudaErrorNotReady);
  OK(cudaDeviceSynchronize());
  OK(cudaStreamQuery(0));
  OK(cudaStreamQuery(s));
  OK(cudaEventQuery(e));
  float v;
  OK(cudaMemcpy(&v, d + 3, sizeof v, cudaMemcpyDeviceToHost));
  EXPECT_NEAR(v, 1.0, 1e-3);
  spin<<<1, 32, 0, s>>>(d, 1000);
  OK(cudaEventRecord(e, s));
  OK(cudaEventSynchronize(e));
  OK(cudaStreamQuery(s)); // nothing follows the event
  OK(cudaEventDestroy(e));
  OK(cudaStreamDestroy(s));
  OK(cudaFree(d));
  return verdict();
}
