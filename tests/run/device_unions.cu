// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Unions of members of several sizes, as programs send structures through shuffles and shared
// memory word by word: without an initial value and given by a member, with one, in structures,
// arrays and classes, from functions. LLVM moves a wide initial zero behind the store of a narrow
// member where PoCL makes vectors of it.
#include "check.h"

#define Lanes 32

struct UnionTrip {
  int a;
  long long d;
};

union UnionOfTrip {
  UnionTrip t;
  int w[4];
};

union UnionOfSizes {
  long long l[2];
  int w[4];
  char c[16];
};

struct UnionHolder {
  int tag;
  UnionOfTrip u;
};

struct UnionWithDefault {
  UnionOfTrip u = {{0, 0}};
  int n = 1;
};

__device__ UnionOfTrip union_zero() {
  UnionOfTrip u = {{0, 0}};
  return u;
}

__device__ UnionTrip union_shuffled(UnionTrip v, int source) {
  union {
    UnionTrip t;
    int w[4];
  } u;
  u.t = v;
  for (int j = 0; j < 4; ++j)
    u.w[j] = __shfl_sync(0xffffffffu, u.w[j], source);
  return u.t;
}

__device__ UnionTrip union_chosen(UnionTrip v, int source) {
  UnionOfTrip u;
  if (v.a & 1)
    u.t = v;
  else {
    u.t.a = v.a;
    u.t.d = v.d;
  }
  for (int j = 0; j < 4; ++j)
    u.w[j] = __shfl_sync(0xffffffffu, u.w[j], source);
  return u.t;
}

__global__ void union_shuffles(long long *o) {
  int i = threadIdx.x;
  UnionTrip t = union_shuffled(UnionTrip{i, i * 4}, (i + 5) & 31);
  o[i] = t.a + t.d;
  t = union_chosen(UnionTrip{i, i * 8}, (i + 7) & 31);
  o[i + Lanes] = t.a + t.d;
}

/// What thread \p i has of \p u goes to its neighbours by shared memory.
#define UNION_TURN(u, Words)                                                                       \
  for (int j = 0; j < Words; ++j) {                                                                \
    s[i] = u.w[j];                                                                                 \
    __syncthreads();                                                                               \
    u.w[j] = s[(i + 5) & 31];                                                                      \
    __syncthreads();                                                                               \
  }

__global__ void union_initial(long long *o) {
  __shared__ int s[Lanes];
  int i = threadIdx.x;
  UnionOfTrip u = {{0, 0}};
  u.t = UnionTrip{i, i * 4};
  UNION_TURN(u, 4)
  o[i] = u.t.a + u.t.d;
}

__global__ void union_constants(long long *o) {
  __shared__ int s[Lanes];
  int i = threadIdx.x;
  UnionOfTrip u{{7, 2}};
  u.t.a = i;
  u.t.d = i * 4;
  UNION_TURN(u, 4)
  o[i] = u.t.a + u.t.d;
}

__global__ void union_sizes(long long *o) {
  __shared__ int s[Lanes];
  int i = threadIdx.x;
  UnionOfSizes u = {};
  u.w[0] = i;
  u.l[1] = i;
  UNION_TURN(u, 4)
  o[i] = u.w[0] + u.l[1] * 4;
}

__global__ void union_bytes(long long *o) {
  __shared__ int s[Lanes];
  int i = threadIdx.x;
  UnionOfSizes u = {{0, 0}}, v = u;
  v.c[0] = (char)i;
  v.w[1] = i;
  UNION_TURN(v, 4)
  o[i] = v.w[0] + v.w[1] * 4 + u.w[0];
}

