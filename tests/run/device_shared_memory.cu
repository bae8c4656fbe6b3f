// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Shared memory in every dress: padded 2-D tiles, structs, arrays in device functions and in nested
// blocks, and several arrays carved from one dynamic block.
#include "check.h"

#define N 16

struct Stats {
  int low, high;
  float mean[2];
};

__device__ int rotate(int v, int by) {
  __shared__ int ring[N * N];
  int t = threadIdx.y * N + threadIdx.x;
  __syncthreads();
  ring[t] = v;
  __syncthreads();
  return ring[(t + by) % (N * N)];
}

__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[N][N + 1];
  int x = blockIdx.x * N + threadIdx.x, y = blockIdx.y * N + threadIdx.y;
  if (x < n && y < n)
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * N + threadIdx.x;
  y = blockIdx.x * N + threadIdx.y;
  if (x < n && y < n)
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void structs(int *out) {
  __shared__ Stats stats;
  __shared__ volatile int single;
  int t = threadIdx.y * N + threadIdx.x;
  if (t == 0) {
    stats.low = 1000;
    stats.high = -1;
    stats.mean[1] = 0.5f;
    single = 77;
  }
  __syncthreads();
  atomicMin(&stats.low, t + 5);
  atomicMax(&stats.high, t * 2);
  __syncthreads();
  int r = rotate(t, 3);
  if (blockIdx.x == 0) {
    __shared__ int nested[N * N];
    nested[t] = r;
    __syncthreads();
    r += nested[N * N - 1 - t] * 1000;
  } else {
    r = -rotate(r, 1);
  }
  out[blockIdx.x * N * N + t] =
      r + stats.low + stats.high + single + (stats.mean[1] > 0.25f ? 1 : 0);
}

__global__ void carved(const int *in, double *out, int n) {
  extern __shared__ double block[];
  double *reals = block;
  int *ints = (int *)&reals[n];
  unsigned char *bytes = (unsigned char *)(ints + n);
  int t = threadIdx.x;
  reals[t] = in[t] * 0.5;
  ints[t] = in[t] * 2;
  bytes[t] = (unsigned char)in[t];
  __syncthreads();
  int o = n - 1 - t;
  out[t] = reals[o] + ints[(o + 1) % n] + bytes[(o + 2) % n];
}

// Bytes that are written as words: their array must be aligned as words are.
__global__ void bytes_as_words(const int *in, int *out) {
  __shared__ char flag;
  __shared__ unsigned char bytes[32];
  flag = 1;
  ((int *)bytes)[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = bytes[4 * threadIdx.x] + flag;
}

// Pointers that lie in shared memory.
#define ITEM int
__global__ void shared_pointers(const ITEM *in, ITEM *out) {
  __shared__ const ITEM *from;
  __shared__ ITEM *rows[2];
  if (threadIdx.x == 0) {
    from = in + 1;
    rows[0] = out;
    rows[1] = out + 4;
  }
  __syncthreads();
  rows[threadIdx.x / 4][threadIdx.x % 4] = from[threadIdx.x] * 2;
}

int main() {
  const int n = 37;
  static float a[n * n], b[n * n];
  float *d_a, *d_b;
  for (int i = 0; i < n * n; i++)
    a[i] = (float)i;
  OK(cudaMalloc(&d_a, sizeof a));
  OK(cudaMalloc(&d_b, sizeof b));
  OK(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice));
  transpose<<<dim3(3, 3), dim3(N, N)>>>(d_a, d_b, n);
  OK(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost));
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      EXPECT_EQ(b[y * n + x], a[x * n + y]);

  static int out[2 * N * N];
  int *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  structs<<<2, dim3(N, N)>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  const int all = N * N, base = 5 + 2 * (all - 1) + 77 + 1;
  for (int t = 0; t < all; t++) {
    int r = (t + 3) % all, mirrored = (all - 1 - t + 3) % all;
    EXPECT_EQ(out[t], r + mirrored * 1000 + base);
    EXPECT_EQ(out[all + t], -((t + 4) % all) + base);
  }

  const int m = 50;
  int in[m];
  double reals[m], *d_reals;
  for (int i = 0; i < m; i++)
    in[i] = 7 * i;
  OK(cudaMalloc(&d_reals, sizeof reals));
  OK(cudaMemcpy(d_out, in, sizeof in, cudaMemcpyHostToDevice));
  carved<<<1, m, m * (sizeof(double) + sizeof(int) + 1)>>>(d_out, d_reals, m);
  OK(cudaMemcpy(reals, d_reals, sizeof reals, cudaMemcpyDeviceToHost));
  for (int t = 0; t < m; t++) {
    int o = m - 1 - t;
    EXPECT_EQ(reals[t], in[o] * 0.5 + in[(o + 1) % m] * 2 + (in[(o + 2) % m] & 255));
  }
  shared_pointers<<<1, 8>>>(d_out, (int *)d_reals);
  OK(cudaMemcpy(out, d_reals, 8 * sizeof(int), cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; t++)
    EXPECT_EQ(out[t], 2 * in[t + 1]);
  bytes_as_words<<<1, 8>>>(d_out, (int *)d_reals);
  OK(cudaMemcpy(out, d_reals, 8 * sizeof(int), cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; t++)
    EXPECT_EQ(out[t], (in[t] & 255) + 1);
  OK(cudaFree(d_a));
  OK(cudaFree(d_b));
  OK(cudaFree(d_out));
  OK(cudaFree(d_reals));
  return verdict();
}
