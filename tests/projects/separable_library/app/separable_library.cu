// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <vector>
#include "particle.h"
#include "grid.cuh"
void launchScan(float *out, float *buf);
__global__ void advance(float dt, particle *p, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) p[i].advance(dt);
}
__global__ void sum(const particle *p, int n, float *out) {
  v3 s(0, 0, 0);
  for (int i = 0; i < n; ++i) s = s + p[i].getTotalDistance();
  *out = s.length();
}
int main() {
  const int n = 100;
  std::vector<particle> h(n), ref(n);
  particle *d; float *o;
  cudaMalloc(&d, n * sizeof(particle)); cudaMalloc(&o, 64);
  cudaMemcpy(d, h.data(), n * sizeof(particle), cudaMemcpyHostToDevice);
  for (int k = 1; k < 5; ++k) { advance<<<2, 64>>>(k, d, n); for (auto &p : ref) p.advance(k); }
  sum<<<1, 1>>>(d, n, o);
  float got, res[16];
  cudaMemcpy(&got, o, 4, cudaMemcpyDeviceToHost);
  v3 t(0, 0, 0);
  for (auto &p : ref) { v3 x = p.getTotalDistance(); t.x += x.x; t.y += x.y; t.z += x.z; }
  int bad = got != t.length();
  setup(0.5f);
  float *b; cudaMalloc(&b, 64);
  launchScan(o, b);
  cudaMemcpy(res, o, 64, cudaMemcpyDeviceToHost);
  float all = 0;
  for (int i = 0; i < 16; ++i) all += i * 0.5f * (i % 3 + 1) + i % 5;
  for (int i = 0; i < 16; ++i) {
    float w = all + (i < 10 ? i : 9) * 1000 + (i + 3) * 0.25f;
    if (res[i] != w) { printf("%d %g %g\n", i, res[i], w); bad++; }
  }
  puts(bad ? "FAILED" : "PASSED");
}
