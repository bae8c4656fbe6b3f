// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Races in shared memory that are right in CUDA for one warp: each store waits for the others, before and after.
#include <cuda_runtime.h>

// In helpers: by a pointer that is not volatile, one that stores and one that reads.
__device__ void reduce_plain(int *s, int t) {
  s[t] += s[t + 16]; // CL: if (active) value = s[t] + (s[t + 16]);
  s[t] += s[t + 8];
}
__global__ void calls_plain(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32)
    reduce_plain(s, t); // CL: if (clrt_enter(active, warp)) reduce_plain(s, t, warp, active);
  out[t] = s[0];
}
__device__ void put(int *to, int v) { to[threadIdx.x] = v; } // CL: to[get_local_id(0)] = value;
__device__ int get(const int *from, int k) { return from[threadIdx.x ^ k]; }
__global__ void put_and_get(int *out) {
  extern __shared__ double raw[];
  int *s = (int *)raw;
  put(s, out[threadIdx.x]);
  out[threadIdx.x] = get(s, 3);
}
// Whole vectors and objects, and parts of them.
struct Pair {
  int a, b;
};
__global__ void whole_vectors(const float4 *in, float4 *out) {
  __shared__ float4 s[32];
  s[threadIdx.x] = in[threadIdx.x]; // CL: float4 value = in[get_local_id(0)];
  out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void whole_then_member(const Pair *in, int *out) {
  __shared__ Pair s[32];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[31 - threadIdx.x].b;
}
__global__ void member_then_whole(const Pair *in, Pair *out) {
  __shared__ Pair s[32];
  s[threadIdx.x].b = in[threadIdx.x].b; // CL: s[get_local_id(0)].b = value;
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void one_object(const Pair *in, int *out) {
  __shared__ Pair s;
  if (threadIdx.x == 0)
    s = in[0]; // CL: if (active) s = value;
  out[threadIdx.x] = s.a + s.b;
}

// Each thread moves its neighbour's value while that thread may have moved its own already.
__global__ void moves_up(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  if (threadIdx.x > 0)
    s[threadIdx.x] = s[threadIdx.x - 1]; // CL: if (active) value = s[(uint)get_local_id(0) - 1];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// A case that falls into the next, what follows a switch, a loop or a helper with ways out.
__global__ void falls_through(int *out, int mode) {
  __shared__ int s[65];
  int t = threadIdx.x;
  switch (mode) {
  case 0:
    s[t] = out[t];
  case 1:
    out[t] = s[t + 1];
  }
}
__global__ void behind_switch(int *out, int mode) {
  __shared__ int s[65];
  int t = threadIdx.x;
  switch (mode) {
  case 0:
    s[t] = out[t];
    break;
  case 1:
    __syncthreads();
  }
  out[t] = s[t + 1];
}
__device__ void stores_and_returns(int *s, int mode) {
  if (mode) {
    s[threadIdx.x] = mode; // CL: int value = mode;
    return;
  }
  __syncthreads();
}
__global__ void behind_return(int *out, int mode) {
  __shared__ int s[65];
  stores_and_returns(s, mode);
  out[threadIdx.x] = s[threadIdx.x + 1];
}
__global__ void next_round(int *out, int n) {
  __shared__ int s[65];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    out[t] += s[t + 1];
    __syncthreads();
    s[t] = i; // CL: int value = i;
    if (i & 1)
      continue;
    __syncthreads();
  }
}
