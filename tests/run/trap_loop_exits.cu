// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: threads leave loops around barriers one by one, by break, continue and return. Those that are
// gone meet no barrier any more; in OpenCL all work-items must meet each.
#include "check.h"

const int THREADS = 64;

__host__ __device__ int step(int x, int y, int i) { return (x * 3 + y + i) % 1009; }
__host__ __device__ bool early(int i, int t) { return i > t % 5; }
__host__ __device__ bool late(int x) { return x % 7 == 3; }

__global__ void for_break(int *out, int n) {
  __shared__ int s[THREADS];
  int t = threadIdx.x, x = t;
  s[t] = 0;
  for (int i = 0; i < n; i++) {
    if (early(i, t))
      break;
    s[t] = x;
    __syncthreads();
    int y = s[(t + 1) % THREADS];
    __syncthreads();
    x = step(x, y, i);
  }
  out[t] = x;
}
template <class T> __global__ void for_break_behind(T *out, int n) {
  __shared__ T s[THREADS];
  int t = threadIdx.x;
  T x = t;
  s[t] = 0;
  for (int i = 0; i < n; ++i) {
    s[t] = x;
    __syncthreads();
    const T y = s[(t + 1) % THREADS];
    __syncthreads();
    x = step(x, y, i);
    if (late(x)) {
      break;
    }
  }
  out[t] = x;
}
__global__ void for_continue(int *out, int n) {
  __shared__ int s[THREADS];
  int t = threadIdx.x, x = t;
  s[t] = 0;
  for (int i = 0; i < n; i++) {
    if (early(i, t))
      continue;
    s[t] = x;
    __syncthreads();
    int y = s[(t + 1) % THREADS];
    __syncthreads();
    x = step(x, y, i);
  }
  out[t] = x;
}
__global__ void for_return(int *out, int n) {
  __shared__ int s[THREADS];
  int t = threadIdx.x, x = t;
  s[t] = 0;
  for (int i = 0; i < n; i++) {
    if (early(i, t)) {
      out[t] = x;
      return;
    }
    s[t] = x;
    __syncthreads();
    int y = s[(t + 1) % THREADS];
    __syncthreads();
    x = step(x, y, i);
  }
  __syncthreads();
  s[t] = x;
  __syncthreads();
  out[t] = s[t];
}
#define LEAVE_IF(condition) if (condition) break
__global__ void endless(int *out, int n) {
  __shared__ int s[THREADS];
  int t = threadIdx.x, x = t, i = 0;
  s[t] = 0;
  while (true) {
    LEAVE_IF(i >= n || early(i, t));
    s[t] = x;
    __syncthreads();
    int y = s[(t + 1) % THREADS];
    __syncthreads();
    x = step(x, y, i++);
  }
  out[t] = x;
}
__global__ void without_condition(int *out, int n) {
  __shared__ int s[THREADS];
  int t = threadIdx.x, x = t, i = 0;
  s[t] = 0;
  for (;;) {
    if (i >= n)
      return;
    else if (early(i, t))
      break;
    s[t] = x;
    __syncthreads();
    int y = s[(t + 1) % THREADS];
    __syncthreads();
    x = step(x, y, i++);
    out[t] = x;
  }
  out[t] = x;
}
__global__ void do_both(int *out, int n) {
  __shared__ int s[THREADS];
  struct State {
    int x, i;
  } own = {(int)threadIdx.x, 0};
  int t = threadIdx.x;
  s[t] = 0;
  do {
    if (n == 0)
      break;
    s[t] = own.x;
    __syncthreads();
    int y = s[(t + 1) % THREADS];
    __syncthreads();
    own.x = step(own.x, y, own.i++);
    if (late(own.x)) {
      out[t] = own.x;
      break;
    }
    if (own.i % 2 == 7)
      continue;
    out[t] = own.x;
  } while (own.i < n);
  if (n == 0)
    out[t] = own.x;
}
// Rounds in rounds; the inner ones are left by a return.
__global__ void nested(int *out, int n) {
  __shared__ int s[THREADS];
  int t = threadIdx.x, x = t;
  s[t] = 0;
  for (int k = 0; k < n; k += 2) {
    for (int i = k; i < n && i < k + 2; i++) {
      if (late(x) && i > 0) {
        out[t] = x;
        return;
      }
      s[t] = x;
      __syncthreads();
      int y = s[(t + 1) % THREADS];
      __syncthreads();
      x = step(x, y, i);
    }
    out[t] = x;
  }
  if (n == 0)
    out[t] = x;
}
// A barrier that all meet in some rounds only; a loop without barriers inside.
__global__ void some_rounds(int *out, int n) {
  __shared__ int s[THREADS];
  int t = threadIdx.x, x = t;
  s[t] = 0;
  for (int i = 0; i < n; i++) {
    if (early(i, t))
      break;
    s[t] = x;
    if (i % 2 == 0)
      __syncthreads();
    else {
      __syncthreads();
      for (int k = 0; k < 4; k++) {
        if (k == t % 4)
          break;
      }
    }
    int y = s[(t + 1) % THREADS];
    __syncthreads();
    x = step(x, y, i);
  }
  out[t] = x;
}

