// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Threads that write different components of one vector at the same time: each stays as it was
// written. (An OpenCL compiler stores the whole vector for a component.)
#include <cstdio>

constexpr int N = 4096, Threads = 64;

__device__ void put(float *to, int t) { *to = t; }

__global__ void halves(float2 *o) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t & 1)
    o[t / 2].y = t;
  else
    o[t / 2].x = t;
}
__global__ void quarters(float4 *o) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float4 *p = &o[t / 4];
  switch (t % 4) {
  case 0:
    p->x = t;
    break;
  case 1:
    p->y += t;
    break;
  case 2:
    put(&p->z, t);
    break;
  default:
    p->w = t;
  }
}
// Three components by one thread, the last by another.
__global__ void places(int4 *o) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int v = t / 2 * 4;
  if (t & 1) {
    o[t / 2].x = v;
    o[t / 2].y = v + 1;
    o[t / 2].z = v + 2;
  } else {
    o[t / 2].w = v + 3;
  }
}
__global__ void shared(float *out) {
  __shared__ double2 s[Threads / 2];
  int t = threadIdx.x, half = Threads / 2;
  if (t < half)
    s[t].x = t;
  else
    s[t - half].y = t;
  __syncthreads();
  out[t] = t < half ? s[t].x : s[t - half].y;
}
__global__ void bytes(uchar4 *o) {
  int t = threadIdx.x;
  if (t % 4 == 0)
    o[t / 4].x = t;
  if (t % 4 == 1)
    o[t / 4].y = t;
  if (t % 4 == 2)
    o[t / 4].z = t;
  if (t % 4 == 3)
    o[t / 4].w = t;
}

static int check(const char *name, const float *device, int count, bool integers = false) {
  static float h[N];
  cudaMemcpy(h, device, count * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < count; i++)
    wrong += integers ? ((int *)h)[i] != i : h[i] != i;
  if (wrong)
    printf("%s: %d of %d\n", name, wrong, count);
  return wrong;
}

int main() {
  float *d;
  int wrong = 0;
  cudaMalloc(&d, N * sizeof(float));
  halves<<<N / Threads, Threads>>>((float2 *)d);
  wrong += check("halves", d, N);
  cudaMemset(d, 0, N * sizeof(float));
  quarters<<<N / Threads, Threads>>>((float4 *)d);
  wrong += check("quarters", d, N);
  places<<<N / 2 / Threads, Threads>>>((int4 *)d);
  wrong += check("places", d, N, true);
  shared<<<1, Threads>>>(d);
  wrong += check("shared", d, Threads);
  bytes<<<1, Threads>>>((uchar4 *)d);
  unsigned char b[Threads];
  cudaMemcpy(b, d, Threads, cudaMemcpyDeviceToHost);
  for (int i = 0; i < Threads; i++)
    wrong += b[i] != i;
  if (!wrong)
    printf("PASSED\n");
  return wrong != 0;
}
