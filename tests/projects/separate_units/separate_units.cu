// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "shared.h"
#include "unguarded.h"
#include <cstdio>
#define SCALE 2.0f

enum Mode { Simple = 1, Plain };
struct Pair {
  int first;
};
static __device__ float helper(float x) {
  Pair p = {Plain};
  return x - SCALE + (p.first - 2);
}
__device__ float origin(int i) { return i * SCALE; }

void launchFill(float *v, int n);
void launchSums(float *out, const float *in, int n);

__global__ void work(float *out, const float *in, int n, Walker w) {
  __shared__ float tile[64];
  int i = threadIdx.x;
  tile[i] = helper(in[i]);
  __syncthreads();
  out[i] = weigh(in, i) + dot(tile, in, n) + dot(in, in, n) + w.step(shapes::twice(1.5f)) +
           shapes::twice(i);
}

static int differ(const char *what, int i, float got, float wanted) {
  if (got == wanted)
    return 0;
  std::printf("%s[%d] is %g, not %g\n", what, i, got, wanted);
  return 1;
}

int main() {
  const int n = 64;
  float k[4] = {1, 2, 3, 4}, h[n], o[n], s[n];
  float *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpyToSymbol(coefficients, k, sizeof k);
  launchFill(in, n);
  Walker w = {10};
  work<<<1, n>>>(out, in, n, w);
  cudaMemcpy(h, in, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(o, out, sizeof o, cudaMemcpyDeviceToHost);
  launchSums(out, in, n);
  cudaMemcpy(s, out, sizeof s, cudaMemcpyDeviceToHost);
  int count = 0, bad = 0;
  cudaMemcpyFromSymbol(&count, calls, sizeof count);
  float near = 0, far = 0;
  for (int i = 0; i < n; ++i) {
    bad += differ("filled", i, h[i], i * 3.0f + 0.5f);
    near += (h[i] - SCALE) * h[i];
    far += h[i] * h[i];
  }
  for (int i = 0; i < n; ++i) {
    float weight = (h[i] * 3.0f + 0.5f) * k[i & 3] + i * 2.0f;
    bad += differ("work", i, o[i], weight + near + far + w.plain() + 3 + 2 * i);
    bad += differ("sums", i, s[i], weight + far + 0.5f);
  }
  bad += differ("calls", 0, count, 2 * n);
  std::printf(bad ? "FAILED\n" : "PASSED\n");
  return bad != 0;
}
