// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A class with a pointer to global and to shared memory exists twice.
struct View {
  float *data;
  int n;
};
// CL: typedef struct View { __global float *data; int n; } View;
// CL: typedef struct View_local { __local float *data; int n; } View_local;
__device__ float first(const View &v) { return v.data[0]; }
// CL: float first_l(const View_local v)
// CL: float first_g(const View v)
__global__ void use(float *out) {
  __shared__ float tile[4];
  View g = {out, 1}, l = {tile, 4};
  // CL: View g = {out, 1}; View_local l = {tile, 4};
  g.data[1] = first(l) + first(g);
}
