// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whole blocks take one arm of an if or switch or another, and the arms with their barriers are
// alike: compilers join their ends.
#include <stdio.h>
#include <stdlib.h>

__device__ unsigned arms_total[9];
__constant__ int arms_kind[6] = {0, 1, 2, 0, 1, 2};

__device__ unsigned exchange_arms(unsigned value, int other) {
  __shared__ unsigned values[64];
  values[threadIdx.x] = value;
  __syncthreads();
  value = values[threadIdx.x ^ other];
  __syncthreads();
  return value;
}

template <int Kind> __device__ void sum_by_barriers(unsigned *total) {
  unsigned sum = threadIdx.x;
  for (int other = 16; other > 0; other /= 2)
    sum += exchange_arms(sum, other);
  if ((threadIdx.x & 31) == 0)
    atomicAdd(total, sum);
}

template <int Kind> __device__ void sum_by_shuffles(unsigned *total) {
  unsigned sum = threadIdx.x;
  for (int other = 16; other > 0; other /= 2)
    sum += __shfl_xor_sync(0xffffffff, sum, other);
  if ((threadIdx.x & 31) == 0)
    atomicAdd(total, sum);
}

__global__ void arms_of_barriers() {
  if (blockIdx.x % 2 == 0)
    sum_by_barriers<0>(&arms_total[0]);
  else
    sum_by_barriers<1>(&arms_total[0]);
}

__global__ void arms_of_shuffles() {
  if (arms_kind[blockIdx.x] == 0)
    sum_by_shuffles<0>(&arms_total[1]);
  else if (arms_kind[blockIdx.x] == 1)
    sum_by_shuffles<1>(&arms_total[1]);
  else
    sum_by_shuffles<2>(&arms_total[1]);
}

__global__ void arm_that_returns() {
  if (blockIdx.x == 0) {
    sum_by_barriers<0>(&arms_total[2]);
    return;
  }
  sum_by_barriers<1>(&arms_total[2]);
}

__global__ void arms_alike() {
  if (blockIdx.x < 3)
    sum_by_barriers<0>(&arms_total[3]);
  else
    sum_by_barriers<0>(&arms_total[3]);
}

// Arms that are values, and rounds of loops that end in their arms.
template <int Kind> __device__ int summed(unsigned *total) {
  sum_by_barriers<Kind>(total);
  return Kind;
}

__device__ int returned(unsigned *total) {
  if (blockIdx.x % 2 == 0)
    return summed<0>(total);
  else
    return summed<1>(total);
}

__device__ int returned_early(unsigned *total) {
  if (blockIdx.x % 2 == 0)
    return summed<0>(total);
  return summed<1>(total);
}

__device__ void chosen(unsigned *total) {
  return blockIdx.x % 2 == 0 ? sum_by_barriers<0>(total) : sum_by_barriers<1>(total);
}

__global__ void arms_of_values(float *out) {
  int kind = returned(&arms_total[5]) + returned_early(&arms_total[5]) * 2;
  kind += (blockIdx.x % 2 == 0 ? summed<0>(&arms_total[5]) : summed<1>(&arms_total[5])) * 4;
  chosen(&arms_total[5]);
  if (threadIdx.x == 0)
    out[blockIdx.x] = kind;
}

__global__ void arms_that_continue(int n) {
  for (int i = 0; i < n; ++i) {
    if ((i + blockIdx.x) & 1) {
      sum_by_barriers<0>(&arms_total[6]);
      continue;
    }
    sum_by_barriers<1>(&arms_total[6]);
  }
}

__global__ void arms_that_leave(int n) {
  int i = 0;
  while (true) {
    if (i++ == n - 1) {
      sum_by_barriers<0>(&arms_total[7]);
      return;
    }
    if (blockIdx.x & 1) {
      sum_by_barriers<0>(&arms_total[7]);
      continue;
    }
    sum_by_barriers<1>(&arms_total[7]);
  }
}

__global__ void cases_that_continue(int n) {
  for (int i = 0; i < n; ++i)
    switch ((i + blockIdx.x) % 3) {
    case 0:
      sum_by_barriers<0>(&arms_total[8]);
      break;
    case 1: {
      sum_by_barriers<1>(&arms_total[8]);
      continue;
    }
    default:
      if (blockIdx.x & 1)
        sum_by_barriers<0>(&arms_total[8]);
      else
        sum_by_barriers<1>(&arms_total[8]);
    }
}

template <int Kind> __device__ float fold_arms(float *row) {
  unsigned early = 0;
  const int t = threadIdx.x;
  for (int i = t; i <= 128; i += 64)
    row[i] = i;
  __syncthreads();
  for (int m = 128; m > 0; --m) {
    float kept[3];
    int k = 0;
    for (int i = t; i < m; i += 64, ++k) {
      float c = row[i + 1];
      kept[k] = c > 64 + Kind ? c : 0;
      early += c > 64 + Kind;
    }
    __syncthreads();
    k = 0;
    for (int i = t; i < m; i += 64)
      row[i] = kept[k++];
    __syncthreads();
  }
  for (int o = warpSize / 2; o > 0; o /= 2)
    early += __shfl_xor_sync(~0u, early, o);
  if ((t & 31) == 0 && early)
    atomicAdd(&arms_total[4], early);
  return row[0];
}

__global__ void arms_of_a_switch(float *out) {
  __shared__ float row[129];
  float v = -1;
  switch (arms_kind[blockIdx.x]) {
  case 0:
    v = fold_arms<0>(row);
    break;
  case 1:
    v = fold_arms<1>(row);
    break;
  default:
    v = fold_arms<2>(row);
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}

static unsigned folded(int kind) {
  float s[129];
  unsigned n = 0;
  for (int i = 0; i <= 128; ++i)
    s[i] = i;
  for (int m = 128; m > 0; --m)
    for (int i = 0; i < m; ++i) {
      n += s[i + 1] > 64 + kind;
      s[i] = s[i + 1] > 64 + kind ? s[i + 1] : 0;
    }
  return n;
}

int main() {
  float *out;
  if (cudaMalloc(&out, 6 * sizeof(float)) != cudaSuccess)
    return 1;
  arms_of_barriers<<<6, 64>>>();
  arms_of_shuffles<<<6, 64>>>();
  arm_that_returns<<<6, 64>>>();
  arms_alike<<<6, 64>>>();
  arms_of_values<<<6, 64>>>(out);
  float kinds[6];
  if (cudaMemcpy(kinds, out, sizeof kinds, cudaMemcpyDeviceToHost) != cudaSuccess)
    return 1;
  arms_that_continue<<<6, 64>>>(3);
  arms_that_leave<<<6, 64>>>(3);
  cases_that_continue<<<6, 64>>>(3);
  arms_of_a_switch<<<6, 64>>>(out);
  const unsigned sum = 12096;
  unsigned totals[9], expected[9] = {sum, sum, sum, sum, 0, 4 * sum, 3 * sum, 3 * sum, 3 * sum};
  unsigned bad = 0;
  for (int i = 0; i < 6; ++i)
    bad += kinds[i] != (i % 2 ? 7 : 0);
  for (int kind = 0; kind < 3; ++kind)
    expected[4] += 2 * folded(kind);
  if (cudaMemcpyFromSymbol(totals, arms_total, sizeof totals) != cudaSuccess)
    return 1;
  for (int i = 0; i < 9; ++i) {
    if (totals[i] != expected[i])
      printf("%d: %u, expected %u\n", i, totals[i], expected[i]);
    bad += totals[i] != expected[i];
  }
  printf("%s\n", bad ? "FAILED" : "PASSED");
  return bad != 0;
}
