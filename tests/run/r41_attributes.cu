// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R41: __launch_bounds__, __forceinline__, __noinline__, __restrict__, __align__ and #pragma
// unroll.
#include "check.h"

struct __align__(16) Aligned {
  float a, b, c;
};
struct Packet {
  char tag;
  __align__(8) short value;
};

__device__ __forceinline__ float mix(float a, float b) { return 0.5f * (a + b); }
static __noinline__ __device__ int cube(int x) { return x * x * x; }

__global__ void __launch_bounds__(64)
    bounded(const Aligned *__restrict__ in, float *__restrict__ out, int n) {
  int i = threadIdx.x;
  if (i < n) {
    float s = 0;
#pragma unroll
    for (int k = 0; k < 4; k++)
      s += mix(in[i].a, in[i].b) * k;
#pragma unroll 2
    for (int k = 0; k < 3; ++k)
      s += in[i].c;
    out[i] = s + cube(i);
  }
}

__launch_bounds__(32, 2) __global__ void sizes(int *out, const Packet *p) {
  out[0] = sizeof(Aligned);
  out[1] = sizeof(Packet);
  out[2] = (int)((const char *)&p->value - (const char *)p);
}

int main() {
  Aligned in[40], *d_in;
  float out[40], *d_out;
  int s[3], *d_s;
  Packet *d_p;
  for (int i = 0; i < 40; i++)
    in[i].a = (float)i, in[i].b = 2.0f * i, in[i].c = 1.0f;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_s, sizeof s));
  OK(cudaMalloc(&d_p, sizeof(Packet)));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  bounded<<<1, 64>>>(d_in, d_out, 40);
  sizes<<<1, 1>>>(d_s, d_p);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(s, d_s, sizeof s, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 40; i++)
    EXPECT_EQ(out[i], 9.0f * i + 3 + i * i * i);
  EXPECT_EQ(s[0], 16);
  EXPECT_EQ(s[1], 16);
  EXPECT_EQ(s[2], 8);
  EXPECT_EQ(sizeof(Aligned), 16u);
  EXPECT_EQ(sizeof(Packet), 16u);
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  OK(cudaFree(d_s));
  OK(cudaFree(d_p));
  return verdict();
}