template <class Launch> void check(const char *name, Launch launch, bool leaves_before, bool leaves_behind) {
  int *device, got[THREADS];
  OK(cudaMalloc(&device, sizeof got));
  for (int n = 0; n < 8; n++) {
    int x[THREADS], y[THREADS], s[THREADS] = {};
    bool gone[THREADS] = {};
    for (int t = 0; t < THREADS; t++)
      x[t] = t;
    for (int i = 0; i < n; i++) {
      for (int t = 0; t < THREADS; t++) {
        gone[t] = gone[t] || (leaves_before && early(i, t));
        s[t] = gone[t] ? s[t] : x[t];
      }
      for (int t = 0; t < THREADS; t++)
        y[t] = s[(t + 1) % THREADS];
      for (int t = 0; t < THREADS; t++) {
        x[t] = gone[t] ? x[t] : step(x[t], y[t], i);
        gone[t] = gone[t] || (leaves_behind && late(x[t]));
      }
    }
    int none[THREADS];
    for (int t = 0; t < THREADS; t++)
      none[t] = t;
    OK(cudaMemcpy(device, none, sizeof none, cudaMemcpyHostToDevice));
    launch(device, n);
    OK(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int t = 0; t < THREADS; t++)
      wrong += got[t] != x[t];
    if (wrong)
      printf("%s, %d rounds: %d wrong\n", name, n, wrong);
    EXPECT_EQ(wrong, 0);
  }
  cudaFree(device);
}

// Helpers with barriers give all threads one value, as result or through a pointer, of what differs.
__device__ int sum_of_block(int value, int *all) {
  int t = threadIdx.x;
  all[t] = value;
  __syncthreads();
  for (int o = blockDim.x / 2; o > 0; o >>= 1) {
    if (t < o)
      all[t] += all[t + o];
    __syncthreads();
  }
  int sum = all[0];
  __syncthreads();
  return sum;
}
__device__ int place_in_block(int value, int *all, int *total) {
  int t = threadIdx.x;
  all[t] = value;
  __syncthreads();
  for (int o = 1; o < blockDim.x; o <<= 1) {
    int before = t >= o ? all[t - o] : 0;
    __syncthreads();
    all[t] += before;
    __syncthreads();
  }
  *total = all[blockDim.x - 1];
  int place = all[t] - value;
  __syncthreads();
  return place;
}
__global__ void helped(int *out, int *count, int n) {
  __shared__ int all[THREADS];
  int value = threadIdx.x * 3 + 1, rounds = 0;
  while (true) {
    int sum = sum_of_block(value, all);
    value /= 2;
    if (sum < n || ++rounds > 50)
      break;
  }
  int base = 0, total;
  for (int r = 0; r < 9; r++) {
    int keep = (threadIdx.x + r) % (r + 2) == 0 && r < 5;
    int place = place_in_block(keep, all, &total);
    if (keep)
      out[base + place] = threadIdx.x + 100 * r + 1000 * rounds;
    base += total;
    if (total == 0)
      break;
  }
  if (threadIdx.x == 0)
    *count = base;
}

static void check_helped() {
  const int n = 20;
  int rounds = 0, sum, want[5 * THREADS], count = 0;
  for (int shift = 0;; shift++, rounds++) {
    sum = 0;
    for (int t = 0; t < THREADS; t++)
      sum += (t * 3 + 1) >> shift;
    if (sum < n)
      break;
  }
  for (int r = 0; r < 5; r++)
    for (int t = 0; t < THREADS; t++)
      if ((t + r) % (r + 2) == 0)
        want[count++] = t + 100 * r + 1000 * rounds;
  int got[5 * THREADS], *device, got_count;
  OK(cudaMalloc(&device, (5 * THREADS + 1) * sizeof(int)));
  helped<<<1, THREADS>>>(device + 1, device, n);
  OK(cudaMemcpy(&got_count, device, sizeof(int), cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(got, device + 1, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got_count, count);
  for (int i = 0; i < count; i++)
    EXPECT_EQ(got[i], want[i]);
  OK(cudaFree(device));
}

int main() {
  check_helped();
  check("for_break", [](int *v, int n) { for_break<<<1, THREADS>>>(v, n); }, true, false);
  check("for_break_behind", [](int *v, int n) { for_break_behind<int><<<1, THREADS>>>(v, n); }, false, true);
  check("for_continue", [](int *v, int n) { for_continue<<<1, THREADS>>>(v, n); }, true, false);
  check("for_return", [](int *v, int n) { for_return<<<1, THREADS>>>(v, n); }, true, false);
  check("endless", [](int *v, int n) { endless<<<1, THREADS>>>(v, n); }, true, false);
  check("without_condition", [](int *v, int n) { without_condition<<<1, THREADS>>>(v, n); }, true, false);
  check("do_both", [](int *v, int n) { do_both<<<1, THREADS>>>(v, n); }, false, true);
  check("nested", [](int *v, int n) { nested<<<1, THREADS>>>(v, n); }, false, true);
  check("some_rounds", [](int *v, int n) { some_rounds<<<1, THREADS>>>(v, n); }, true, false);
  return verdict();
}
