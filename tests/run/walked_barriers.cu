// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: barriers that some threads never reach, since they left in a nested condition or an inner
// loop, stand in the other arm, or are in another function. Those that are left tell each other
// what they have through shared memory.
#include "check.h"
#include <algorithm>
#include <cooperative_groups.h>

const int T = 64, PARTS = 12;
static int input[T];

/// What the threads that are left have put into s, by all of them.
__device__ int total(const int *s) {
  int sum = 0;
  for (int i = 0; i < T; ++i)
    sum += s[i];
  return sum;
}
__global__ void nested_returns(const int *in, int *out, int n) {
  __shared__ int s[T];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  if (n > 0) {
    int v = in[t];
    if (v % 3 == 0)
      return;
    out[t] = v;
    if (n > 1) {
      if (v % 3 == 1) {
        out[t] += 1000;
        return;
      }
      out[t] += 1;
    }
  }
  s[t] = t;
  __syncthreads();
  out[t] += 10 * total(s);
}
__global__ void inner_loops(const int *in, int *out, int n) {
  __shared__ int s[T];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k)
      if (in[t] % 16 == 3 * i + k) {
        out[t] += 100000 * (i + 1);
        return;
      }
    s[t] = i + 1;
    __syncthreads();
    out[t] += total(s);
    __syncthreads();
    s[t] = 0;
    __syncthreads();
  }
  out[t]++;
}
__global__ void breaks_in_conditions(const int *in, int *out, int n) {
  __shared__ int s[T];
  int t = threadIdx.x, i;
  s[t] = 1;
  for (i = 0; i < n; ++i) {
    if (i > 0) {
      if (in[t] % 4 == i) {
        s[t] = 0;
        break;
      }
      if (in[t] % 4 == 0)
        continue;
      out[t] += 7;
    }
    __syncthreads();
    out[t] += 100 * i;
  }
  out[t] += i;
}
__global__ void block_and_else(const int *in, int *out, int n) {
  __shared__ int s[T];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  {
    if (in[t] > 20 + n)
      return;
  }
  if (in[t] % 5 != n) {
    s[t] = in[t];
    __syncthreads();
    out[t] = total(s);
  } else {
    out[t] = -1;
    return;
  }
}
/// Threads of both arms wait, with nothing to tell those of the other.
__global__ void arms(const int *in, int *out, int n) {
  __shared__ int a[T], b[T];
  int t = threadIdx.x;
  a[t] = b[t] = 0;
  __syncthreads();
  if (in[t] > 10) {
    a[t] = t;
    __syncthreads();
    int sum = total(a);
    __syncthreads();
    a[t] = 2 * t;
    __syncthreads();
    out[t] = sum + total(a);
  } else if (in[t] > n) {
    b[t] = in[t];
    __syncthreads();
    out[t] = -total(b);
    __syncthreads();
    __syncthreads();
  } else {
    out[t] = 5;
  }
}
/// A function with barriers, called where some threads have left, in a loop, and in an arm.
__device__ int shared_sum(int *s, int t, int v) {
  __syncthreads();
  s[t] = v;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < T; ++i)
    sum += s[i];
  __syncthreads();
  s[t] = 0;
  return sum;
}
__global__ void helpers(const int *in, int *out, int n) {
  __shared__ int s[T];
  int t = threadIdx.x;
  s[t] = 0;
  if (in[t] % 7 == n)
    return;
  out[t] = shared_sum(s, t, 1);
  for (int i = 0; i < 3; ++i) {
    if (in[t] % 8 == i)
      break;
    out[t] += 1000 * shared_sum(s, t, i);
  }
}
__global__ void helper_in_arm(const int *in, int *out, int n) {
  __shared__ int s[T];
  int t = threadIdx.x;
  s[t] = 0;
  if (in[t] < 20)
    out[t] = 2 * shared_sum(s, t, t) + n;
}
/// Votes of those that are left.
__device__ int __syncthreads_mine(int x) { return x; }
__global__ void votes(const int *in, int *out, int n) {
  int t = threadIdx.x;
  if (__syncthreads_mine(n > 0)) {
    if (in[t] % 3 == 1)
      return;
  }
  int count = __syncthreads_count(in[t] > 9);
  out[t] = count;
  if (in[t] > n) {
    if (__syncthreads_or(in[t] == 10))
      out[t] += 1000;
    int all = __syncthreads_and(in[t] > n);
    out[t] += 10000 * all;
  }
}
__global__ void groups(const int *in, int *out, int n) {
  __shared__ int s[T];
  auto block = cooperative_groups::this_thread_block();
  int t = threadIdx.x;
  s[t] = 0;
  block.sync();
  if (n != 1) {
    if (in[t] > 11)
      return;
  }
  s[t] = 3;
  block.sync();
  out[t] = total(s);
}
/// Loops that threads leave one by one, with a way out in an inner condition.
__global__ void queues(const int *in, int *out, int n) {
  __shared__ int s[T];
  int t = threadIdx.x, left = in[t] % 5;
  s[t] = 0;
  __syncthreads();
  while (true) {
    s[t] = left;
    __syncthreads();
    int sum = total(s);
    __syncthreads();
    out[t] = out[t] * 2 + sum;
    if (n > 0) {
      if (left == 1 && in[t] > 15) {
        s[t] = 0;
        out[t] = -out[t];
        return;
      }
    }
    if (left-- == 0) {
      s[t] = 0;
      break;
    }
  }
  out[t] += 3;
}
/// A loop around an arm with a barrier.
__global__ void rounds_of_arms(const int *in, int *out, int n) {
  __shared__ int s[T];
  int t = threadIdx.x;
  for (int i = 0; i < 3; ++i) {
    s[t] = 0;
    __syncthreads();
    if (in[t] % 3 == i) {
      s[t] = in[t];
      __syncthreads();
      if (in[t] > n + 15)
        continue;
      out[t] += s[t] + i;
    }
    __syncthreads();
  }
}

