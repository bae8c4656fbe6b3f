// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// half, half2 and bfloat16 in the forms in which programs hold them.
#include "check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

// ---- Forms. Each writes what it found right.

struct Point {
  half x, y;
  half2 both;
  char tag;
  half tail[3];
};
struct Box {
  Point points[2];
  half *data;
  __host__ __device__ half sum() const { return points[0].x + points[1].y; }
  __host__ __device__ void grow(half by) { points[0].x *= by; }
};

__constant__ half weights[4];
__constant__ half2 scale;
__device__ half total;
__device__ half2 totals;
__device__ Point kept;

#define TWICE(h) ((h) + (h))
__device__ half add_one(half h) { return h + half(1.0f); }
__device__ void add_to(half &to, half by) { to += by; }
__device__ void store(half *to, float v) { *to = v; }
__device__ half2 lower_first(half2 p) { return p.x < p.y ? p : __lowhigh2highlow(p); }
template <class A> __device__ A horner(A x, A a, A b, A c) { return (a * x + b) * x + c; }
template <class A> __host__ __device__ float plain(A x) { return static_cast<float>(x); }

__global__ void forms(const half *in, half *out, Point p, half by, half2 two, int n) {
  int i = threadIdx.x;
  __shared__ half tile[64];
  __shared__ half2 pairs[32];
  tile[i] = in[i] * by;
  __syncthreads();
  if (i < 32)
    pairs[i] = reinterpret_cast<half2 *>(tile)[i];
  __syncthreads();
  half local[4] = {1, 2.0f, 3.0, by};
  half h = tile[63 - i];
  h += local[i & 3];
  h -= weights[i & 3];
  h = __hfma(h, scale.x, scale.y);
  add_to(h, p.x);
  h = TWICE(h) - add_one(p.tail[2]);
  out[i] = h;

  half2 q = pairs[i / 2];
  q = lower_first(__hadd2(q, two));
  q.x = __low2half(q) + (half)i;
  q.y += p.both.y;
  out[64 + 2 * i] = q.x;
  *(&out[64] + 2 * i + 1) = __high2half(q);

  half walk = 0;
  for (half k = 0; k < half(4); ++k)
    walk += k++ * half(2);
  const half *at = in;
  half first = *at++, second = *at++;
  walk = i % 2 ? walk : first - second;
  store(out + 192 + i, plain(horner(walk, half(0.5f), half(-1), half(3))));
  out[256 + i] = n > 3 && h ? __float2half(sqrtf(__half2float(in[i]))) : __int2half_rn(i);
  half shown = in[i];
  half &ref = shown;
  ref = -ref;
  out[320 + i] = __hge(shown, half(-2)) || shown != shown ? ref : __hneg(ref);
  unsigned short bits = __half_as_ushort(ref);
  out[384 + i] = __ushort_as_half(bits ^ 0x8000);
  __half_raw raw = ref;
  raw.x &= 0x7fff;
  out[448 + i] = raw;
  float2 wide = __half22float2(two);
  out[512 + i] = __float22half2_rn(make_float2(wide.y, wide.x)).x;
}

static void check_forms() {
  const int n = 64, results = 576;
  std::vector<half> in(n), out(results);
  for (int i = 0; i < n; ++i)
    in[i] = (float)i * 0.25f;
  half w[4] = {0.5f, 1.0f, 1.5f, 2.0f}, *from, *to;
  half2 s(half(2.0f), half(0.125f));
  OK(cudaMemcpyToSymbol(weights, w, sizeof w));
  OK(cudaMemcpyToSymbol(scale, &s, sizeof s));
  OK(cudaMalloc(&from, n * sizeof(half)));
  OK(cudaMalloc(&to, results * sizeof(half)));
  OK(cudaMemcpy(from, in.data(), n * sizeof(half), cudaMemcpyHostToDevice));
  Point p = {half(1.5f), half(2), half2(3, 4), 'p', {5, 6, 7}};
  forms<<<1, n>>>(from, to, p, half(2), __floats2half2_rn(1, 2), n);
  OK(cudaMemcpy(out.data(), to, results * sizeof(half), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    float local[4] = {1, 2, 3, 2}, weight[4] = {0.5f, 1, 1.5f, 2};
    float h = 0.5f * (63 - i) + local[i & 3] - weight[i & 3];
    h = (h * 2 + 0.125f + 1.5f) * 2 - 8;
    EXPECT_EQ(plain(out[i]), h); // all are exact
    float x = 0.5f * (i / 2 * 2) + 1, y = 0.5f * (i / 2 * 2 + 1) + 2;
    EXPECT_EQ(plain(out[64 + 2 * i]), x + i);
    EXPECT_EQ(plain(out[65 + 2 * i]), y + 4);
    float walk = i % 2 ? 4.0f : -0.25f;
    EXPECT_EQ(plain(out[192 + i]), (0.5f * walk - 1) * walk + 3);
    EXPECT_EQ(plain(out[256 + i]), plain(half(h != 0 ? sqrtf(i * 0.25f) : (float)i)));
    float v = i * 0.25f;
    EXPECT_EQ(plain(out[320 + i]), v <= 2 ? -v : v);
    EXPECT_EQ(plain(out[384 + i]), v);
    EXPECT_EQ(plain(out[448 + i]), v);
    EXPECT_EQ(plain(out[512 + i]), 2.0f);
  }
  OK(cudaFree(from));
  OK(cudaFree(to));
}

// ---- Memory: structs of the host and the device are the same; atomics touch no neighbours.

__global__ void grow(Box *boxes, int n) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  boxes[i].grow(half(2));
  boxes[i].points[1].both.y = boxes[i].sum();
  boxes[i].points[1].tail[2] = half(i);
  if (i == 0)
    kept = boxes[0].points[1];
}

