// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: CUDA's warp functions where all threads of the block come: every width, type and mask, blocks
// whose last warp is not full, and blocks of two and three dimensions.
#include "check.h"

#define CHECK_THAT(holds, ...) ((holds) ? (void)0 : (printf(__VA_ARGS__), report_failure("", __LINE__)))

const int MOST = 256;
const int WIDTHS[] = {1, 2, 4, 8, 16, 32};

template <class T> __device__ T given(int t) { return T(t * 3 + 1); }
template <> __device__ double given<double>(int t) { return t * 0.5 + 4294967296.0; }
template <> __device__ float given<float>(int t) { return t * 0.25f - 7; }
template <> __device__ long long given<long long>(int t) { return -(t + 1) * 1000000007ll * 64; }
template <> __device__ unsigned long long given<unsigned long long>(int t) { return ~0ull / (t + 1); }

template <class T> T expected(int t);
template <> int expected(int t) { return t * 3 + 1; }
template <> unsigned expected(int t) { return t * 3 + 1; }
template <> double expected(int t) { return t * 0.5 + 4294967296.0; }
template <> float expected(int t) { return t * 0.25f - 7; }
template <> long long expected(int t) { return -(t + 1) * 1000000007ll * 64; }
template <> unsigned long long expected(int t) { return ~0ull / (t + 1); }

__device__ int place() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

template <class T> __global__ void shuffles(T *out, int by, int width) {
  int t = place();
  T v = given<T>(t);
  out[t * 4] = __shfl_sync(0xffffffffu, v, by + t / 2, width);
  out[t * 4 + 1] = __shfl_up_sync(0xffffffffu, v, by, width);
  out[t * 4 + 2] = __shfl_down_sync(0xffffffffu, v, by, width);
  out[t * 4 + 3] = __shfl_xor_sync(0xffffffffu, v, by, width);
}

int source(int kind, int lane, int by, int t, int width) {
  int first = lane / width * width, last = first + width - 1;
  int from = kind == 0   ? first + ((by + t / 2) & (width - 1))
             : kind == 1 ? lane - by
             : kind == 2 ? lane + by
                         : lane ^ by;
  if (kind == 1 && from < first)
    return lane;
  return from > last && kind != 0 ? lane : from;
}

template <class T> void check_shuffles(dim3 block, const char *name) {
  int size = block.x * block.y * block.z;
  T *out;
  static T host[MOST * 4];
  OK(cudaMalloc(&out, sizeof host));
  if (failure_count())
    return;
  for (int width : WIDTHS)
    for (int by = 0; by < 32; by += 1 + by / 3) {
      shuffles<T><<<1, block>>>(out, by, width);
      OK(cudaMemcpy(host, out, size * 4 * sizeof(T), cudaMemcpyDeviceToHost));
      int wrong = 0;
      for (int t = 0; t < size; ++t)
        for (int kind = 0; kind < 4; ++kind) {
          int from = t / 32 * 32 + source(kind, t % 32, by, t, width);
          if (from < size && !(host[t * 4 + kind] == expected<T>(from)))
            ++wrong;
        }
      CHECK_THAT(wrong == 0, "%s, block of %d, width %d, by %d: %d wrong", name, size, width, by, wrong);
    }
  OK(cudaFree(out));
}

__global__ void votes(const int *in, unsigned *out, unsigned mask) {
  int t = place();
  int p = in[t];
  unsigned mine = mask >> (t % 32) & 1 ? mask : ~mask; // who is not named asks the others
  unsigned *o = out + t * 8;
  o[0] = __all_sync(mine, p > 2);
  o[1] = __any_sync(mine, p > 8);
  o[2] = __ballot_sync(mine, p & 1);
  o[3] = __activemask();
  o[4] = __match_any_sync(mine, p);
  int same = 5;
  o[5] = __match_all_sync(mine, p / 100, &same);
  o[6] = same;
  o[7] = __popc(__ballot_sync(mine, 1)) * 100 + __shfl_sync(mine, __popc(__ballot_sync(mine, p > 4)), t);
}

void check_votes(dim3 block, unsigned mask) {
  int size = block.x * block.y * block.z;
  int in[MOST], *d_in;
  unsigned *d_out, out[MOST * 8];
  for (int i = 0; i < MOST; ++i)
    in[i] = i * i / 3 % 11 + (i / 32 == 1 ? 3 : 0);
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  votes<<<1, block>>>(d_in, d_out, mask);
  OK(cudaMemcpy(out, d_out, size * 32, cudaMemcpyDeviceToHost));
  for (int t = 0; t < size; ++t) {
    unsigned mine = mask >> (t % 32) & 1 ? mask : ~mask, here = 0, odd = 0, same = 0, four = 0;
    bool all = true, any = false, alike = true;
    for (int l = 0; l < 32 && t / 32 * 32 + l < size; ++l) {
      here |= 1u << l;
      int p = in[t / 32 * 32 + l];
      if (!(mine >> l & 1))
        continue;
      all &= p > 2;
      any |= p > 8;
      odd |= unsigned(p & 1) << l;
      same |= unsigned(p == in[t]) << l;
      four += p > 4;
      alike &= p / 100 == in[t] / 100;
    }
    const unsigned *o = out + t * 8;
    CHECK_THAT(o[0] == all && o[1] == any && o[2] == odd && o[3] == here && o[4] == same &&
                   o[6] == unsigned(alike) && o[7] == unsigned(__builtin_popcount(mine & here)) * 100 + four,
               "votes of %d in a block of %d, mask %08x", t, size, mask);
    CHECK_THAT(o[5] == (alike ? mine : 0) || o[5] == (alike ? mine & here : 0), "match_all of %d", t);
  }
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
}

