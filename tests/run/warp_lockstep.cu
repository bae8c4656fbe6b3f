// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: threads of a warp exchange values through shared memory in step, without a barrier, where
// others of the block are not: after conditions and returns, in loops that lanes leave one by one,
// in functions that a whole block calls.
#include "check.h"

const int MOST = 256;
static int input[MOST];

/// A row for each warp; the warps after the last row stay out.
__global__ void rows(const int *ptr, const int *in, int *out, int n) {
  __shared__ volatile int part[MOST];
  int t = threadIdx.x, lane = t & 31, row = blockIdx.x * (blockDim.x / 32) + t / 32;
  if (row < n) {
    int sum = 0;
    for (int k = ptr[row] + lane; k < ptr[row + 1]; k += 32)
      sum += in[k];
    part[t] = sum;
    if (lane < 16) part[t] += part[t + 16];
    if (lane < 8) part[t] += part[t + 8];
    if (lane < 4) part[t] += part[t + 4];
    if (lane < 2) part[t] += part[t + 2];
    if (lane < 1) part[t] += part[t + 1];
    if (lane == 0)
      out[row] = part[t];
  }
}

/// A scan that keeps what it stores, in a function for one warp and in one for all of them.
__device__ int scanned(int v, volatile int *s) {
  int i = 2 * threadIdx.x - (threadIdx.x & 31);
  s[i] = 0;
  i += 32;
  int sum = s[i] = v;
  s[i] = sum += s[i - 1];
  s[i] = sum += s[i - 2];
  s[i] = sum += s[i - 4];
  s[i] = sum += s[i - 8];
  s[i] = sum += s[i - 16];
  return s[i - 1];
}
__device__ int of_block(int v, int *warps) {
  __shared__ int own[2 * MOST];
  int t = threadIdx.x;
  for (int k = t; k < 2 * MOST; k += blockDim.x)
    own[k] = 0;
  __syncthreads();
  int before = scanned(v, own);
  if (t % 32 == 31 || t == blockDim.x - 1)
    warps[t / 32] = before + v;
  __syncthreads();
  if (t < 32)
    warps[t] = scanned(t < (blockDim.x + 31) / 32 ? warps[t] : 0, own);
  __syncthreads();
  return before + warps[t / 32];
}
__global__ void scans(const int *in, int *out) {
  __shared__ int warps[32];
  out[threadIdx.x] = of_block(in[threadIdx.x], warps);
}

/// Lanes leave the loop one by one, by its condition, a break and a return.
__global__ void leave(const int *in, int *out) {
  __shared__ volatile int s[MOST];
  int t = threadIdx.y * blockDim.x + threadIdx.x, size = blockDim.x * blockDim.y;
  s[t] = in[t];
  int other = t ^ 1;
  if (other >= size)
    other = t;
  for (int k = 0; k < in[t] % 7; ++k) {
    s[t] = s[other] + k;
    if (k == 4) {
      out[t] = -s[t];
      return;
    }
    if (s[t] > 60)
      break;
    s[t]++;
  }
  out[t] = s[other] * 100 + s[t];
}

/// Both arms, nested; elements of other types; what only some of the arms' lanes see.
__global__ void arms(const int *in, int *out, int n) {
  __shared__ volatile short s[MOST];
  __shared__ volatile float f[MOST];
  int t = threadIdx.x, lane = t % 32;
  if (t >= n)
    return;
  s[t] = in[t];
  f[t] = 0.5f * in[t];
  if (lane & 1) {
    s[t] = s[t ^ 2] * 3;
    if (lane & 4) {
      f[t] -= f[t ^ 2];
      s[t] += s[t ^ 8];
    }
  } else {
    f[t] += f[t ^ 4];
    if (in[t] > 8)
      s[t] -= s[t ^ 2];
    else
      f[t] = f[t ^ 2] + 1;
  }
  out[t] = s[t ^ 1] * 1000 + (int)(4 * f[t ^ 1]);
}