__global__ void add_up(half *cells, half2 *pairs, half *old) {
  __shared__ half inside[3];
  __shared__ half2 inside2;
  if (threadIdx.x < 3)
    inside[threadIdx.x] = half(0);
  if (threadIdx.x == 3)
    inside2 = half2(0, 0);
  __syncthreads();
  half before = atomicAdd(&cells[threadIdx.x % 3], half(1));
  atomicAdd(pairs, half2(1, 0.5f));
  atomicAdd(&total, half(0.25f));
  atomicAdd(&totals, half2(0.5f, 1));
  atomicAdd(&inside[threadIdx.x % 3], half(2));
  atomicAdd(&inside2, half2(1, 2));
  if (threadIdx.x % 3 == 0 && before > half(100000))
    cells[1] = before;
  __syncthreads();
  if (threadIdx.x < 3)
    old[threadIdx.x] = inside[threadIdx.x];
  if (threadIdx.x == 3)
    old[3] = inside2.x, old[4] = inside2.y;
}

static void check_memory() {
  Box boxes[3], *there;
  memset(static_cast<void *>(boxes), 0, sizeof boxes);
  for (int i = 0; i < 3; ++i) {
    boxes[i].points[0].x = half(i + 1);
    boxes[i].points[1].y = half(0.5f);
    boxes[i].points[0].tag = 'a' + i;
  }
  OK(cudaMalloc(&there, sizeof boxes));
  OK(cudaMemcpy(there, boxes, sizeof boxes, cudaMemcpyHostToDevice));
  grow<<<1, 32>>>(there, 3);
  OK(cudaMemcpy(boxes, there, sizeof boxes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(plain(boxes[i].points[0].x), 2.0f * (i + 1));
    EXPECT_EQ(plain(boxes[i].points[1].both.y), 2.0f * (i + 1) + 0.5f);
    EXPECT_EQ(plain(boxes[i].points[1].tail[2]), (float)i);
    EXPECT(boxes[i].points[0].tag == 'a' + i && boxes[i].data == nullptr);
    EXPECT(boxes[i].sum() == half(2 * (i + 1)) + half(0.5f));
  }
  Point copy;
  OK(cudaMemcpyFromSymbol(&copy, kept, sizeof copy));
  EXPECT_EQ(plain(copy.both.y), 2.5f);
  OK(cudaFree(there));

  half *cells, *old, sums[3], inside[5], all;
  half2 *pairs, pair, pair_of_all;
  OK(cudaMalloc(&cells, sizeof sums));
  OK(cudaMalloc(&old, sizeof inside));
  OK(cudaMalloc(&pairs, sizeof pair));
  OK(cudaMemset(cells, 0, sizeof sums));
  OK(cudaMemset(pairs, 0, sizeof pair));
  add_up<<<4, 96>>>(cells, pairs, old);
  OK(cudaMemcpy(sums, cells, sizeof sums, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(inside, old, sizeof inside, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(&pair, pairs, sizeof pair, cudaMemcpyDeviceToHost));
  OK(cudaMemcpyFromSymbol(&all, total, sizeof all));
  OK(cudaMemcpyFromSymbol(&pair_of_all, totals, sizeof pair_of_all));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(plain(sums[i]), 128.0f);
    EXPECT_EQ(plain(inside[i]), 64.0f);
  }
  EXPECT_EQ(plain(inside[3]), 96.0f);
  EXPECT_EQ(plain(inside[4]), 192.0f);
  EXPECT_EQ(plain(pair.x), 384.0f);
  EXPECT_EQ(plain(pair.y), 192.0f);
  EXPECT_EQ(plain(all), 96.0f);
  EXPECT_EQ(plain(pair_of_all.x), 192.0f);
  EXPECT_EQ(plain(pair_of_all.y), 384.0f);
  OK(cudaFree(cells));
  OK(cudaFree(old));
  OK(cudaFree(pairs));
}

// ---- bfloat16, and shuffles of both.

typedef __nv_bfloat16 bf16;
struct Weights {
  bf16 of[3];
  __nv_bfloat162 pair;
};
__constant__ Weights given;
__device__ bf16 bf16_total;

template <class T> __device__ T sum_of_warp(T v) {
  for (int delta = 16; delta > 0; delta /= 2)
    v = v + __shfl_down_sync(0xffffffff, v, delta);
  return __shfl_sync(0xffffffff, v, 0);
}

__global__ void brain(const bf16 *in, bf16 *out, half *halves, Weights w, bf16 by) {
  int i = threadIdx.x;
  __shared__ bf16 tile[64];
  tile[i] = in[i] * by;
  __syncthreads();
  __nv_bfloat162 pair = reinterpret_cast<__nv_bfloat162 *>(tile)[i / 2];
  pair = __hfma2(pair, given.pair, w.pair);
  bf16 h = i % 2 ? __high2bfloat16(pair) : pair.x;
  h += w.of[i % 3] - given.of[i % 3];
  out[i] = h;
  out[64 + i] = sum_of_warp(bf16((float)(i % 32)));
  halves[i] = sum_of_warp(half(i % 4));
  half2 exchanged = __shfl_xor_sync(0xffffffff, half2(half(i), half(-i)), 1);
  halves[64 + i] = exchanged.x - exchanged.y;
  halves[128 + i] = __shfl_up_sync(0xffffffff, half(i), 2, 8);
  if (i % 2)
    atomicAdd(&bf16_total, bf16(0.5f));
  atomicAdd(&out[128 + i % 3], bf16(1.0f));
}

static void check_brain() {
  const int n = 64;
  std::vector<bf16> in(n), out(131);
  std::vector<half> halves(192);
  for (int i = 0; i < n; ++i)
    in[i] = (float)i;
  Weights w = {{bf16(1.0f), bf16(2.0f), bf16(3.0f)}, {bf16(0.5f), bf16(1.5f)}}, c = w;
  c.of[1] = 0.25f;
  bf16 *from, *to, all;
  half *others;
  OK(cudaMemcpyToSymbol(given, &c, sizeof c));
  OK(cudaMalloc(&from, n * sizeof(bf16)));
  OK(cudaMalloc(&to, out.size() * sizeof(bf16)));
  OK(cudaMalloc(&others, halves.size() * sizeof(half)));
  OK(cudaMemset(to, 0, out.size() * sizeof(bf16)));
  OK(cudaMemcpy(from, in.data(), n * sizeof(bf16), cudaMemcpyHostToDevice));
  brain<<<1, n>>>(from, to, others, w, bf16(2.0f));
  OK(cudaMemcpy(out.data(), to, out.size() * sizeof(bf16), cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(halves.data(), others, halves.size() * sizeof(half), cudaMemcpyDeviceToHost));
  OK(cudaMemcpyFromSymbol(&all, bf16_total, sizeof all));
  for (int i = 0; i < n; ++i) {
    float h = plain(bf16(2.0f * i * (i % 2 ? 1.5f : 0.5f) + (i % 2 ? 1.5f : 0.5f)));
    float added = i % 3 == 1 ? 1.75f : 0;
    EXPECT_EQ(plain(out[i]), plain(bf16(h + added)));
    EXPECT_EQ(plain(out[64 + i]), 496.0f); // exact: sums of pairs, of fours ... are
    EXPECT_EQ(plain(halves[i]), 48.0f);
    EXPECT_EQ(plain(halves[64 + i]), 2.0f * (i ^ 1));
    EXPECT_EQ(plain(halves[128 + i]), (float)(i % 8 < 2 ? i : i - 2));
  }
  EXPECT_EQ(plain(all), 16.0f);
  EXPECT_EQ(plain(out[128]), 22.0f);
  EXPECT_EQ(plain(out[129]), 21.0f);
  EXPECT_EQ(plain(out[130]), 21.0f);
  OK(cudaFree(from));
  OK(cudaFree(to));
  OK(cudaFree(others));
}

int main() {
  check_forms();
  if (failure_count()) // a device without double cannot make a half of one
    return verdict();
  check_memory();
  check_brain();
  return verdict();
}
