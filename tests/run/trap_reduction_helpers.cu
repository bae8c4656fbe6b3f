// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: a helper that reduces shared memory of its kernel in a loop with barriers, called several
// times. Intel's CPU runtime gives the later calls the first element from before their loop where
// the helper's accesses have a 64-bit thread id as index, and takes 64-bit quotients of ids in the
// last index of a two-dimensional array for equal numbers.
#include "check.h"

const int THREADS = 64;

__device__ float blockSum(float v, float *s) {
  s[threadIdx.x] = v;
  __syncthreads();
  for (int o = blockDim.x >> 1; o > 0; o >>= 1) {
    if (threadIdx.x < o)
      s[threadIdx.x] += s[threadIdx.x + o];
    __syncthreads();
  }
  float m = s[0];
  __syncthreads();
  return m;
}
__device__ float blockMax(float v, float *s) {
  *(s + threadIdx.x) = v;
  __syncthreads();
  for (unsigned o = blockDim.x / 2; o > 0; o /= 2) {
    if (threadIdx.x < o)
      s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + o]);
    __syncthreads();
  }
  float m = *s;
  __syncthreads();
  return m;
}

__global__ void sum_of_sum(const float *in, float *out) {
  __shared__ float s[THREADS];
  float v = in[threadIdx.x];
  float first = blockSum(v, s);
  out[threadIdx.x] = blockSum(v + first, s);
}
__global__ void normalised(const float *in, float *out) {
  __shared__ float s[THREADS];
  float v = in[threadIdx.x];
  float most = blockMax(v, s);
  float e = v == most ? 4 : 1;
  out[threadIdx.x] = e / blockSum(e, s);
}
// Conjugate gradients for the matrix with 4 on the diagonal and -1 beside it.
__global__ void gradients(const float *b, float *x, int n, int *rounds) {
  __shared__ float p[THREADS], s[THREADS];
  int t = threadIdx.x;
  float xi = 0, r = b[t], pi = r;
  float rr = blockSum(r * r, s);
  int k = 0;
  do {
    p[t] = pi;
    __syncthreads();
    float ap = 4 * pi - (t ? p[t - 1] : 0) - (t < n - 1 ? p[t + 1] : 0);
    float a = rr / blockSum(pi * ap, s);
    xi += a * pi;
    r -= a * ap;
    float nr = blockSum(r * r, s);
    pi = r + nr / rr * pi;
    rr = nr;
    if (rr < 1e-8f)
      break;
    __syncthreads();
  } while (++k < 100);
  x[t] = xi;
  if (!t)
    *rounds = k;
}
__global__ void halved(const float *in, float *out) {
  __shared__ float s[THREADS];
  float r = in[threadIdx.x], sum = blockSum(r, s);
  while (sum > 1) {
    r *= 0.5f;
    sum = blockSum(r, s);
  }
  out[threadIdx.x] = sum;
}

__global__ void transposed(int (*kept)[8], int (*written)[8], int (*shifted)[8], int *read) {
  __shared__ int s[8][9];
  int column = threadIdx.x % 8, row = threadIdx.x / 8;
  kept[column][row] = threadIdx.x;
  written[threadIdx.x & 7][threadIdx.x / 8] = threadIdx.x;
  int shift;
  shift = threadIdx.x >> 3;
  shifted[column][shift] = threadIdx.x;
  s[column][row] = threadIdx.x;
  __syncthreads();
  read[threadIdx.x] = s[row][column];
}
static void check_transposed() {
  int out[4][8][8], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  int(*first)[8] = (int(*)[8])d_out;
  transposed<<<1, THREADS>>>(first, first + 8, first + 16, d_out + 3 * THREADS);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4 * THREADS; i++)
    EXPECT_EQ(out[i / 64][i / 8 % 8][i % 8], i % 8 * 8 + i / 8 % 8);
  OK(cudaFree(d_out));
}

int main() {
  check_transposed();
  float in[THREADS], out[THREADS];
  for (int i = 0; i < THREADS; i++)
    in[i] = i % 8 + (i == 37 ? 8 : 0);
  float *from, *to;
  int *counter, rounds = -1;
  OK(cudaMalloc(&from, sizeof in));
  OK(cudaMalloc(&to, sizeof out));
  OK(cudaMalloc(&counter, sizeof rounds));
  OK(cudaMemcpy(from, in, sizeof in, cudaMemcpyHostToDevice));
  float sum = 0;
  for (float v : in)
    sum += v;

  sum_of_sum<<<1, THREADS>>>(from, to);
  OK(cudaMemcpy(out, to, sizeof out, cudaMemcpyDeviceToHost));
  for (float v : out)
    EXPECT_EQ(v, sum + THREADS * sum);

  normalised<<<1, THREADS>>>(from, to);
  OK(cudaMemcpy(out, to, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < THREADS; i++)
    EXPECT_NEAR(out[i], (i == 37 ? 4 : 1) / float(THREADS + 3), 1e-6);

  gradients<<<1, THREADS>>>(from, to, THREADS, counter);
  OK(cudaMemcpy(out, to, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(&rounds, counter, sizeof rounds, cudaMemcpyDeviceToHost));
  EXPECT(rounds > 5 && rounds < 30);
  for (int i = 0; i < THREADS; i++)
    EXPECT_NEAR(4 * out[i] - (i ? out[i - 1] : 0) - (i < THREADS - 1 ? out[i + 1] : 0), in[i],
                1e-3);

  halved<<<1, THREADS>>>(from, to);
  OK(cudaMemcpy(out, to, sizeof out, cudaMemcpyDeviceToHost));
  while (sum > 1)
    sum *= 0.5f;
  for (float v : out)
    EXPECT_EQ(v, sum);
  return verdict();
}