/// One lane tells the others; counters of a warp; a loop that goes on as long as one lane wants.
__global__ void told(const int *in, int *out) {
  __shared__ volatile int first[MOST / 32], again[MOST / 32];
  __shared__ volatile int count[MOST / 32 * 4];
  int t = threadIdx.x, warp = t / 32, lane = t % 32, v = in[t], rounds = 0;
  volatile int *more = again + warp;
  if (lane == 0)
    first[warp] = in[t] + 1;
  int base = first[warp];
  if (lane < 4)
    count[warp * 4 + lane] = 0;
  int place = atomicAdd((int *)&count[warp * 4 + v % 4], 1);
  do {
    *more = 0;
    if (v + rounds < 20)
      *more = 1;
    ++rounds;
  } while (*more);
  out[t] = base * 10000 + count[warp * 4 + lane % 4] * 100 + rounds + (place < 0);
}

/// A chain of functions, of which only the last one knows who takes part.
__device__ void fold(volatile int *sums, volatile int *most, int t, int d) {
  if ((t & 31) < d) {
    sums[t] += sums[t + d];
    most[t] = max(most[t], most[t + d]);
  }
}
__device__ int folded(volatile int *sums, volatile int *most, int t) {
  for (int d = 16; d > 0; d /= 2)
    fold(sums, most, t, d);
  return sums[t & ~31] * 100 + most[t & ~31];
}
__global__ void chain(const int *in, int *out, int n) {
  extern __shared__ int both[];
  int t = threadIdx.x;
  both[t] = both[t + blockDim.x] = in[t];
  __syncthreads();
  if (t / 32 < n)
    out[t] = folded(both, both + blockDim.x, t);
  else
    out[t] = -1;
}

static int got[MOST], want[MOST];
static int *d_in, *d_out;

