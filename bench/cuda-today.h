// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included in front of CUDA programs that were written for older toolkits (nvcc -include), so that CUDA 13 builds them:
// the calls that it dropped, by the ones that took their place. Not part of cu2cl or of what it writes.
#ifndef CU2CL_BENCH_CUDA_TODAY_H
#define CU2CL_BENCH_CUDA_TODAY_H
#ifdef __CUDACC__

#include <cuda_runtime.h>

#if CUDART_VERSION >= 13000
static inline cudaError_t cudaThreadSynchronize(void) { return cudaDeviceSynchronize(); }
static inline cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }
static inline cudaError_t cudaThreadSetCacheConfig(cudaFuncCache Config) { return cudaDeviceSetCacheConfig(Config); }
static inline cudaError_t cudaThreadSetLimit(cudaLimit Limit, size_t Value) { return cudaDeviceSetLimit(Limit, Value); }

static inline cudaMemLocation locationOfDevice(int Device) {
  cudaMemLocation Location = {};
  Location.type = Device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  Location.id = Device == cudaCpuDeviceId ? 0 : Device;
  return Location;
}
static inline cudaError_t cudaMemPrefetchAsync(const void *Pointer, size_t Size, int Device, cudaStream_t Stream = 0) {
  return cudaMemPrefetchAsync(Pointer, Size, locationOfDevice(Device), 0, Stream);
}
static inline cudaError_t cudaMemAdvise(const void *Pointer, size_t Size, cudaMemoryAdvise Advice, int Device) {
  return cudaMemAdvise(Pointer, Size, Advice, locationOfDevice(Device));
}
#endif

#endif
#endif
