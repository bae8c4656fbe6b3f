// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Twelve __constant__ variables, scalars, arrays and structs, reached through device functions.
#include "check.h"

struct Material {
  float density;
  float3 colour;
  int id;
};

__constant__ int c0 = 1;
__constant__ float c1 = 0.5f;
__constant__ double c2 = 0.25;
__constant__ unsigned char c3 = 200;
__constant__ int table[5] = {3, 1, 4, 1, 5};
__constant__ float matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
__constant__ Material material = {2.5f, {1, 2, 3}, 9};
__constant__ Material materials[2];
__constant__ long long big = 1ll << 40;
__constant__ short small[3] = {-1, -2, -3};
__constant__ bool enabled = true;
__constant__ float2 pair = {7.0f, 8.0f};

__device__ float scalars(int i) { return c0 + c1 * i + (float)c2 + c3; }
__device__ float from(const float *row, int i) { return row[i]; }
__device__ float arrays(int i) {
  return table[i % 5] + matrix[i % 2][i % 3] + from(matrix[1], i % 3) + small[i % 3];
}
__device__ float structs(int i) {
  const Material *m = &materials[i & 1];
  return material.density * material.colour.y + material.id + m->density + m->colour.z;
}
__device__ float all(int i) {
  return enabled ? scalars(i) + arrays(i) + structs(i) + pair.y : -1.0f;
}

__global__ void use(float *out, long long *wide) {
  int i = threadIdx.x;
  out[i] = all(i);
  wide[i] = big + i;
}

int main() {
  const int n = 30;
  float out[n], *d_out;
  long long wide[n], *d_wide;
  Material m[2] = {{0.5f, {0, 0, 100}, 0}, {0.25f, {0, 0, 200}, 0}};
  OK(cudaMemcpyToSymbol(materials, m, sizeof m));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_wide, sizeof wide));
  use<<<1, n>>>(d_out, d_wide);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(wide, d_wide, sizeof wide, cudaMemcpyDeviceToHost));
  const int t[5] = {3, 1, 4, 1, 5};
  for (int i = 0; i < n; i++) {
    float s = 1 + 0.5f * i + 0.25f + 200;
    float a = t[i % 5] + (i % 2 ? 4 : 1) + i % 3 + 4 + i % 3 - 1 - i % 3;
    float r = 2.5f * 2 + 9 + m[i & 1].density + m[i & 1].colour.z;
    EXPECT_EQ(out[i], s + a + r + 8);
    EXPECT_EQ(wide[i], (1ll << 40) + i);
  }
  bool off = false;
  OK(cudaMemcpyToSymbol(enabled, &off, sizeof off));
  use<<<1, n>>>(d_out, d_wide);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  EXPECT_EQ(out[n - 1], -1.0f);
  OK(cudaFree(d_out));
  OK(cudaFree(d_wide));
  return verdict();
}
