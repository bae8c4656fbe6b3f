// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cudaMemcpy2D in every direction, its asynchronous form, cudaMemset2D, pitched memory.
#include "check.h"

__global__ void add(unsigned char *base, size_t pitch, int w, int h, int by) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    short *row = (short *)(base + y * pitch);
    row[x] = (short)(row[x] + by);
  }
}

int main() {
  const int w = 21, h = 9;
  short in[h][w + 3], out[h][w + 5];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w + 3; x++)
      in[y][x] = (short)(100 * y + x);
  short *a, *b;
  size_t pa, pb;
  OK(cudaMallocPitch((void **)&a, &pa, w * sizeof(short), h));
  OK(cudaMallocPitch((void **)&b, &pb, (w + 40) * sizeof(short), h + 2));
  OK(cudaMemcpy2D(a, pa, in, sizeof in[0], w * sizeof(short), h, cudaMemcpyHostToDevice));
  OK(cudaMemset2D(b, pb, 0x11, (w + 40) * sizeof(short), h + 2));
  OK(cudaMemcpy2D((char *)b + 2 * pb + 8, pb, a, pa, w * sizeof(short), h,
                  cudaMemcpyDeviceToDevice));
  OK(cudaMemset2D(b, pb, 0, 2 * sizeof(short), h));
  add<<<dim3(2, 2), dim3(16, 8)>>>((unsigned char *)b + 2 * pb + 8, pb, w, h, 1000);
  memset(out, -1, sizeof out);
  OK(cudaMemcpy2D(&out[0][1], sizeof out[0], (const char *)b + 2 * pb + 8, pb, w * sizeof(short), h,
                  cudaMemcpyDeviceToHost));
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w + 5; x++)
      EXPECT_EQ(out[y][x], x >= 1 && x <= w ? in[y][x - 1] + 1000 : -1);
  short corner[4];
  OK(cudaMemcpy(corner, b, sizeof corner, cudaMemcpyDefault));
  EXPECT_EQ(corner[1], 0);
  EXPECT_EQ(corner[2], 0x1111);

  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  OK(cudaMemset2DAsync(a, pa, 0, 4, h, s));
  OK(cudaMemcpy2DAsync(out, sizeof out[0], a, pa, w * sizeof(short), h, cudaMemcpyDeviceToHost, s));
  OK(cudaStreamSynchronize(s));
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      EXPECT_EQ(out[y][x], x < 2 ? 0 : in[y][x]);
  EXPECT(cudaMemcpy2D(out, 4, a, pa, 8, 2, cudaMemcpyDeviceToHost) == cudaErrorInvalidPitchValue);
  (void)cudaGetLastError();
  OK(cudaMemcpy2D(out, sizeof out[0], a, pa, 0, h, cudaMemcpyDeviceToHost));
  OK(cudaStreamDestroy(s));
  OK(cudaFree(a));
  OK(cudaFree(b));
  return verdict();
}
