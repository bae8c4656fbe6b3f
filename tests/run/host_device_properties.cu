// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device properties and attributes that programs read, and that agree with each other.
#include "check.h"

int main() {
  int count = 0, driver = 0, runtime = 0, v = 0;
  OK(cudaGetDeviceCount(&count));
  EXPECT(count > 0);
  for (int i = 0; i < count; i++) {
    cudaDeviceProp p;
    memset(&p, 0, sizeof p);
    OK(cudaGetDeviceProperties(&p, i));
    EXPECT(strlen(p.name) > 0);
    EXPECT(p.totalGlobalMem > (size_t)1 << 20);
    EXPECT(p.sharedMemPerBlock >= 16 * 1024);
    EXPECT(p.maxThreadsPerBlock >= 256);
    EXPECT(p.maxThreadsDim[0] >= 256 && p.maxThreadsDim[1] >= 1 && p.maxThreadsDim[2] >= 1);
    EXPECT(p.maxGridSize[0] >= 65535 && p.maxGridSize[1] >= 65535);
    EXPECT(p.warpSize == 32);
    EXPECT(p.multiProcessorCount >= 1);
    EXPECT(p.totalConstMem >= 65536);
    EXPECT(p.major >= 1 && p.minor >= 0);
    EXPECT(p.regsPerBlock > 0);
    printf("%s: %zu MB, %d multiprocessors, %d.%d\n", p.name, p.totalGlobalMem >> 20,
           p.multiProcessorCount, p.major, p.minor);
    OK(cudaDeviceGetAttribute(&v, cudaDevAttrMaxThreadsPerBlock, i));
    EXPECT_EQ(v, p.maxThreadsPerBlock);
    OK(cudaDeviceGetAttribute(&v, cudaDevAttrMultiProcessorCount, i));
    EXPECT_EQ(v, p.multiProcessorCount);
    OK(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, i));
    EXPECT_EQ(v, 32);
    OK(cudaDeviceGetAttribute(&v, cudaDevAttrMaxSharedMemoryPerBlock, i));
    EXPECT_EQ((size_t)v, p.sharedMemPerBlock);
  }
  cudaDeviceProp wrong;
  EXPECT(cudaGetDeviceProperties(&wrong, count) == cudaErrorInvalidDevice);
  (void)cudaGetLastError();
  size_t free_bytes = 0, total = 0;
  OK(cudaMemGetInfo(&free_bytes, &total));
  EXPECT(total > 0 && free_bytes <= total);
  OK(cudaDriverGetVersion(&driver));
  OK(cudaRuntimeGetVersion(&runtime));
  EXPECT(runtime >= 1000);
  OK(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
  OK(cudaDeviceReset());
  OK(cudaFree(0));
  return verdict();
}
