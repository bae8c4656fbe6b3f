// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: branches that all threads take alike lead around barriers, and a value that they give
// decides a branch of each thread. PoCL 3.1 let one thread decide for all.
#include "check.h"

const int THREADS = 64;

__device__ bool early(int *s, int n) {
  int t = threadIdx.x;
  if (n == 0)
    return false;
  s[t] = t > 5;
  __syncthreads();
  bool r = s[63 - t];
  __syncthreads();
  return r;
}
__device__ bool one_exit(int *s, int n) {
  int t = threadIdx.x, r = 0;
  if (n != 0) {
    s[t] = t > 5;
    __syncthreads();
    r = s[63 - t];
    __syncthreads();
  }
  return r;
}
__device__ bool rounds(int *s, int n) {
  int t = threadIdx.x;
  bool r = false;
  for (int i = 0; i < n; i++) {
    s[t] = t > 5 + i;
    __syncthreads();
    r = s[63 - t];
    __syncthreads();
  }
  return r;
}
__device__ bool left_in_loop(int *s, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < 3; i++) {
    if (i == n)
      return false;
    s[t] = t > 5 + i;
    __syncthreads();
    bool r = s[63 - t];
    __syncthreads();
    if (i == 2)
      return r;
  }
  return true;
}
struct Late {
  int *s;
  __device__ bool operator()(int n) const {
    int t = threadIdx.x;
    s[t] = t > 5;
    __syncthreads();
    bool r = s[63 - t];
    if (n == 0)
      return false;
    else
      r = !r;
    __syncthreads();
    return r;
  }
};
template <class T> __device__ T nested(T *s, int n) {
  if (n > 1)
    return early(s, n - 1);
  return one_exit(s, n);
}

__device__ void use(bool b, int *out) {
  int x = 3;
  if (b)
    x = threadIdx.x;
  else
    x = threadIdx.x * 2;
  out[threadIdx.x] = x;
}
__global__ void helpers(int *out, int n) {
  __shared__ int s[THREADS];
  Late late = {s};
  use(early(s, n), out);
  use(one_exit(s, n), out + THREADS);
  use(rounds(s, n), out + 2 * THREADS);
  use(left_in_loop(s, n), out + 3 * THREADS);
  use(late(n), out + 4 * THREADS);
  use(nested(s, n), out + 5 * THREADS);
}
__global__ void inside(int *out, int n) {
  __shared__ int s[THREADS];
  int t = threadIdx.x, r = 0, made = 0;
  if (n != 0) {
    s[t] = t > 5;
    __syncthreads();
    r = s[63 - t];
  }
  int copy = r;
  if (copy)
    out[t] = t;
  else
    out[t] = 2 * t;
  while (n-- > 0) {
    __syncthreads();
    s[t] = t % 3;
    __syncthreads();
    made += s[63 - t];
  }
  out[THREADS + t] = made > 1 ? t : -t;
}

// Loops that are left after a barrier, and whose bodies end in an if of single threads.
#define ROUND \
  q[t] = live; \
  __syncthreads(); \
  if (live > 0) { \
    sum += q[(t + 1) % THREADS]; \
    live--; \
  }