/// Single threads leave the kernel in a loop in one of two arms; all threads take the same arm.
__global__ void exits_in_one_arm(const int *in, int *out, int n) {
  __shared__ int s[T];
  int t = threadIdx.x;
  out[t] = in[t];
  for (int i = 0; i < 2; ++i) {
    if (n) {
      for (int j = 0; j < 3; ++j) {
        s[t] = out[t];
        __syncthreads();
        if (out[t] > 10 * n + 20)
          return;
        out[t] += s[(t + 1) % T];
        __syncthreads();
      }
    } else {
      s[t] = i + in[t];
      __syncthreads();
      out[t] += s[T - 1 - t];
      __syncthreads();
    }
  }
}

static int total_if(bool (*left)(int, int), int (*value)(int, int), int n) {
  int sum = 0;
  for (int t = 0; t < T; ++t)
    sum += left(t, n) ? value(t, n) : 0;
  return sum;
}

static int queue_of(int t, int n) {
  int left[T], sums[6] = {};
  for (int k = 0; k < T; ++k)
    left[k] = input[k] % 5;
  for (int round = 0; round < 6; ++round)
    for (int k = 0; k < T; ++k)
      if (round <= left[k] && !(n > 0 && input[k] > 15 && left[k] - round < 1))
        sums[round] += left[k] - round;
  int out = 0;
  for (int round = 0; round <= left[t]; ++round) {
    out = out * 2 + sums[round];
    if (n > 0 && left[t] - round == 1 && input[t] > 15)
      return -out;
  }
  return out + 3;
}

/// exits_in_one_arm, by all threads at once.
static void after_exits(int n, int *want) {
  int s[T];
  bool left[T] = {};
  std::copy(input, input + T, want);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < (n ? 3 : 1); ++j) {
      for (int t = 0; t < T; ++t)
        if (!left[t])
          s[t] = n ? want[t] : i + input[t];
      for (int t = 0; t < T; ++t) {
        left[t] |= n && want[t] > 10 * n + 20;
        if (!left[t])
          want[t] += s[n ? (t + 1) % T : T - 1 - t];
      }
    }
}

