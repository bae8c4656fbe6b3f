// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Exchanges of a warp in an arm of `?:`, or on the right side of `&&` or `||`, to which only some
// lanes come: in statements, declarations, conditions, arguments, results, loops, and helpers.
#include "check.h"

__device__ int counted(int v, int *calls) {
  int s = __shfl_xor_sync(0xff, v, 1);
  atomicAdd(calls, 1);
  return s;
}
template <class T> __device__ T next_below(T v, int lane, int n) {
  return lane < n ? __shfl_xor_sync((1u << n) - 1, v, 1) : T(-1);
}
__device__ int early_or_exchanged(int v, int lane, int n) {
  if (lane > 20)
    return 3;
  return lane < n ? __shfl_xor_sync((1u << n) - 1, v, 1) : -1;
}

// Neither what is called nor what is read is for threads whose condition does not hold, also where
// all agree on that.
__global__ void arms_nobody_takes(int *o, const int *nothing, int *calls, int flag) {
  int t = threadIdx.x, lane = t & 31;
  if (lane < 8) {
    int y = o[t] + (flag ? counted(t, calls) : 0);
    int z = o[t] + (nothing ? __shfl_xor_sync(0xff, nothing[t], 1) : 7);
    o[t] = y + z;
  }
}

__global__ void arms_in_statements(int *o, int n) {
  int t = threadIdx.x, lane = t & 31, v = t * 3 + 1, i = lane;
  float f = lane < 3 ? 0.f : 1.5f;
  unsigned low = (1u << n) - 1, high = ~low;
  v += lane < n ? __shfl_xor_sync(low, v, 1) : 0;
  o[t] = v;
  int w = i++ < n ? __shfl_sync(low, v + i, 0) : __shfl_sync(high, v - i, 31);
  w += lane & 1 ? (lane & 2 ? __shfl_xor_sync(0x88888888u, v, 4) : 1)
                : (lane & 4 ? __shfl_xor_sync(0x50505050u, v, 8) : 2);
  o[64 + t] = w * 2 + i;
  int a = next_below(v, lane, n), b = f ? __shfl_sync(0xfffffff8u, lane, 9) : 2;
  bool any = lane < n && (v > 30 || __any_sync(low, lane == 3)), all = lane >= n || __all_sync(low, v > 20);
  bool vote = lane < n ? __any_sync(low, __shfl_xor_sync(low, v, 1) != v) : true;
  o[128 + t] = a * 100 + b * 8 + any * 4 + all * 2 + vote;
  if ((lane < n ? __ballot_sync(low, v & 1) : 1) > 1u || lane == 30)
    o[128 + t] += 5000;
}

__global__ void arms_in_loops(int *o, int n) {
  int t = threadIdx.x, lane = t & 31, v = t + 1, i = 0, sum = 0;
  unsigned low = (1u << n) - 1;
  if (lane == 31) {
    o[t] = -1;
    return;
  }
  for (int d = 1; d < n; d *= 2)
    v += lane < n ? __shfl_xor_sync(low, v, d) : 0;
  do {
    sum += early_or_exchanged(t + i, lane, n);
    if (lane + i > 29)
      break;
  } while (++i < 4);
  switch (n) {
  case 8:
    sum += lane < n ? __shfl_xor_sync(low, lane, 1) : 0;
    break;
  default:
    sum = 0;
  }
  if (lane < n)
    sum += __all_sync(low, __shfl_xor_sync(low, lane, 1) != lane) ? 1000 : 2000;
  if ((lane < n ? __shfl_sync(low, v, 0) : 5) > 36 || lane == 9) {
    sum += 100;
    if (lane < 2)
      sum += __shfl_xor_sync(3, v, 1);
  } else {
    sum -= 7;
  }
  o[t] = sum + v * 3;
}

static int expected_of_loops(int t, int n) {
  int lane = t & 31, base = t & ~31, v = t + 1, i = 0, sum = 0;
  if (lane == 31)
    return -1;
  int total = n * base + n * (n + 1) / 2;
  if (lane < n)
    v = total;
  do {
    sum += lane > 20 ? 3 : lane < n ? (t ^ 1) + i : -1;
    if (lane + i > 29)
      break;
  } while (++i < 4);
  sum += lane < n ? (lane ^ 1) + 1000 : 0;
  bool high = lane < n ? total > 36 : false;
  if (high || lane == 9)
    sum += 100 + (lane < 2 ? total : 0);
  else
    sum -= 7;
  return sum + v * 3;
}

int main() {
  const int n = 8;
  int o[192] = {}, *d, *calls, called = 0;
  OK(cudaMalloc(&d, sizeof o));
  OK(cudaMalloc(&calls, sizeof called));
  OK(cudaMemset(d, 0, sizeof o));
  OK(cudaMemset(calls, 0, sizeof called));
  arms_nobody_takes<<<1, 64>>>(d, nullptr, calls, 0);
  OK(cudaMemcpy(o, d, sizeof o, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(&called, calls, sizeof called, cudaMemcpyDeviceToHost));
  EXPECT_EQ(called, 0);
  for (int t = 0; t < 64; ++t)
    EXPECT_EQ(o[t], t % 32 < 8 ? 7 : 0);

  arms_in_statements<<<1, 64>>>(d, n);
  OK(cudaMemcpy(o, d, sizeof o, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 64; ++t) {
    int lane = t & 31, base = t & ~31, i = lane + 1;
    auto own = [](int t) { return t * 3 + 1; };
    auto summed = [&](int t) { return own(t) + ((t & 31) < n ? own(t ^ 1) : 0); };
    int v = summed(t);
    EXPECT_EQ(o[t], v);
    int w = lane < n ? summed(base) + 1 : summed(base + 31) - 32;
    w += lane & 1 ? (lane & 2 ? summed(t ^ 4) : 1) : (lane & 4 ? summed(t ^ 8) : 2);
    EXPECT_EQ(o[64 + t], w * 2 + i);
    int a = lane < n ? v : -1, b = lane < 3 ? 2 : 9;
    bool any = lane < n, all = lane >= n || base > 0, vote = lane >= n;
    int odd = 0;
    for (int k = 0; k < n; ++k)
      odd |= (summed(base + k) & 1) << k;
    int sum = a * 100 + b * 8 + any * 4 + all * 2 + vote;
    EXPECT_EQ(o[128 + t], sum + ((lane < n ? odd : 1) > 1 || lane == 30 ? 5000 : 0));
  }
  arms_in_loops<<<1, 64>>>(d, n);
  OK(cudaMemcpy(o, d, sizeof o, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 64; ++t)
    EXPECT_EQ(o[t], expected_of_loops(t, n));
  return verdict();
}
