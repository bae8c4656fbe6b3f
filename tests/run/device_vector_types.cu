// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Vector types with the user's operators, component references and pointers, arrays of them, make_*
// of every base.
#include "check.h"

__host__ __device__ inline float3 operator+(float3 a, float3 b) {
  return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__host__ __device__ inline float3 operator*(float s, const float3 &a) {
  return make_float3(s * a.x, s * a.y, s * a.z);
}
__host__ __device__ inline float3 operator-(float3 a) { return make_float3(-a.x, -a.y, -a.z); }
__host__ __device__ inline void operator+=(float4 &a, float4 b) {
  a.x += b.x, a.y += b.y, a.z += b.z, a.w += b.w;
}
__host__ __device__ inline bool operator==(int2 a, int2 b) { return a.x == b.x && a.y == b.y; }
__host__ __device__ inline float dot(float3 a, float3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
__host__ __device__ inline float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }

__host__ __device__ inline void scale(float *component, float by) { *component *= by; }
__host__ __device__ inline void increment(int &v) { v++; }

struct Result {
  float3 v;
  float4 sum;
  float d, pointer_sum;
  int2 same;
  char4 c;
  double2 dd;
  ushort2 us;
  long2 l;
  ulonglong2 ull;
  uchar1 one;
  int sizes;
};

__host__ __device__ inline Result compute(int i) {
  Result r;
  float3 a = make_float3(i, 1, 2), b = {0.5f, 0.25f, (float)i};
  r.v = a + 2.0f * -b + a;
  scale(&r.v.y, 10.0f);
  float4 quad = make_float4(1, 2, 3, 4);
  r.sum = quad;
  r.sum += make_float4(i, i, i, i);
  float *p = &quad.x;
  r.pointer_sum = p[0] + p[1] * 10 + p[2] * 100 + *(p + 3) * 1000;
  r.d = dot(a, b) + dot(make_float2(1, i), make_float2(3, 4));
  int2 pair = make_int2(i, 2);
  increment(pair.x);
  r.same.x = pair == make_int2(i + 1, 2);
  r.same.y = (pair == int2()) ? 1 : 0;
  int3 triple[2] = {{1, 2, 3}, {4, 5, 6}};
  increment(triple[1].z);
  r.c = make_char4(triple[0].x, -triple[0].y, triple[1].z, 'c');
  r.dd = make_double2(i / 4.0, -i);
  r.us = make_ushort2(65535 + i, 1);
  r.l = make_long2(1l << 40, i);
  r.ull.x = ~0ull, r.ull.y = i;
  r.one = make_uchar1(255);
  r.one.x += 2;
  r.sizes =
      sizeof(float4) + 100 * sizeof(char3) + 10000 * sizeof(double3) + 1000000 * sizeof(ushort4);
  return r;
}

__global__ void kernel(Result *out) { out[threadIdx.x] = compute(threadIdx.x); }

int main() {
  const int n = 9;
  Result r[n], *d;
  OK(cudaMalloc(&d, sizeof r));
  kernel<<<1, n>>>(d);
  OK(cudaMemcpy(r, d, sizeof r, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    Result w = compute(i);
    EXPECT_EQ(r[i].v.x, w.v.x);
    EXPECT_EQ(r[i].v.y, w.v.y);
    EXPECT_EQ(r[i].v.z, w.v.z);
    EXPECT_EQ(r[i].v.y, 15.0f);
    EXPECT_EQ(r[i].sum.w, 4.0f + i);
    EXPECT_EQ(r[i].pointer_sum, 4321.0f);
    EXPECT_EQ(r[i].d, 0.5f * i + 0.25f + 2 * i + 3 + 4 * i);
    EXPECT_EQ(r[i].same.x, 1);
    EXPECT_EQ(r[i].same.y, 0);
    EXPECT_EQ(r[i].c.x + 10 * r[i].c.y + 100 * r[i].c.z + r[i].c.w, 1 - 20 + 700 + 'c');
    EXPECT_EQ(r[i].dd.x, i / 4.0);
    EXPECT_EQ(r[i].us.x, (65535 + i) & 65535);
    EXPECT_EQ(r[i].l.x, 1l << 40);
    EXPECT_EQ(r[i].ull.x, ~0ull);
    EXPECT_EQ(r[i].one.x, 1);
    EXPECT_EQ(r[i].sizes, w.sizes);
  }
  EXPECT_EQ(r[0].sizes, 16 + 300 + 240000 + 8000000);
  OK(cudaFree(d));
  return verdict();
}