void compare(const char *what, int size, int n) {
  OK(cudaMemcpy(got, d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (got[i] != want[i] && !wrong++)
      printf("%s of %d: %d: %d, not %d\n", what, size, i, got[i], want[i]);
  EXPECT(wrong == 0);
}

void check_rows(int size) {
  const int count = 23;
  int ptr[count + 1] = {0}, *d_ptr;
  for (int r = 0; r < count; ++r) {
    ptr[r + 1] = ptr[r] + r * 5 % 17;
    want[r] = 0;
    for (int k = ptr[r]; k < ptr[r + 1]; ++k)
      want[r] += input[k];
  }
  OK(cudaMalloc(&d_ptr, sizeof ptr));
  OK(cudaMemcpy(d_ptr, ptr, sizeof ptr, cudaMemcpyHostToDevice));
  int warps = size / 32;
  rows<<<(count + warps - 1) / warps, size>>>(d_ptr, d_in, d_out, count);
  compare("rows", size, count);
  OK(cudaFree(d_ptr));
}

void check_scans(int size) {
  scans<<<1, size>>>(d_in, d_out);
  for (int i = 0, sum = 0; i < size; sum += input[i++])
    want[i] = sum;
  compare("scans", size, size);
}

void check_leave(dim3 block) {
  int size = block.x * block.y, s[MOST], next[MOST], state[MOST] = {0}; // 1: broke, 2: returned
  leave<<<1, block>>>(d_in, d_out);
  for (int t = 0; t < size; ++t)
    s[t] = input[t];
  auto other = [&](int t) { return (t ^ 1) < size ? t ^ 1 : t; };
  for (int k = 0; k < 7; ++k) {
    for (int t = 0; t < size; ++t)
      next[t] = k < input[t] % 7 && !state[t] ? s[other(t)] + k : s[t];
    for (int t = 0; t < size; ++t)
      if (k < input[t] % 7 && !state[t]) {
        s[t] = next[t];
        if (k == 4)
          want[t] = -s[t], state[t] = 2;
        else if (s[t] > 60)
          state[t] = 1;
        else
          s[t]++;
      }
  }
  for (int t = 0; t < size; ++t)
    if (state[t] != 2)
      want[t] = s[other(t)] * 100 + s[t];
  compare("leave", size, size);
}

void check_arms(int size, int n) {
  short s[MOST];
  float f[MOST], g[MOST];
  OK(cudaMemset(d_out, 0, sizeof want));
  arms<<<1, size>>>(d_in, d_out, n);
  auto each = [&](auto does) {
    for (int t = 0; t < n; ++t)
      does(t);
  };
  short r[MOST];
  each([&](int t) { s[t] = input[t], f[t] = 0.5f * input[t]; });
  each([&](int t) { r[t] = t & 1 ? s[t ^ 2] * 3 : s[t]; });
  each([&](int t) { s[t] = r[t]; });
  each([&](int t) { g[t] = (t & 5) == 5 ? f[t] - f[t ^ 2] : f[t]; });
  each([&](int t) { f[t] = g[t]; });
  each([&](int t) { r[t] = (t & 5) == 5 ? s[t] + s[t ^ 8] : s[t]; });
  each([&](int t) { s[t] = r[t]; });
  each([&](int t) { g[t] = t & 1 ? f[t] : f[t] + f[t ^ 4]; });
  each([&](int t) { f[t] = g[t]; });
  each([&](int t) { r[t] = !(t & 1) && input[t] > 8 ? s[t] - s[t ^ 2] : s[t]; });
  each([&](int t) { s[t] = r[t]; });
  each([&](int t) { g[t] = !(t & 1) && input[t] <= 8 ? f[t ^ 2] + 1 : f[t]; });
  each([&](int t) { f[t] = g[t]; });
  for (int t = 0; t < size; ++t)
    want[t] = t < n ? s[t ^ 1] * 1000 + (int)(4 * f[t ^ 1]) : 0;
  compare("arms", size, size);
}

void check_told(int size) {
  told<<<1, size>>>(d_in, d_out);
  for (int w = 0; w * 32 < size; ++w) {
    int count[4] = {0}, rounds = 0, least = 1000, lanes = size - w * 32 < 32 ? size - w * 32 : 32;
    for (int l = 0; l < lanes; ++l) {
      ++count[input[w * 32 + l] % 4];
      least = input[w * 32 + l] < least ? input[w * 32 + l] : least;
    }
    rounds = least < 20 ? 20 - least + 1 : 1;
    for (int l = 0; l < lanes; ++l)
      want[w * 32 + l] = (input[w * 32] + 1) * 10000 + count[l % 4] * 100 + rounds;
  }
  compare("told", size, size);
}

void check_chain(int size, int n) {
  chain<<<1, size, 2 * size * sizeof(int)>>>(d_in, d_out, n);
  for (int t = 0; t < size; ++t) {
    int sum = 0, most = 0, first = t & ~31;
    for (int l = 0; l < 32; ++l) {
      sum += input[first + l];
      most = input[first + l] > most ? input[first + l] : most;
    }
    want[t] = t / 32 < n ? sum * 100 + most : -1;
  }
  compare("chain", size, size);
}

int main() {
  for (int i = 0; i < MOST; ++i)
    input[i] = i * 37 % 19 + i / 64;
  OK(cudaMalloc(&d_in, sizeof input));
  OK(cudaMalloc(&d_out, sizeof input));
  OK(cudaMemcpy(d_in, input, sizeof input, cudaMemcpyHostToDevice));
  for (int size : {32, 64, 96, 160, 256}) {
    check_rows(size);
    check_arms(size, size);
    check_arms(size, size - 16);
    check_chain(size, 1);
    check_chain(size, size / 64 + 1);
  }
  for (int size : {32, 36, 50, 64, 100, 165, 256}) {
    check_scans(size);
    check_told(size);
    check_leave(size);
  }
  check_leave(dim3(8, 6));
  check_leave(dim3(32, 3));
  check_leave(dim3(5, 7));
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  return verdict();
}
