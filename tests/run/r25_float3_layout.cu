// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R25: arrays of float3 and int3 have a stride of 12 bytes on both sides.
#include "check.h"

__global__ void rotate(const float3 *in, float3 *out, int3 *index, char *raw, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float3 v = in[i];
  out[i] = make_float3(v.y, v.z, v.x + in[(i + 1) % n].x);
  int3 k = {i, 2 * i, 3 * i};
  index[i] = k;
  *(int *)(raw + 12 * i + 4) = 7 * i; // the y of index[i], had it been written here
  __shared__ uchar3 small[32];
  small[threadIdx.x] = make_uchar3(1, 2, 3);
  raw[12 * i] = (char)sizeof(small[0]);
  raw[12 * i + 1] = (char)sizeof(float3);
  raw[12 * i + 2] = (char)sizeof(short3);
}

int main() {
  const int n = 33;
  float3 in[n], out[n], *d_in, *d_out;
  int3 index[n], *d_index;
  char raw[12 * n], *d_raw;
  for (int i = 0; i < n; i++)
    in[i] = make_float3(i + 0.25f, -1.0f * i, 10.0f * i);
  OK(cudaMalloc(&d_in, n * 12));
  OK(cudaMalloc(&d_out, n * sizeof(float3)));
  OK(cudaMalloc(&d_index, n * sizeof(int3)));
  OK(cudaMalloc(&d_raw, sizeof raw));
  OK(cudaMemset(d_raw, 0, sizeof raw));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  rotate<<<2, 32>>>(d_in, d_out, d_index, d_raw, n);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(index, d_index, sizeof index, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(raw, d_raw, sizeof raw, cudaMemcpyDeviceToHost));
  EXPECT_EQ(sizeof(float3), 12u);
  for (int i = 0; i < n; i++) {
    EXPECT_EQ(out[i].x, in[i].y);
    EXPECT_EQ(out[i].y, in[i].z);
    EXPECT_EQ(out[i].z, in[i].x + in[(i + 1) % n].x);
    EXPECT_EQ(index[i].x, i);
    EXPECT_EQ(index[i].y, 2 * i);
    EXPECT_EQ(index[i].z, 3 * i);
    int y;
    memcpy(&y, raw + 12 * i + 4, sizeof y);
    EXPECT_EQ(y, 7 * i);
    EXPECT_EQ(raw[12 * i], 3);
    EXPECT_EQ(raw[12 * i + 1], 12);
    EXPECT_EQ(raw[12 * i + 2], 6);
  }
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  OK(cudaFree(d_index));
  OK(cudaFree(d_raw));
  return verdict();
}