__device__ int rounds_of(int *q, int n) {
  int t = threadIdx.x, live = 1 + t % 5, sum = 0;
  for (int k = 0;; k++) {
    __syncthreads();
    if (k + 1 > n)
      return sum;
    ROUND
  }
}
// The same array in two loops, with a barrier between them.
__global__ void rows_of_queues(int *out, int n) {
  __shared__ int q[THREADS];
  int t = threadIdx.x, live = 1 + t % 5, sum = 0, i = 0;
  while (true) {
    __syncthreads();
    int stop = i++ >= n;
    if (stop)
      break;
    ROUND
  }
  __syncthreads();
  out[t] = sum;
  live = 1 + t % 5, sum = 0, i = 0;
  while (true) {
    __syncthreads();
    if (i++ >= n)
      break;
    ROUND
    __syncthreads();
  }
  __syncthreads();
  out[THREADS + t] = sum;
  live = 1 + t % 5, sum = 0, i = 0;
  do {
    __syncthreads();
    if (i++ >= n)
      break;
    q[t] = live;
    __syncthreads();
    if (live <= 0)
      continue;
    sum += q[(t + 1) % THREADS];
    live--;
  } while (true);
  __syncthreads();
  out[2 * THREADS + t] = rounds_of(q, n) + sum;
}
__global__ void long_conditions(int *out, int n) {
  __shared__ int q[THREADS], at[2];
  int t = threadIdx.x, live = 1 + t % 5, sum = 0;
  at[0] = at[1] = 0;
  __syncthreads();
  while (at[0] < n || at[1] > 5) {
    __syncthreads();
    if (t == 0)
      at[0]++;
    ROUND
  }
  out[t] = sum;
}
__global__ void queues(int *out, int n) {
  __shared__ int q[THREADS], left;
  int t = threadIdx.x, live = 1 + t % 5, sum = 0, i = 0;
  while (true) {
    __syncthreads();
    if (i++ >= n)
      break;
    ROUND
  }
  out[t] = sum;
  __syncthreads();
  live = 1 + t % 5, sum = 0, i = 0;
  while (1) {
    if (t == 0)
      left = n - i;
    __syncthreads();
    if (left <= 0)
      break;
    ++i;
    ROUND
  }
  out[THREADS + t] = sum;
  __syncthreads();
  sum = 0;
  for (int outer = 0; outer < 2; outer++) {
    live = 1 + t % 5;
    while (__syncthreads_or(live > 5 - n)) {
      ROUND
    }
  }
  out[2 * THREADS + t] = sum;
}
static int sum_of_rounds(int t, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (1 + t % 5 > i) {
      int next = 1 + (t + 1) % THREADS % 5;
      sum += next > i ? next - i : 0;
    }
  return sum;
}

int main() {
  const int parts = 6;
  int *device, got[parts * THREADS];
  OK(cudaMalloc(&device, sizeof got));
  for (int n = 0; n < 4; n++) {
    helpers<<<1, THREADS>>>(device, n);
    OK(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost));
    for (int t = 0; t < THREADS; t++) {
      bool other = 63 - t > 5;
      bool want[parts] = {n && other,
                          n && other,
                          n && 63 - t > 5 + n - 1,
                          n == 3 && 63 - t > 7,
                          n && !other,
                          n && other};
      for (int p = 0; p < parts; p++)
        EXPECT_EQ(got[p * THREADS + t], want[p] ? t : 2 * t);
    }
    inside<<<1, THREADS>>>(device, n);
    OK(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost));
    for (int t = 0; t < THREADS; t++) {
      EXPECT_EQ(got[t], n && 63 - t > 5 ? t : 2 * t);
      EXPECT_EQ(got[THREADS + t], n * ((63 - t) % 3) > 1 ? t : -t);
    }
    queues<<<1, THREADS>>>(device, n);
    OK(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost));
    for (int t = 0; t < THREADS; t++)
      for (int p = 0; p < 3; p++)
        EXPECT_EQ(got[p * THREADS + t], sum_of_rounds(t, n) * (p == 2 ? 2 : 1));
    rows_of_queues<<<1, THREADS>>>(device, n);
    OK(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost));
    for (int t = 0; t < THREADS; t++)
      for (int p = 0; p < 3; p++)
        EXPECT_EQ(got[p * THREADS + t], sum_of_rounds(t, n) * (p == 2 ? 2 : 1));
    long_conditions<<<1, THREADS>>>(device, n);
    OK(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost));
    for (int t = 0; t < THREADS; t++)
      EXPECT_EQ(got[t], sum_of_rounds(t, n));
  }
  cudaFree(device);
  return verdict();
}
