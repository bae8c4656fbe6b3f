// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cudaDeviceSynchronize and friends beside what older programs did: synchronise after each launch,
// blocking flags.
#include "check.h"

__global__ void add(int *v) { atomicAdd(v, 1); }

int main() {
  int *d, v = 0;
  OK(cudaSetDeviceFlags(cudaDeviceScheduleAuto));
  OK(cudaSetDevice(0));
  OK(cudaMalloc((void **)&d, sizeof v));
  OK(cudaMemset((void *)d, 0, sizeof v));
  for (int i = 0; i < 3; i++) {
    add<<<2, 5>>>(d);
    OK(cudaDeviceSynchronize());
    OK(cudaStreamSynchronize(0));
  }
  cudaEvent_t e;
  OK(cudaEventCreateWithFlags(&e, cudaEventBlockingSync));
  OK(cudaEventRecord(e, 0));
  OK(cudaEventSynchronize(e));
  OK(cudaEventDestroy(e));
  OK(cudaMemcpy(&v, d, sizeof v, cudaMemcpyDeviceToHost));
  EXPECT_EQ(v, 30);
  OK(cudaFuncSetCacheConfig(add, cudaFuncCachePreferL1));
  OK(cudaFree(d));
  return verdict();
}
