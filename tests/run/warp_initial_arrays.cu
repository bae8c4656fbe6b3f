// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Arrays with initial values that only some threads can read, ahead of exchanges and barriers.
#include <stdio.h>

__device__ float initial_sum(float v) {
  for (int m = 1; m < 32; m <<= 1)
    v += __shfl_xor_sync(0xffffffff, v, m);
  return v;
}

__global__ void initial_arrays(float *d, int n) {
  const int w = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, lane = threadIdx.x % warpSize;
  if (w >= n)
    return;
  float v[2] = {d[w * 64 + lane], d[w * 64 + 32 + lane]};
  const float rows[2][2] = {{d[w * 64 + lane], 1}, {2}};
  for (int pass = 0; pass < 2; ++pass) {
    float s = 0;
    for (int k = 0; k < 2; ++k)
      s += v[k];
    s = initial_sum(s);
    for (float &x : v)
      x += s;
  }
  for (int k = 0; k < 2; ++k)
    d[w * 64 + lane + 32 * k] = v[k] + (rows[0][0] + rows[0][1] + rows[1][0] + rows[1][1]) * 1000;
}

__global__ void initial_arrays_at_barriers(const int *in, int *out, int n) {
  __shared__ int sums[64];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  sums[t] = 0;
  if (i >= n)
    return;
  int v[3] = {in[i], in[n - 1 - i] * 2};
  __syncthreads();
  sums[t] = v[0] + v[1] + v[2];
  __syncthreads();
  out[i] = sums[t ^ 1];
}

int main() {
  const int n = 100;
  float h[320], *d;
  int x[n], out[n], *dx, *dout, bad = 0;
  if (cudaMalloc(&d, sizeof h) != cudaSuccess || cudaMalloc(&dx, sizeof x) != cudaSuccess ||
      cudaMalloc(&dout, sizeof x) != cudaSuccess)
    return 1;
  for (int i = 0; i < 320; ++i)
    h[i] = i % 64 == 0;
  for (int i = 0; i < n; ++i)
    x[i] = (i * 37 + 5) % 101;
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
  initial_arrays<<<2, 96>>>(d, 5);
  initial_arrays_at_barriers<<<2, 64>>>(dx, dout, n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  if (cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
    return 1;
  for (int i = 0; i < 320; ++i)
    bad += h[i] != (i % 64 == 0 ? 67.f : 66.f) + (i % 64 % 32 == 0 ? 4000 : 3000);
  for (int i = 0; i < n; ++i)
    bad += out[i] != x[i ^ 1] + 2 * x[n - 1 - (i ^ 1)];
  printf("%s\n", bad ? "FAILED" : "PASSED");
  return bad != 0;
}
