// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R38: every allocation gives device (or pinned) memory: pitched, pinned, and the address of a
// symbol.
#include "check.h"

__device__ float device_array[24];
__constant__ float constants[4];

__global__ void rows(float *base, size_t pitch, int w) {
  float *row = (float *)((char *)base + blockIdx.x * pitch);
  if (threadIdx.x < w)
    row[threadIdx.x] = 100.0f * blockIdx.x + threadIdx.x + constants[blockIdx.x & 3];
}
__global__ void twice(float *v) { v[threadIdx.x] *= 2; }

int main() {
  const int w = 13, h = 5;
  float *pitched, got[h][w], *pinned;
  size_t pitch = 0;
  float c[4] = {0.5f, 0.25f, 0.125f, 0.75f};
  OK(cudaMemcpyToSymbol(constants, c, sizeof c));
  OK(cudaMallocPitch((void **)&pitched, &pitch, w * sizeof(float), h));
  EXPECT(pitch >= w * sizeof(float));
  rows<<<h, 16>>>(pitched, pitch, w);
  OK(cudaMemcpy2D(got, sizeof got[0], pitched, pitch, w * sizeof(float), h,
                  cudaMemcpyDeviceToHost));
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      EXPECT_EQ(got[y][x], 100.0f * y + x + c[y & 3]);

  OK(cudaHostAlloc((void **)&pinned, 24 * sizeof(float), cudaHostAllocPortable));
  for (int i = 0; i < 24; i++)
    pinned[i] = (float)i;
  OK(cudaMemcpyToSymbol(device_array, pinned, 24 * sizeof(float)));
  float *address;
  size_t size = 0;
  OK(cudaGetSymbolAddress((void **)&address, device_array));
  OK(cudaGetSymbolSize(&size, device_array));
  EXPECT_EQ(size, sizeof(float) * 24);
  twice<<<1, 24>>>(address);
  OK(cudaMemcpyFromSymbol(pinned, device_array, 24 * sizeof(float)));
  for (int i = 0; i < 24; i++)
    EXPECT_EQ(pinned[i], 2.0f * i);
  OK(cudaFreeHost(pinned));
  OK(cudaFree(pitched));
  return verdict();
}