__global__ void reductions(const int *in, int *out) {
  int t = place();
  int v = in[t];
  int *o = out + t * 8;
  o[0] = __reduce_add_sync(0xffffffffu, v);
  o[1] = __reduce_min_sync(0xffffffffu, v);
  o[2] = __reduce_max_sync(0xffffffffu, v);
  o[3] = __reduce_and_sync(0xffffffffu, unsigned(v));
  o[4] = __reduce_or_sync(0xffffffffu, unsigned(v));
  o[5] = __reduce_xor_sync(0xffffffffu, unsigned(v));
  o[6] = __reduce_max_sync(0xffffffffu, unsigned(v));
  o[7] = __reduce_min_sync(0xffffffffu, unsigned(v));
}

void check_reductions(dim3 block) {
  int size = block.x * block.y * block.z;
  int in[MOST], out[MOST * 8], *d_in, *d_out;
  for (int i = 0; i < MOST; ++i)
    in[i] = (i * 7919 % 101 - 50) * (i % 3 ? 1 : 1 << 20);
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  reductions<<<1, block>>>(d_in, d_out);
  OK(cudaMemcpy(out, d_out, size * 32, cudaMemcpyDeviceToHost));
  for (int t = 0; t < size; ++t) {
    int first = t / 32 * 32, last = first + 32 < size ? first + 32 : size;
    unsigned sum = 0, all = ~0u, some = 0, odd = 0, most = 0, least = ~0u;
    int low = in[t], high = in[t];
    for (int i = first; i < last; ++i) {
      unsigned v = in[i];
      sum += v, all &= v, some |= v, odd ^= v;
      most = v > most ? v : most;
      least = v < least ? v : least;
      low = in[i] < low ? in[i] : low;
      high = in[i] > high ? in[i] : high;
    }
    const int *o = out + t * 8;
    CHECK_THAT(o[0] == int(sum) && o[1] == low && o[2] == high && o[3] == int(all) && o[4] == int(some) &&
                   o[5] == int(odd) && o[6] == int(most) && o[7] == int(least),
               "reductions of %d in a block of %d", t, size);
  }
  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
}

// Helpers that the whole block calls, loops that all threads run alike.
__device__ float sum_of_warp(float v) {
  for (int offset = 16; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffff, v, offset);
  return v;
}
__device__ float sum_of_block(float v) {
  static __shared__ float shared[32];
  int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
  v = sum_of_warp(v);
  if (lane == 0)
    shared[wid] = v;
  __syncthreads();
  v = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  if (wid == 0)
    v = sum_of_warp(v);
  return v;
}
__global__ void total(const float *in, float *out, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    sum += in[i];
  sum = sum_of_block(sum);
  if (threadIdx.x == 0)
    atomicAdd(out, sum);
}

// What one lane wrote the others read after __syncwarp.
__global__ void through_memory(int *out) {
  __shared__ int s[MOST];
  int t = threadIdx.x;
  s[t] = t * t;
  __syncwarp();
  int v = s[t ^ 1];
  __syncwarp();
  s[t] = v + 1;
  __syncwarp();
  out[t] = s[t ^ 2];
}

void check_idioms() {
  const int N = 10000;
  static float in[N];
  float *d_in, *d_out, want = 0, got;
  for (int i = 0; i < N; ++i)
    want += in[i] = i % 17;
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, 4));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  OK(cudaMemset(d_out, 0, 4));
  total<<<7, 256>>>(d_in, d_out, N);
  OK(cudaMemcpy(&got, d_out, 4, cudaMemcpyDeviceToHost));
  CHECK_THAT(got == want, "total: %g, not %g", got, want);
  int *d, h[128];
  OK(cudaMalloc(&d, sizeof h));
  through_memory<<<1, 128>>>(d);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 128; ++t)
    CHECK_THAT(h[t] == (t ^ 3) * (t ^ 3) + 1, "through memory: %d: %d", t, h[t]);
}

int main() {
  const dim3 BLOCKS[] = {1, 31, 32, 33, 96, 256, dim3(16, 16), dim3(5, 13), dim3(8, 4, 3)};
  for (dim3 block : BLOCKS) {
    check_shuffles<int>(block, "int");
    check_votes(block, 0xffffffffu);
    check_votes(block, 0x0000ff0fu);
    check_votes(block, 0x55555555u);
    check_reductions(block);
  }
  check_shuffles<unsigned>(33, "unsigned");
  check_shuffles<float>(96, "float");
  check_shuffles<long long>(33, "long long");
  check_shuffles<unsigned long long>(dim3(5, 13), "unsigned long long");
  check_idioms();
  check_shuffles<double>(64, "double");
  return verdict();
}
