// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: half, bfloat16, vectors and structs go between the threads of a warp where others of the
// block are not, by shuffles and by the groups of cooperative groups. All values are small integers,
// so that every sum is exact.
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

const int SIZE = 160;
static int input[SIZE];

__device__ __half sum_of(__half v) {
  for (int o = 16; o > 0; o >>= 1)
    v = __hadd(v, __shfl_down_sync(0xffffffffu, v, o));
  return v;
}
__device__ __half2 sum_of(__half2 v) {
  for (int o = 16; o > 0; o >>= 1)
    v = __hadd2(v, __shfl_xor_sync(0xffffffffu, v, o));
  return v;
}
__device__ __nv_bfloat16 most_of(__nv_bfloat16 v) {
  for (int o = 16; o > 0; o >>= 1)
    v = __hmax(v, __shfl_xor_sync(0xffffffffu, v, o));
  return v;
}
struct Plus {
  template <class T> __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T, class Operation> __device__ T folded(T v, Operation operation) {
#pragma unroll
  for (int o = 16; o > 0; o /= 2)
    v = operation(v, __shfl_xor_sync(0xffffffffu, v, o));
  return v;
}

/// A warp in each branch; what it exchanges is read from memory that only it may read.
__global__ void branches(const __half *in, const __half2 *pairs, const __nv_bfloat16 *brain, float *out) {
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  float r = -1;
  if (warp == 0) {
    __half v = sum_of(in[t]);
    if (lane == 0)
      r = __half2float(v);
  } else if (warp == 1) {
    __half2 v = sum_of(pairs[t]);
    r = __low2float(v) + 1000 * __high2float(v);
  } else if (warp == 2) {
    r = __bfloat162float(most_of(brain[t]));
    __nv_bfloat16 other = __shfl_sync(0xffffffffu, brain[t], 31 - lane);
    r += 100 * (float)other;
  } else if (warp == 3) {
    __half v = folded(in[t], Plus());
    v += __shfl_up_sync(0xffffffffu, in[t], 1);
    r = (float)(v * __half(2));
  } else if (__hgt(__shfl_sync(0xffffffffu, in[t], 3), __float2half(2.5f))) {
    r = __half2float(__shfl_down_sync(0xffffffffu, __hmul(in[t], in[t]), 2, 8));
  }
  out[t] = r;
}

/// Behind a return, with a tile for each row; sums go on in half.
template <int Size> __global__ void rows(const __half *in, float *out, int n) {
  auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / Size;
  if (row >= n)
    return;
  __half v = in[row * Size + tile.thread_rank()];
  for (int i = tile.size() / 2; i > 0; i /= 2)
    v += tile.shfl_down(v, i);
  __half2 pair = __halves2half2(v, __float2half((float)tile.thread_rank()));
  pair = tile.shfl(pair, 0);
  float most = cg::reduce(tile, in[row * Size + tile.thread_rank()], cg::greater<__half>());
  if (tile.thread_rank() == Size - 1)
    out[row] = __low2float(pair) + 1000 * __high2float(pair) + 2000 * most;
}

/// Threads leave the loop one by one; those that are there exchange.
__global__ void loops(const int *in, float *out) {
  int t = threadIdx.x, left = in[t];
  float s = 0;
  while (left > 0) {
    cg::coalesced_group group = cg::coalesced_threads();
    __half v = __int2half_rn(left);
    v = group.shfl(v, 0);
    s += __half2float(v) + 100 * group.size();
    __half2 pair = __half2half2(v);
    pair = __hadd2(pair, group.shfl_down(__floats2half2_rn((float)left, 1.f), 1));
    s += __low2float(pair) + __high2float(pair);
    if (left % 5 == 4)
      break;
    if (left % 3 == 2) {
      left -= 2;
      continue;
    }
    --left;
  }
  out[t] = s;
}

/// Groups of the threads that are there.
__global__ void groups(const int *in, float *out, int n) {
  int t = threadIdx.x;
  float s = 0;
  if (t < n) {
    auto here = cg::coalesced_threads();
    auto alike = cg::labeled_partition(here, in[t] % 3);
    s = __half2float(cg::reduce(alike, __int2half_rn(in[t]), cg::plus<__half>()));
    s += 1000 * (float)cg::inclusive_scan(alike, __float2bfloat16((float)(in[t] % 2)));
    auto half = cg::binary_partition(here, in[t] > 5);
    s += 100000 * __half2float(half.shfl(__int2half_rn(in[t]), half.size() - 1));
  }
  out[t] = s;
}

struct Found {
  float value;
  int at;
  short tag[2];
};
__device__ Found larger(Found a, Found b) { return b.value > a.value ? b : a; }
__device__ Found largest(Found v) {
  for (int o = 16; o > 0; o /= 2) {
    Found other;
    other.value = __shfl_xor_sync(0xffffffffu, v.value, o);
    other.at = __shfl_xor_sync(0xffffffffu, v.at, o);
    other.tag[0] = __shfl_xor_sync(0xffffffffu, (int)v.tag[0], o);
    other.tag[1] = 7;
    v = larger(v, other);
  }
  return v;
}
__device__ float4 sum_of(float4 v) {
  for (int o = 16; o > 0; o /= 2) {
    v.x += __shfl_xor_sync(0xffffffffu, v.x, o);
    v.w += __shfl_xor_sync(0xffffffffu, v.w, o);
  }
  return v;
}
__device__ float3 shifted(float3 v) {
  return make_float3(v.y, __shfl_up_sync(0xffffffffu, v.z, 1), v.x);
}
/// Objects that only some threads may read go to a function that exchanges.
__global__ void objects(const Found *found, const float4 *wide, const float3 *three, float *out) {
  int t = threadIdx.x, warp = t / 32;
  float r = -5;
  if (warp == 0) {
    Found f = largest(found[t]);
    r = f.value + 10 * f.at + f.tag[0];
  } else if (warp == 1) {
    float4 v = sum_of(wide[t - 32]);
    r = v.x + 1000 * v.w;
  } else if (warp == 2) {
    float3 v = shifted(three[t - 64]);
    r = v.x + 10 * v.y + 100 * v.z;
  }
  out[t] = r;
}

static float got[SIZE], want[SIZE];
static float *d_out;

void compare(const char *what, int n) {
  OK(cudaMemcpy(got, d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
  OK(cudaMemset(d_out, 0, SIZE * sizeof(float)));
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (got[i] != want[i] && !wrong++)
      printf("%s: %d: %g, not %g\n", what, i, got[i], want[i]);
  EXPECT(wrong == 0);
}

template <class T> T *copied(const T *from, int n) {
  T *to;
  OK(cudaMalloc(&to, n * sizeof(T)));
  OK(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyHostToDevice));
  return to;
}

int sum(int first, int n) {
  int s = 0;
  for (int i = first; i < first + n; ++i)
    s += input[i];
  return s;
}
int most(int first, int n) {
  int m = input[first];
  for (int i = first; i < first + n; ++i)
    m = input[i] > m ? input[i] : m;
  return m;
}

void check_branches(const __half *in) {
  static __half2 pairs[64];
  static __nv_bfloat16 brain[96];
  for (int i = 0; i < 64; ++i)
    pairs[i] = __floats2half2_rn((float)input[i], 1.f);
  for (int i = 0; i < 96; ++i)
    brain[i] = __float2bfloat16((float)input[i]);
  __half2 *d_pairs = copied(pairs, 64);
  __nv_bfloat16 *d_brain = copied(brain, 96);
  branches<<<1, SIZE>>>(in, d_pairs, d_brain, d_out);
  for (int t = 0; t < SIZE; ++t) {
    int warp = t / 32, lane = t % 32, from = lane % 8 + 2 < 8 ? t + 2 : t;
    want[t] = warp == 0   ? (lane == 0 ? sum(0, 32) : -1)
              : warp == 1 ? sum(32, 32) + 32000
              : warp == 2 ? most(64, 32) + 100 * input[95 - lane]
              : warp == 3 ? 2 * (sum(96, 32) + input[lane ? t - 1 : t])
              : input[131] > 2 ? input[from] * input[from]
                               : -1;
  }
  compare("branches", SIZE);
}

template <int Size> void check_rows(const __half *in) {
  int n = SIZE / Size - 1, blocks = (n * Size + 63) / 64;
  rows<Size><<<blocks, 64>>>(in, d_out, n);
  for (int row = 0; row < n; ++row)
    want[row] = sum(row * Size, Size) + 2000 * most(row * Size, Size);
  compare("rows", n);
}

void check_loops(const int *in) {
  loops<<<1, SIZE - 26>>>(in, d_out);
  for (int first = 0; first < SIZE - 26; first += 32) {
    int n = SIZE - 26 - first < 32 ? SIZE - 26 - first : 32, left[32];
    bool there[32];
    for (int l = 0; l < n; ++l)
      left[l] = input[first + l], there[l] = true, want[first + l] = 0;
    while (true) {
      int size = 0, leader = -1;
      for (int l = 0; l < n; ++l) {
        there[l] = there[l] && left[l] > 0;
        size += there[l];
        leader = there[l] && leader < 0 ? l : leader;
      }
      if (!size)
        break;
      int value = left[leader], before[32];
      memcpy(before, left, sizeof before);
      for (int l = 0; l < n; ++l) {
        if (!there[l])
          continue;
        int next = l + 1;
        while (next < n && !there[next])
          ++next;
        want[first + l] += value + 100 * size + value + before[next < n ? next : l] + value + 1;
      }
      for (int l = 0; l < n; ++l) {
        if (there[l] && left[l] % 5 == 4)
          there[l] = false;
        else if (there[l])
          left[l] -= left[l] % 3 == 2 ? 2 : 1;
      }
    }
  }
  compare("loops", SIZE - 26);
}

void check_groups(const int *in, int n) {
  groups<<<1, SIZE>>>(in, d_out, n);
  for (int t = 0; t < SIZE; ++t) {
    want[t] = 0;
    if (t >= n)
      continue;
    int all = 0, scanned = 0, last = 0;
    for (int i = t / 32 * 32; i < t / 32 * 32 + 32 && i < n; ++i) {
      all += input[i] % 3 == input[t] % 3 ? input[i] : 0;
      scanned += input[i] % 3 == input[t] % 3 && i <= t ? input[i] % 2 : 0;
      last = (input[i] > 5) == (input[t] > 5) ? input[i] : last;
    }
    want[t] = all + 1000 * scanned + 100000 * last;
  }
  compare("groups", SIZE);
}

void check_objects() {
  static Found found[32];
  static float4 wide[32];
  static float3 three[32];
  int best = 0;
  for (int i = 0; i < 32; ++i) {
    found[i] = {(float)(i * 11 % 32), i, {(short)(i % 4), 1}};
    best = found[i].value > found[best].value ? i : best;
    wide[i] = make_float4(i, 0, 0, 2);
    three[i] = make_float3(i % 3, i % 5, i % 7);
  }
  Found *d_found = copied(found, 32);
  float4 *d_wide = copied(wide, 32);
  float3 *d_three = copied(three, 32);
  objects<<<1, SIZE>>>(d_found, d_wide, d_three, d_out);
  for (int t = 0; t < SIZE; ++t) {
    int l = t % 32;
    want[t] = t < 32   ? 31 + 10 * best + best % 4
              : t < 64 ? 31 * 16 + 64000
              : t < 96 ? l % 5 + 10 * ((l ? l - 1 : 0) % 7) + 100 * (l % 3)
                       : -5;
  }
  compare("objects", SIZE);
}

int main() {
  static __half halves[SIZE];
  for (int i = 0; i < SIZE; ++i) {
    input[i] = i * 7 % 13;
    halves[i] = __float2half((float)input[i]);
  }
  __half *d_halves = copied(halves, SIZE);
  int *d_input = copied(input, SIZE);
  OK(cudaMalloc(&d_out, SIZE * sizeof(float)));
  check_branches(d_halves);
  check_rows<32>(d_halves);
  check_rows<16>(d_halves);
  check_rows<8>(d_halves);
  check_rows<4>(d_halves);
  check_rows<2>(d_halves);
  check_rows<1>(d_halves);
  check_loops(d_input);
  check_groups(d_input, 50);
  check_objects();
  return verdict();
}
