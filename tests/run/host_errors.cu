// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Error values, their text, last error and peek, a switch over them, and what a bad launch leaves
// after it.
#include "check.h"

#include <string>

__global__ void nothing(int *v) { *v = 1; }

static int rank(cudaError_t e) {
  switch (e) {
  case cudaSuccess:
    return 0;
  case cudaErrorInvalidValue:
    return 1;
  case cudaErrorMemoryAllocation:
    return 2;
  case cudaErrorInvalidConfiguration:
    return 3;
  case cudaErrorInvalidDevice:
    return 4;
  case cudaErrorInvalidResourceHandle:
    return 5;
  case cudaErrorNotReady:
    return 6;
  default:
    return -1;
  }
}

int main() {
  EXPECT_EQ(rank(cudaGetLastError()), 0);
  int *d, host[4];
  OK(cudaMalloc(&d, 16));
  EXPECT_EQ(rank(cudaMemcpy(d, host, 16, (cudaMemcpyKind)42) == cudaSuccess
                     ? cudaSuccess
                     : cudaErrorInvalidValue),
            1);
  EXPECT(cudaPeekAtLastError() != cudaSuccess);
  EXPECT(cudaPeekAtLastError() != cudaSuccess);
  EXPECT(cudaGetLastError() != cudaSuccess);
  EXPECT(cudaGetLastError() == cudaSuccess);

  cudaError_t e = cudaMalloc(&d, (size_t)1 << 60);
  EXPECT_EQ(rank(e), 2);
  EXPECT_EQ(rank(cudaGetLastError()), 2);
  OK(cudaMalloc(&d, 16));

  nothing<<<1, 1025>>>(d); // CUDA 13 on an H100
  EXPECT_EQ(rank(cudaGetLastError()), 1);
  nothing<<<dim3(1, 70000), 1>>>(d); // CUDA 13's values; older versions said cudaErrorInvalidConfiguration
  EXPECT_EQ(rank(cudaGetLastError()), 1);
  nothing<<<0, 1>>>(d);
  int bad = rank(cudaPeekAtLastError());
  EXPECT_EQ(bad, 1);
  nothing<<<1, 1>>>(d); // a good launch does not clear it
  EXPECT_EQ(rank(cudaGetLastError()), bad);
  EXPECT_EQ(rank(cudaGetLastError()), 0);
  OK(cudaDeviceSynchronize());
  nothing<<<1, 1, 1 << 30>>>(d);
  EXPECT(cudaGetLastError() != cudaSuccess);
  EXPECT_EQ(rank(cudaSetDevice(-1)), 4);
  EXPECT_EQ(rank(cudaGetLastError()), 4);

  cudaError_t all[] = {cudaErrorInvalidValue, cudaErrorMemoryAllocation,
                       cudaErrorInvalidConfiguration, cudaErrorInvalidDevice, cudaErrorNotReady};
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < i; k++) {
      EXPECT(all[i] != all[k]);
      EXPECT(std::string(cudaGetErrorString(all[i])) != cudaGetErrorString(all[k]));
      EXPECT(std::string(cudaGetErrorName(all[i])) != cudaGetErrorName(all[k]));
    }
  EXPECT(std::string(cudaGetErrorString(cudaSuccess)) != cudaGetErrorString(cudaErrorInvalidValue));
  EXPECT(std::string(cudaGetErrorName(cudaSuccess)) == "cudaSuccess");
  EXPECT(std::string(cudaGetErrorName(cudaErrorInvalidValue)) == "cudaErrorInvalidValue");
  EXPECT(std::string(cudaGetErrorName(cudaErrorMemoryAllocation)) == "cudaErrorMemoryAllocation");
  const cudaError none = cudaSuccess;
  EXPECT(!none && (int)cudaSuccess == 0);
  OK(cudaFree(d));
  return verdict();
}