__global__ void union_places(long long *o) {
  __shared__ int s[Lanes];
  int i = threadIdx.x;
  UnionHolder h = {0, {{0, 0}}};
  h.u.t = UnionTrip{i, i * 4};
  UNION_TURN(h.u, 4)
  UnionOfTrip a[2] = {{{0, 0}}, {{0, 0}}};
  a[1].t.a = i;
  a[1].t.d = i * 4;
  UNION_TURN(a[1], 4)
  UnionWithDefault c;
  c.u.t.a = i;
  c.u.t.d = i * 4;
  UNION_TURN(c.u, 4)
  UnionOfTrip f = union_zero();
  f.t = UnionTrip{i, i * 4};
  UNION_TURN(f, 4)
  o[i] = (h.u.t.a + h.u.t.d + a[1].t.a + a[1].t.d + c.u.t.a + c.u.t.d + f.t.a + f.t.d) / 4 + h.tag;
}

// Unions by value: functions get copies, and a kernel its argument.
__device__ long long union_given(UnionOfSizes u, int i, int *s) {
  u.l[0] = 0;
  u.w[0] = i;
  u.l[1] = i;
  UNION_TURN(u, 4)
  return u.w[0] + u.l[1] * 4;
}

__device__ UnionOfSizes union_of_zeros() {
  UnionOfSizes u = {{0, 0}};
  return u;
}

__global__ void union_values(long long *o) {
  __shared__ int s[Lanes];
  int i = threadIdx.x;
  UnionOfSizes named = {{7, 7}};
  o[i] = (union_given(UnionOfSizes{{7, 7}}, i, s) + union_given(UnionOfSizes{}, i, s) +
          union_given(union_of_zeros(), i, s) + union_given(named, i, s)) /
         4;
}

// Stores after a barrier, in a list of their own, and through a pointer.
__device__ void union_set(UnionOfSizes *u, int i) {
  u->l[0] = 0;
  u->w[0] = i;
  u->l[1] = i;
}

__global__ void union_late(long long *o) {
  __shared__ int s[Lanes];
  int i = threadIdx.x;
  UnionOfSizes u = {}, v = {};
  s[i] = i;
  __syncthreads();
  int n = s[Lanes - 1 - i];
  __syncthreads();
  u.l[0] = 0;
  u.w[0] = Lanes - 1 - n;
  u.l[1] = Lanes - 1 - n;
  UNION_TURN(u, 4)
  union_set(&v, i);
  UNION_TURN(v, 4)
  o[i] = (u.w[0] + u.l[1] * 4 + v.w[0] + v.l[1] * 4) / 2;
}

__global__ void union_argument(long long *o, UnionOfSizes u) {
  __shared__ int s[Lanes];
  int i = threadIdx.x;
  u.l[0] = 0;
  u.w[0] = i;
  u.l[1] = i;
  UNION_TURN(u, 4)
  o[i] = u.w[0] + u.l[1] * 4;
}

int main() {
  long long *o, h[2 * Lanes];
  cudaMalloc(&o, sizeof(h));
  union_shuffles<<<1, Lanes>>>(o);
  cudaMemcpy(h, o, sizeof(h), cudaMemcpyDeviceToHost);
  for (int i = 0; i < Lanes; ++i) {
    EXPECT_EQ(h[i], ((i + 5) & 31) * 5);
    EXPECT_EQ(h[i + Lanes], ((i + 7) & 31) * 9);
  }
  void (*const kernels[])(long long *) = {union_initial, union_constants, union_sizes, union_bytes,
                                          union_places,  union_values,    union_late};
  for (auto kernel : kernels) {
    kernel<<<1, Lanes>>>(o);
    cudaMemcpy(h, o, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < Lanes; ++i)
      EXPECT_EQ(h[i], ((i + 5) & 31) * 5);
  }
  union_argument<<<1, Lanes>>>(o, UnionOfSizes{{7, 7}});
  cudaMemcpy(h, o, sizeof(h), cudaMemcpyDeviceToHost);
  for (int i = 0; i < Lanes; ++i)
    EXPECT_EQ(h[i], ((i + 5) & 31) * 5);
  cudaFree(o);
  return verdict();
}
