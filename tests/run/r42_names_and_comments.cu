// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R42: user names that contain or start with "cu"; CUDA words in comments and strings stay as they
// are. This comment speaks of cudaMalloc, __global__ and of using shared memory: threadIdx.x,
// blockDim.x.
#include "check.h"

/* using shared memory; kernel<<<grid, block>>>(arguments); cudaFree(p); */
static const char *help = "using shared memory: cudaMalloc, threadIdx.x, __shared__ <<<1, 2>>>";
static const char *raw = R"(cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);)";

__device__ int cuAdd(int a, int b) { return a + b; } // cuAdd is ours
__device__ int cudaLike(int a) { return 3 * a; }
static int cuHost(int *d, int n);
struct cuState {
  int cudaCount;
  int cuda;
};

__global__ void accumulate(int *v, cuState state) { // not threadIdx but the real one:
  int threadIdx_x = threadIdx.x;                    /* blockIdx.x is not used */
  v[threadIdx_x] = cuAdd(cudaLike(threadIdx_x), state.cudaCount) - state.cuda;
}

static int cuHost(int *d, int n) {
  int cudaSum = 0, *cu_buffer = new int[n];
  OK(cudaMemcpy(cu_buffer, d, n * sizeof(int), cudaMemcpyDeviceToHost)); // cudaMemcpy in a comment
  for (int i = 0; i < n; i++)
    cudaSum += cu_buffer[i];
  delete[] cu_buffer;
  return cudaSum;
}

int main() {
  EXPECT(strlen(help) == 67 && help[6] == 's');
  EXPECT(strstr(help, "cudaMalloc") && strstr(help, "threadIdx.x") && strstr(help, "<<<1, 2>>>"));
  EXPECT(strcmp(raw, "cuda"
                     "Memcpy(d, h, n, cuda"
                     "MemcpyHostToDevice);") == 0);
  int *cu_d;
  cuState cudaState = {5, 2};
  OK(cudaMalloc(&cu_d, 16 * sizeof(int)));
  accumulate<<<1, 16>>>(cu_d, cudaState);
  EXPECT_EQ(cuHost(cu_d, 16), 3 * 120 + 16 * 3);
  OK(cudaFree(cu_d));
  return verdict();
}
