// A plain kernel: what is the same stays byte for byte.
#include <cstdio>
#include <cuda_runtime.h>

#define BLOCK 256

// y = a * x + y, and the sum of each block.
__global__ void saxpy(const float *x, float *y, float *sums, float a, int n) {
  __shared__ float partial[BLOCK];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = 0.0f;
  if (i < n) {
    y[i] = fmaf(a, __ldg(&x[i]), y[i]);
    partial[threadIdx.x] = y[i];
  }
  // A tree in shared memory.
  for (int width = BLOCK / 2; width > 0; width /= 2) {
    __syncthreads();
    if (threadIdx.x < width)
      partial[threadIdx.x] += partial[threadIdx.x + width];
  }
  if (threadIdx.x == 0)
    sums[blockIdx.x] = partial[0];
}

int main() {
  const int n = 1000, blocks = (n + BLOCK - 1) / BLOCK;
  float *x, *y, *sums, host[blocks];
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&sums, blocks * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  cudaMemset(y, 0, n * sizeof(float));
  saxpy<<<blocks, BLOCK>>>(x, y, sums, 2.0f, n);
  cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[0]);
  cudaFree(x);
  cudaFree(y);
  cudaFree(sums);
}