static void expected(int part, int n, int *want) {
  if (part == 11)
    return after_exits(n, want);
  for (int t = 0; t < T; ++t) {
    int v = input[t], &w = want[t];
    w = 0;
    if (part == 0) {
      auto left = [](int t, int n) { return n == 0 || (input[t] % 3 && (n == 1 || input[t] % 3 == 2)); };
      w = n && v % 3 ? v + (n > 1 ? v % 3 == 1 ? 1000 : 1 : 0) : 0;
      w += left(t, n) ? 10 * total_if(left, [](int t, int) { return t; }, n) : 0;
    } else if (part == 1) {
      for (int i = 0; i < n; ++i) {
        if (v % 16 / 3 == i) {
          w += 100000 * (i + 1) - 1;
          break;
        }
        for (int k = 0; k < T; ++k)
          w += input[k] % 16 / 3 > i ? i + 1 : 0;
      }
      w++;
    } else if (part == 2) {
      int i = 0;
      for (; i < n; ++i) {
        if (i > 0 && v % 4 == i)
          break;
        if (i > 0 && v % 4 == 0)
          continue;
        w += (i > 0 ? 7 : 0) + 100 * i;
      }
      w += i;
    } else if (part == 3) {
      auto left = [](int t, int n) { return input[t] <= 20 + n && input[t] % 5 != n; };
      w = left(t, n) ? total_if(left, [](int t, int) { return input[t]; }, n) : v > 20 + n ? 0 : -1;
    } else if (part == 4) {
      auto high = [](int t, int) { return input[t] > 10; };
      auto low = [](int t, int n) { return input[t] <= 10 && input[t] > n; };
      w = high(t, n)  ? 3 * total_if(high, [](int t, int) { return t; }, n)
          : low(t, n) ? -total_if(low, [](int t, int) { return input[t]; }, n)
                      : 5;
    } else if (part == 5) {
      auto left = [](int t, int n) { return input[t] % 7 != n; };
      if (!left(t, n))
        continue;
      w = total_if(left, [](int, int) { return 1; }, n);
      for (int i = 0; i < 3 && v % 8 != i; ++i)
        for (int k = 0; k < T; ++k)
          w += left(k, n) && input[k] % 8 > i ? 1000 * i : 0;
    } else if (part == 6) {
      auto left = [](int t, int) { return input[t] < 20; };
      w = left(t, n) ? 2 * total_if(left, [](int t, int) { return t; }, n) + n : 0;
    } else if (part == 7) {
      auto left = [](int t, int n) { return n == 0 || input[t] % 3 != 1; };
      if (!left(t, n))
        continue;
      w = total_if(left, [](int t, int) { return int(input[t] > 9); }, n);
      bool ten = false;
      for (int k = 0; k < T; ++k)
        ten |= left(k, n) && input[k] > n && input[k] == 10;
      w += v > n ? 1000 * ten + 10000 : 0;
    } else if (part == 8) {
      auto left = [](int t, int n) { return n == 1 || input[t] <= 11; };
      w = left(t, n) ? total_if(left, [](int, int) { return 3; }, n) : 0;
    } else if (part == 9) {
      w = queue_of(t, n);
    } else {
      w = v > n + 15 ? 0 : v + v % 3;
    }
  }
}

int main() {
  for (int t = 0; t < T; ++t)
    input[t] = t * 37 % 29;
  int *in, *out, got[T], want[T];
  OK(cudaMalloc(&in, sizeof input));
  OK(cudaMalloc(&out, sizeof got));
  OK(cudaMemcpy(in, input, sizeof input, cudaMemcpyHostToDevice));
  for (int n = 0; n < 4; ++n)
    for (int part = 0; part < PARTS; ++part) {
      OK(cudaMemset(out, 0, sizeof got));
      switch (part) {
      case 0: nested_returns<<<1, T>>>(in, out, n); break;
      case 1: inner_loops<<<1, T>>>(in, out, n); break;
      case 2: breaks_in_conditions<<<1, T>>>(in, out, n); break;
      case 3: block_and_else<<<1, T>>>(in, out, n); break;
      case 4: arms<<<1, T>>>(in, out, n); break;
      case 5: helpers<<<1, T>>>(in, out, n); break;
      case 6: helper_in_arm<<<1, T>>>(in, out, n); break;
      case 7: votes<<<1, T>>>(in, out, n); break;
      case 8: groups<<<1, T>>>(in, out, n); break;
      case 9: queues<<<1, T>>>(in, out, n); break;
      case 10: rounds_of_arms<<<1, T>>>(in, out, n); break;
      default: exits_in_one_arm<<<1, T>>>(in, out, n);
      }
      OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
      expected(part, n, want);
      for (int t = 0; t < T; ++t)
        if (got[t] != want[t]) {
          printf("part %d, n %d, thread %d\n", part, n, t);
          EXPECT_EQ(got[t], want[t]);
          break;
        }
    }
  cudaFree(in);
  cudaFree(out);
  return verdict();
}
