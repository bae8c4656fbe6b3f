// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: threads past the end return before barriers, one of them in a loop. What decides how often
// barriers are met must go on for them.
#include "check.h"

// CUDA counts the threads that have left as arrived.
__global__ void sum_blocks(const int *in, int *out, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int t = threadIdx.x;
  if (i >= n)
    return;
  int live = min((int)blockDim.x, n - (int)(blockIdx.x * blockDim.x));
  tile[t] = in[i];
  __syncthreads();
  for (int step = 1; step < live; step *= 2) {
    int other = t + step < live ? tile[t + step] : 0;
    __syncthreads();
    if (t % (2 * step) == 0)
      tile[t] += other;
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = tile[0];
}

__global__ void shift(int *v, int n) {
  __shared__ int tile[64];
  if (threadIdx.x >= n)
    return;
  for (int round = 0; round < 3; round++) {
    tile[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    v[threadIdx.x] = tile[(threadIdx.x + 1) % n];
    __syncthreads();
  }
}

// Jumps that all threads take, counters that are members, elements and parameters.
struct Position {
  int at;
};
__global__ void jumps(int *out, int n, int odd, int last, int rest) {
  __shared__ int tile[64];
  int t = threadIdx.x, sum = 0;
  if (t >= n)
    return;
  for (int round = 0;; round++) {
    if (round == odd)
      continue;
    if (round == last)
      break;
    tile[t] = round + t;
    __syncthreads();
    sum += tile[(t + 1) % n];
    __syncthreads();
  }
  Position it;
  it.at = 0;
  int count[1] = {0};
  while (it.at + count[0] < 4) {
    tile[t] = it.at;
    __syncthreads();
    sum += tile[(t + 1) % n];
    __syncthreads();
    it.at++;
    count[0]++;
  }
  while (rest > 0) {
    if (rest % 2)
      tile[t] = rest;
    else {
      __syncthreads();
      sum += tile[(t + 1) % n];
    }
    __syncthreads();
    rest--;
  }
  out[t] = sum;
  __syncthreads();
  if (last > 3)
    return;
  __syncthreads();
  out[t] = -1;
}

// That the return is one of some threads only, a method and a constructor decide.
struct Thread {
  int number, twice;
  __device__ Thread() : number(threadIdx.x) {}
  __device__ void set() { twice = 2 * threadIdx.x; }
};
__global__ void members(int *out, int n) {
  __shared__ int tile[64];
  Thread t;
  t.set();
  if (t.twice >= 2 * n)
    return;
  tile[t.number] = t.twice;
  __syncthreads();
  out[t.number] = tile[n - 1 - t.number];
}

// The same with blocks that only some threads enter; the others go on after them.
__global__ void blocks(int *v, int n, int rounds) {
  __shared__ int tile[64], sevens[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x, k, seen = 1;
  int live = min((int)blockDim.x, n - (int)(blockIdx.x * blockDim.x));
  if (i < n) {
    int x = v[i];
    for (int r = 0; r < rounds; ++r) {
      tile[t] = x;
      __syncthreads();
      x += tile[(t + 1) % live];
      seen = r;
      __syncthreads();
    }
    for (k = 0; k < 2; ++k) {
      tile[t] = x + k;
      __syncthreads();
      if (k == 1)
        break;
      x += tile[live - 1 - t];
      __syncthreads();
    }
    v[i] = x;
  }
  if (seen == 1 && v[i] >= 0) {
    sevens[t] = 7;
    __syncthreads();
    v[i] += sevens[t];
  }
  v[i] += 1000;
}

// Loops that some threads leave before others.
__global__ void strides(const int *v, int *out, int n, int most) {
  __shared__ int tile[64], other[64];
  int t = threadIdx.x, total = 0, rounds = 0;
  tile[t] = 0;
  for (int i = t; i < n; i += blockDim.x) {
    tile[t] = v[i];
    __syncthreads();
    total += tile[(t + 1) % 64];
    __syncthreads();
    tile[t] = 100;
    for (int k = 0; k < 2; ++k) {
      __syncthreads();
      total += tile[t] + k;
    }
    ++rounds;
    if (most == 1)
      break;
  }
  int left = t % 3;
  while (left-- > 0) {
    other[t] = t;
    __syncthreads();
    total += 1000 * (other[t] == t);
    __syncthreads();
  }
  out[t] = total + 100000 * rounds;
}

// What a statement makes is made, and ends, only where the thread takes part.
struct Doubles {
  int *p;
  __device__ explicit Doubles(int *p) : p(p) { ++*p; }
  __device__ ~Doubles() { *p *= 2; }
  __device__ int get() const { return *p; }
};
__global__ void temporaries(int *v, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x, got = 0;
  if (t < n) {
    tile[t] = t;
    __syncthreads();
    got = Doubles(v + t).get() + tile[(t + 1) % n];
    __syncthreads();
    if (Doubles(v + t).get() > 5)
      got += 1000;
  }
  v[64 + t] = got;
}

int main() {
  const int n = 150;
  int in[n], *d_in, out[3], *d_out;
  for (int i = 0; i < n; i++)
    in[i] = i * i % 101;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  sum_blocks<<<3, 64>>>(d_in, d_out, n);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int b = 0; b < 3; b++) {
    int want = 0;
    for (int i = 64 * b; i < n && i < 64 * (b + 1); i++)
      want += in[i];
    EXPECT_EQ(out[b], want);
  }
  shift<<<1, 64>>>(d_in, 41);
  int after[n];
  OK(cudaMemcpy(after, d_in, sizeof after, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(after[i], i < 41 ? in[(i + 3) % 41] : in[i]);
  OK(cudaMemset(d_in, 0, sizeof in));
  jumps<<<2, 64>>>(d_in, 41, 2, 5, 4);
  OK(cudaMemcpy(after, d_in, sizeof after, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    int next = (i + 1) % 41; // rounds 0, 1, 3, 4; then 0, 1; at rest 4: 1, at rest 2: 3
    EXPECT_EQ(after[i], i < 41 ? 8 + 4 * next + 1 + 1 + 3 : 0);
  }
  OK(cudaMemset(d_in, 0, sizeof in));
  members<<<1, 64>>>(d_in, 41);
  OK(cudaMemcpy(after, d_in, sizeof after, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(after[i], i < 41 ? 2 * (40 - i) : 0);
  const int size = 192, live = 170;
  int *d_v, got[size], x[size], next[size];
  OK(cudaMalloc(&d_v, sizeof got));
  for (int i = 0; i < size; i++)
    got[i] = x[i] = i * i % 37 - 9;
  OK(cudaMemcpy(d_v, got, sizeof got, cudaMemcpyHostToDevice));
  blocks<<<3, 64>>>(d_v, live, 2);
  OK(cudaMemcpy(got, d_v, sizeof got, cudaMemcpyDeviceToHost));
  for (int step = 0; step < 3; step++) {
    for (int i = 0; i < live; i++) {
      int first = i / 64 * 64, of = min(64, live - first), t = i - first;
      next[i] = x[i] + x[first + (step < 2 ? (t + 1) % of : of - 1 - t)];
    }
    for (int i = 0; i < live; i++)
      x[i] = next[i];
  }
  for (int i = 0; i < size; i++)
    EXPECT_EQ(got[i], x[i] + (x[i] >= 0 ? 7 : 0) + 1000);
  for (int i = 0; i < size; i++)
    x[i] = i % 23;
  OK(cudaMemcpy(d_v, x, sizeof x, cudaMemcpyHostToDevice));
  for (int most = 0; most < 2; most++) {
    int *d_sums, sums[64], length = 64 + 37;
    OK(cudaMalloc(&d_sums, sizeof sums));
    strides<<<1, 64>>>(d_v, d_sums, length, most);
    OK(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 64; t++) {
      int rounds = most == 1 || 64 + t >= length ? 1 : 2, next = (t + 1) % 64;
      int want = rounds * 201 + x[next] + t % 3 * 1000 + 100000 * rounds;
      if (rounds == 2) // the last thread's neighbour takes part, the one before the end is followed by 100
        want += 64 + next < length ? x[64 + next] : 100;
      EXPECT_EQ(sums[t], want);
    }
    OK(cudaFree(d_sums));
  }
  for (int i = 0; i < 128; i++)
    x[i] = i % 5;
  OK(cudaMemcpy(d_v, x, sizeof x, cudaMemcpyHostToDevice));
  temporaries<<<1, 64>>>(d_v, 40);
  OK(cudaMemcpy(got, d_v, sizeof got, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 64; t++) {
    int first = x[t] + 1, second = 2 * first + 1;
    EXPECT_EQ(got[t], t < 40 ? 2 * second : x[t]);
    EXPECT_EQ(got[64 + t], t < 40 ? first + (t + 1) % 40 + (second > 5 ? 1000 : 0) : 0);
  }
  OK(cudaFree(d_v));
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  return verdict();
}
