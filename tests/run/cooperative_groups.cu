// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Cooperative groups: blocks, tiles of blocks and of tiles, groups of lanes that are there, partitions,
// reductions, scans, copies, what a grid knows of itself. All threads, branches, returns, loops.
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>
#include <vector>

namespace cg = cooperative_groups;
using cg::thread_block;

const int THREADS = 160;
static int input[THREADS], *d_in, *d_out;
static std::vector<int> got;

// The block.

__device__ int block_sum(const thread_block &cta, int *s, int v) {
  s[cta.thread_rank()] = v;
  cta.sync();
  int sum = 0;
  for (unsigned i = 0; i < cta.size(); ++i)
    sum += s[i];
  cg::sync(cta);
  return sum;
}
struct Worker {
  thread_block block;
  int scale;
  __device__ int work(int v) const { return scale * v + block.thread_rank(); }
};
__global__ void blocks(const int *in, int *out) {
  __shared__ int s[THREADS];
  thread_block cta = cg::this_thread_block();
  const auto &same = cta;
  int t = same.thread_rank();
  Worker w = {cta, 2};
  auto late = [=](int v) { return v + (int)cta.num_threads(); };
  auto token = cta.barrier_arrive();
  cta.barrier_wait(static_cast<decltype(token) &&>(token));
  int r = block_sum(cta, s, in[t]) + w.work(1) + late(0);
  r += cta.group_index().x * 1000 + cta.thread_index().y * 100 + cta.dim_threads().x + cg::thread_rank(cta);
  out[cta.group_index().x * cta.size() + t] = r + (int)cg::group_size(cta) + cta.group_dim().y;
}
static void check_blocks() {
  int sum = 0;
  for (int v : input)
    sum += v;
  for (int b = 0; b < 2; ++b)
    for (int t = 0; t < THREADS; ++t)
      EXPECT_EQ(got[b * THREADS + t], sum + 2 + t + THREADS + b * 1000 + t / 40 * 100 + 40 + t + THREADS + 4);
}

// Tiles.

template <class Group> __device__ int group_sum(const Group &g, int v) {
  for (int o = g.size() / 2; o > 0; o /= 2)
    v += g.shfl_xor(v, o);
  return v;
}
__device__ int warp_sum(cg::thread_block_tile<32> warp, int v) {
  for (int o = warp.size() / 2; o > 0; o /= 2)
    v += warp.shfl_down(v, o);
  return warp.shfl(v, 0);
}
/// Takes a tile of any group.
__device__ int eight_sum(cg::thread_block_tile<8> eight, int v) {
  for (int o = 4; o > 0; o /= 2)
    v += eight.shfl_xor(v, o);
  return v;
}
struct Pair {
  short a;
  long long b;
  char c;
};
__global__ void tiles(const int *in, int *out) {
  auto cta = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cta);
  auto eight = cg::tiled_partition<8>(warp);
  auto two = cg::tiled_partition<2>(eight);
  int t = cta.thread_rank(), v = in[t];
  int *o = out + t * 16;
  o[0] = warp_sum(warp, v);
  o[1] = group_sum(eight, v);
  o[2] = two.shfl(v, 1) * 100 + two.meta_group_rank() * 10 + two.meta_group_size();
  o[3] = eight.shfl_up(v, 3) * 100 + eight.shfl_down(v, 5);
  o[4] = eight.any(v > 9) * 4 + eight.all(v > 1) * 2 + warp.any(v > 10);
  o[5] = eight.ballot(v & 1);
  o[6] = warp.ballot(v & 1);
  o[7] = eight.match_any(v % 3);
  int all = 7;
  o[8] = eight.match_all(v / 20, all);
  o[9] = all * 100000 + eight.thread_rank() * 100 + eight.meta_group_rank() * 10 + eight.meta_group_size() +
         10000 * warp.meta_group_rank() + 1000 * warp.meta_group_size();
  Pair p = {(short)v, v * 3ll, (char)-v};
  Pair q = eight.shfl_xor(p, 3);
  o[10] = q.a * 100 + (int)(q.b / 3) + q.c;
  float2 f = make_float2(v, 2 * v);
  f = warp.shfl(f, t + 1);
  o[11] = f.x + f.y * 100 + eight.shfl((char)v, 2) * 10000 + (eight.shfl(v > 5, 1) ? 1000000 : 0);
  o[12] = (int)(eight.shfl_down((long long)v << 33, 1u) >> 33) + (int)eight.shfl(v * 0.25f, 4) * 100;
  warp.sync();
  o[13] = cg::this_thread().size() + eight.num_threads();
  o[14] = eight_sum(eight, v);
}
static void check_tiles() {
  for (int t = 0; t < THREADS; ++t) {
    const int *o = &got[t * 16], *warp = input + t / 32 * 32, *eight = input + t / 8 * 8, rank = t % 8;
    int sum32 = 0, sum8 = 0, odd8 = 0, odd32 = 0, same = 0, big = 0, any9 = 0, all1 = 1, any10 = 0;
    for (int i = 0; i < 32; ++i) {
      sum32 += warp[i];
      odd32 |= (warp[i] & 1) << i;
      any10 |= warp[i] > 10;
    }
    for (int i = 0; i < 8; ++i) {
      sum8 += eight[i];
      odd8 |= (eight[i] & 1) << i;
      same |= (eight[i] % 3 == input[t] % 3) << i;
      any9 |= eight[i] > 9;
      all1 &= eight[i] > 1;
      big |= eight[i] / 20 != 0;
    }
    EXPECT_EQ(o[0], sum32);
    EXPECT_EQ(o[1], sum8);
    EXPECT_EQ(o[2], input[t | 1] * 100 + t % 8 / 2 * 10 + 4);
    EXPECT_EQ(o[3], input[rank < 3 ? t : t - 3] * 100 + input[rank + 5 < 8 ? t + 5 : t]);
    EXPECT_EQ(o[4], any9 * 4 + all1 * 2 + any10);
    EXPECT_EQ(o[5], odd8);
    EXPECT_EQ(o[6], odd32);
    EXPECT_EQ(o[7], same);
    EXPECT_EQ(o[8], 255);
    EXPECT_EQ(o[9], 100000 + rank * 100 + t % 32 / 8 * 10 + 4 + 10000 * (t / 32) + 1000 * (THREADS / 32));
    int v = input[t ^ 3];
    EXPECT_EQ(o[10], v * 100 + v - v);
    int next = warp[(t + 1) % 32];
    EXPECT_EQ(o[11], next + next * 200 + eight[2] * 10000 + (eight[1] > 5 ? 1000000 : 0));
    EXPECT_EQ(o[12], input[rank < 7 ? t + 1 : t] + (int)(eight[4] * 0.25) * 100);
    EXPECT_EQ(o[13], 9);
    EXPECT_EQ(o[14], sum8);
  }
}

// Tiles in branches, after returns, in loops of other lengths.
__global__ void divergent(const int *in, int *out, int n) {
  auto cta = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(cta);
  auto four = cg::tiled_partition<4>(cta);
  int t = cta.thread_rank(), r = 0;
  if (warp.meta_group_rank() >= n)
    return;
  if (warp.meta_group_rank() == 1) {
    r += warp_sum(warp, in[t]);
    if (warp.thread_rank() == 0)
      r += 1000;
  } else if (four.meta_group_rank() % 2) {
    r += group_sum(four, in[t]) * 10;
    four.sync();
  }
  for (unsigned k = four.meta_group_rank(); k < 20; k += 5)
    r += four.shfl(in[t], k % 4) * (four.any(in[t] > 6) ? 2 : 1) + cg::reduce(four, in[t], cg::less<int>());
  out[t] = r;
}
static void check_divergent() {
  for (int t = 0; t < THREADS; ++t) {
    int r = 0, *four = input + t / 4 * 4, least = four[0], most = four[0], sum4 = 0, sum32 = 0;
    for (int i = 0; i < 4; ++i) {
      least = four[i] < least ? four[i] : least;
      most = four[i] > most ? four[i] : most;
      sum4 += four[i];
    }
    for (int i = 0; i < 32; ++i)
      sum32 += input[t / 32 * 32 + i];
    if (t / 32 == 1)
      r += sum32 + (t % 32 == 0 ? 1000 : 0);
    else if (t / 4 % 2)
      r += sum4 * 10;
    for (int k = t / 4; k < 20; k += 5)
      r += four[k % 4] * (most > 6 ? 2 : 1) + least;
    EXPECT_EQ(got[t], t / 32 >= 4 ? -1 : r);
  }
}

// Groups of lanes.

__device__ int next_of(int *count) {
  auto g = cg::coalesced_threads();
  int first;
  if (g.thread_rank() == 0)
    first = atomicAdd(count, g.size());
  return g.shfl(first, 0) + g.thread_rank();
}
__global__ void compact(const int *in, int *out, int n) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  if (in[i] > 4)
    out[1 + next_of(out)] = in[i] * 1000 + i;
}
static void check_compact() {
  int count = 0;
  std::vector<int> seen(THREADS);
  for (int t = 0; t < 150; ++t)
    count += input[t] > 4;
  EXPECT_EQ(got[0], count);
  for (int i = 1; i <= count; ++i) {
    int t = got[i] % 1000;
    EXPECT(t >= 0 && t < 150 && input[t] > 4 && got[i] == input[t] * 1000 + t && seen[t]++ == 0);
    if (i > 1 && got[i - 1] % 1000 / 32 == t / 32)
      EXPECT(got[i - 1] % 1000 < t); // of a warp, in the order of ranks
  }
}
__global__ void lanes(const int *in, int *out) {
  auto cta = cg::this_thread_block();
  int t = cta.thread_rank(), v = in[t];
  int *o = out + t * 16;
  if (v % 3 != 1) {
    cg::coalesced_group active = cg::coalesced_threads();
    o[0] = active.size() * 100 + active.thread_rank();
    o[1] = active.shfl_down(v, 2) * 100 + active.shfl_up(v, 1);
    o[2] = active.ballot(v > 5);
    o[3] = active.any(v > 9) * 2 + active.all(v >= 0);
    o[4] = active.match_any(v % 2);
    auto half = cg::binary_partition(active, v > 5);
    o[5] = half.size() * 100 + half.thread_rank() * 10 + half.meta_group_rank() * 4 + half.meta_group_size();
    auto label = cg::labeled_partition(active, v);
    o[6] = label.size() * 1000 + label.meta_group_rank() * 30 + label.meta_group_size();
    auto four = cg::tiled_partition(active, 4);
    o[7] = four.shfl(v, 0) * 1000 + four.size() * 100 + four.meta_group_rank() * 10 + four.meta_group_size();
    o[8] = cg::reduce(active, v, cg::plus<int>());
    o[9] = cg::inclusive_scan(active, v) * 1000 + cg::exclusive_scan(active, v, cg::greater<int>());
    o[10] = cg::reduce(half, (float)v, cg::less<float>()) + cg::exclusive_scan(half, 1) * 100;
    active.sync();
    cg::thread_group any = active;
    o[11] = any.size() * 100 + any.thread_rank();
  } else {
    o[0] = -7;
  }
  __syncwarp();
  auto whole = cg::coalesced_threads();
  o[12] = cg::reduce(whole, 1 << (v % 8), cg::bit_or<int>()) + cg::inclusive_scan(whole, v, cg::bit_xor<int>()) * 1000;
}
static void check_lanes() {
  for (int t = 0; t < THREADS; ++t) {
    const int *o = &got[t * 16], *warp = input + t / 32 * 32, v = input[t];
    std::vector<int> active, half, label, labels;
    int rank = -1, half_rank = -1, bits = 0, xors = 0;
    for (int i = 0; i < 32; ++i) {
      bits |= 1 << warp[i] % 8;
      if (i <= t % 32)
        xors ^= warp[i];
      if (warp[i] % 3 == 1)
        continue;
      if (i == t % 32) {
        rank = active.size();
        half_rank = half.size();
      }
      active.push_back(warp[i]);
      if ((warp[i] > 5) == (v > 5))
        half.push_back(warp[i]);
      if (warp[i] == v)
        label.push_back(i);
      bool seen = false;
      for (int l : labels)
        seen |= l == warp[i];
      if (!seen)
        labels.push_back(warp[i]);
    }
    EXPECT_EQ(o[12], bits + xors * 1000);
    if (v % 3 == 1) {
      EXPECT_EQ(o[0], -7);
      continue;
    }
    int n = active.size(), ballot = 0, same = 0, any9 = 0, sum = 0, upto = 0, most = 0, least = 1000, label_rank = 0;
    for (int i = 0; i < n; ++i) {
      ballot |= (active[i] > 5) << i;
      same |= (active[i] % 2 == v % 2) << i;
      any9 |= active[i] > 9;
      sum += active[i];
      upto += i <= rank ? active[i] : 0;
      if (i < rank && active[i] > most)
        most = active[i];
    }
    for (int h : half)
      least = h < least ? h : least;
    while (labels[label_rank] != v)
      ++label_rank;
    EXPECT_EQ(o[0], n * 100 + rank);
    EXPECT_EQ(o[1], active[rank + 2 < n ? rank + 2 : rank] * 100 + active[rank ? rank - 1 : rank]);
    EXPECT_EQ(o[2], ballot);
    EXPECT_EQ(o[3], any9 * 2 + 1);
    EXPECT_EQ(o[4], same);
    bool both = (int)half.size() != n;
    EXPECT_EQ(o[5], (int)half.size() * 100 + half_rank * 10 + (both && v > 5) * 4 + 1 + both);
    EXPECT_EQ(o[6], (int)label.size() * 1000 + label_rank * 30 + (int)labels.size());
    int begin = rank / 4 * 4;
    EXPECT_EQ(o[7], active[begin] * 1000 + (n - begin < 4 ? n - begin : 4) * 100 + rank / 4 * 10 + (n + 3) / 4);
    EXPECT_EQ(o[8], sum);
    EXPECT_EQ(o[9], upto * 1000 + most);
    EXPECT_EQ(o[10], least + half_rank * 100);
    EXPECT_EQ(o[11], n * 100 + rank);
  }
}

// Groups whose kind is known when the kernel runs.

__device__ int any_sum(cg::thread_group g, int *s, int v) {
  int rank = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    s[rank] = v;
    g.sync();
    if (rank < i)
      v += s[rank + i];
    g.sync();
  }
  return v;
}
__global__ void dynamic(const int *in, int *out) {
  __shared__ int s[THREADS];
  thread_block cta = cg::this_thread_block();
  cg::thread_group tile = cg::tiled_partition(cta, 16), part = cg::tiled_partition(tile, 4);
  int t = cta.thread_rank();
  int r = any_sum(tile, s + t / 16 * 16, in[t]);
  r += any_sum(part, s + t / 4 * 4, in[t]) * 1000;
  r += any_sum(cg::tiled_partition<32>(cta), s + t / 32 * 32, in[t]) * 100000;
  cg::thread_group whole = cta;
  whole.sync();
  out[t] = r + (int)whole.size() + (int)whole.thread_rank();
}
static void check_dynamic() {
  for (int t = 0; t < THREADS; ++t) {
    int sums[3] = {}, sizes[] = {16, 4, 32};
    for (int k = 0; k < 3; ++k)
      if (t % sizes[k] == 0)
        for (int i = 0; i < sizes[k]; ++i)
          sums[k] += input[t + i];
    if (t % 32 == 0)
      EXPECT_EQ(got[t], sums[0] + sums[1] * 1000 + sums[2] * 100000 + THREADS + t);
  }
}

// Functions of groups.

struct Most {
  int limit;
  __device__ int operator()(int a, int b) const { return max(a, b) > limit ? limit : max(a, b); }
};
__global__ void functions(const int *in, int *out) {
  __shared__ __align__(16) int s[THREADS];
  __shared__ int count;
  __shared__ long long wide[8];
  auto cta = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(cta);
  int t = cta.thread_rank();
  cg::invoke_one(cta, [&] { count = 3; });
  cg::memcpy_async(cta, s, in, cuda::aligned_size_t<16>(sizeof(int) * THREADS));
  cg::memcpy_async(tile, (void *)wide, (const void *)in, 16);
  cg::memcpy_async(cta, wide + 2, 4, (const long long *)in, 5);
  cg::wait(cta);
  int v = s[t], *o = out + t * 16;
  o[0] = cg::reduce(tile, v, cg::plus<int>()) + cg::reduce(tile, v, [](int a, int b) { return a ^ b; }) * 1000;
  o[1] = cg::reduce(tile, v * 0.5f, cg::greater<float>()) * 2 + cg::reduce(tile, v, Most{9}) * 1000;
  o[2] = cg::inclusive_scan(tile, v) * 1000 + cg::exclusive_scan(tile, v);
  o[3] = cg::exclusive_scan(tile, v, cg::bit_and<int>()) + 100 * cg::inclusive_scan(tile, v, cg::less<int>());
  o[4] = cg::invoke_one_broadcast(tile, [](int *c) { return atomicAdd(c, 1); }, &count) >= 3;
  o[5] = ((int *)wide)[t % 12];
  cta.sync();
  o[6] = count;
}
static void check_functions() {
  for (int t = 0; t < THREADS; ++t) {
    const int *o = &got[t * 16], *tile = input + t / 16 * 16, rank = t % 16;
    int sum = 0, xors = 0, most = 0, upto = 0, ands = 0, least = 1000;
    for (int i = 0; i < 16; ++i) {
      sum += tile[i];
      xors ^= tile[i];
      most = tile[i] > most ? tile[i] : most;
      if (i <= rank) {
        upto += tile[i];
        least = tile[i] < least ? tile[i] : least;
      }
      if (i < rank)
        ands = i ? ands & tile[i] : tile[i];
    }
    EXPECT_EQ(o[0], sum + xors * 1000);
    EXPECT_EQ(o[1], most + (most > 9 ? 9 : most) * 1000);
    EXPECT_EQ(o[2], upto * 1000 + upto - input[t]);
    EXPECT_EQ(o[3], ands + 100 * least);
    EXPECT_EQ(o[4], 1);
    EXPECT_EQ(o[5], input[t % 12 < 4 ? t % 12 : t % 12 - 4]);
    EXPECT_EQ(o[6], 3 + THREADS / 16);
  }
}

// Groups in members, lambdas, macros and templates; what an expression around a member function means.

#define LAST(g) ((g).size() - 1)
#define RANK cg::this_thread_block().thread_rank()
template <class G> struct Holder {
  G group;
  int base;
  __device__ Holder(const G &g, int b) : group(g), base(b) {}
  __device__ int rank() const { return group.thread_rank() + base; }
  __device__ int last(int v) const { return group.shfl(v, group.size() - 1); }
};
template <class G> __device__ Holder<G> hold(const G &g, int b) { return Holder<G>(g, b); }
struct Low {
  int v;
};
struct LowOf {
  __device__ Low operator()(Low a, Low b) const { return a.v < b.v ? a : b; }
};
template <unsigned N, class P, class T> __device__ T scan_in(cg::thread_block_tile<N, P> g, T v) {
#pragma unroll
  for (int i = 1; i < g.num_threads(); i <<= 1) {
    T other = g.shfl_up(v, i);
    if (g.thread_rank() >= i)
      v += other;
  }
  return v;
}
__device__ int size_if(cg::coalesced_group g, int v, int limit) {
  if (v > limit)
    return g.size();
  return -1;
}
__global__ void forms(const int *in, int *out) {
  using namespace cooperative_groups;
  auto block = this_thread_block();
  auto tile = tiled_partition<16>(block);
  int t = RANK, v = in[t], n = 0;
  int *o = out + t * 8;
  o[0] = LAST(tile) - tile.thread_rank() * 2 +
         (tile.thread_rank() < 3 ? tile.meta_group_rank() : tile.meta_group_size() - 1);
  o[1] = tile.shfl(v + 1, n++) * 2 - tile.shfl_xor(v, 1 << 2);
  auto h = hold(tile, 5);
  o[2] = h.rank() + h.last(v) * 100 - scan_in(tile, v) + n;
  o[3] = cg::reduce(tile, Low{v}, LowOf()).v + cg::reduce(tiled_partition<4>(tile), Low{v - 1}, LowOf()).v * 100;
  auto f = [&](int x) { return tile.shfl_down(x, 2u) - block.size(); };
  o[4] = f(v) + (tile.any(v == 3) & tile.all(v < 11));
  o[5] = -tile.thread_rank() / 2 + (1 - tile.thread_rank() > 5u) + !tile.thread_rank() + ~tile.thread_rank() % 7;
  o[6] = 7;
  if (v & 1) {
    coalesced_group g = coalesced_threads();
    o[6] = size_if(g, v, 4);
  }
  if (t / 32 == 1)
    o[7] = tile.ballot(v > 4);
  else
    o[7] = tile.shfl(v, 3) + 1000;
}
static void check_forms() {
  for (int t = 0; t < THREADS; ++t) {
    const int *o = &got[t * 8], *tile = input + t / 16 * 16, v = input[t];
    unsigned r = t % 16;
    EXPECT_EQ(o[0], (int)(15u - r * 2 + (r < 3 ? t / 16 : THREADS / 16 - 1)));
    EXPECT_EQ(o[1], (tile[0] + 1) * 2 - input[t ^ 4]);
    int scan = 0, low = 99, low4 = 99, any3 = 0, ballot = 0, odd = 0;
    for (int i = 0; i < 16; ++i) {
      scan += i <= (int)r ? tile[i] : 0;
      low = tile[i] < low ? tile[i] : low;
      any3 |= tile[i] == 3;
      ballot |= (tile[i] > 4) << i;
    }
    for (int i = 0; i < 4; ++i) {
      int w = input[t / 4 * 4 + i] - 1;
      low4 = w < low4 ? w : low4;
    }
    for (int i = 0; i < 32; ++i)
      odd += input[t / 32 * 32 + i] & 1;
    EXPECT_EQ(o[2], (int)r + 5 + tile[15] * 100 - scan + 1);
    EXPECT_EQ(o[3], low + low4 * 100);
    EXPECT_EQ(o[4], (r + 2 < 16 ? input[t + 2] : v) - THREADS + any3);
    EXPECT_EQ(o[5], (int)(-r / 2 + (1 - r > 5u) + !r + ~r % 7));
    EXPECT_EQ(o[6], v & 1 ? (v > 4 ? odd : -1) : 7);
    EXPECT_EQ(o[7], t / 32 == 1 ? ballot : tile[3] + 1000);
  }
}

// The grid.
__global__ void grids(int *out) {
  cg::grid_group grid = cg::this_grid();
  unsigned long long rank = grid.thread_rank();
  out[rank] = (int)(grid.size() + 1000 * grid.num_blocks() + 10000 * grid.block_rank()) +
              100000 * grid.block_index().y + 1000000 * grid.dim_blocks().x + 7 * grid.thread_index().y +
              grid.group_dim().y;
}
static void check_grids() {
  for (int b = 0; b < 4; ++b)
    for (int t = 0; t < 32; ++t)
      EXPECT_EQ(got[b * 32 + t],
                128 + 4000 + 10000 * b + 100000 * (b / 2) + 2000000 + 7 * (b / 2 * 4 + t / 8) + 2);
}

template <class Launch> void run(Launch launch, void (*check)()) {
  OK(cudaMemset(d_out, -1, got.size() * sizeof(int)));
  launch();
  OK(cudaMemcpy(got.data(), d_out, got.size() * sizeof(int), cudaMemcpyDeviceToHost));
  check();
}

int main() {
  got.resize(THREADS * 16);
  for (int i = 0; i < THREADS; ++i)
    input[i] = (i * 7 + i / 13) % 11;
  OK(cudaMalloc(&d_in, sizeof input));
  OK(cudaMalloc(&d_out, got.size() * sizeof(int)));
  OK(cudaMemcpy(d_in, input, sizeof input, cudaMemcpyHostToDevice));
  run([] { blocks<<<2, dim3(40, 4)>>>(d_in, d_out); }, check_blocks);
  run([] { divergent<<<1, THREADS>>>(d_in, d_out, 4); }, check_divergent);
  run([] { lanes<<<1, THREADS>>>(d_in, d_out); }, check_lanes);
  run([] { dynamic<<<1, THREADS>>>(d_in, d_out); }, check_dynamic);
  run([] { grids<<<dim3(2, 2), dim3(8, 4)>>>(d_out); }, check_grids);
  run([] {
    OK(cudaMemset(d_out, 0, sizeof(int)));
    compact<<<1, THREADS>>>(d_in, d_out, 150);
  }, check_compact);
  run([] { tiles<<<1, THREADS>>>(d_in, d_out); }, check_tiles);
  run([] { functions<<<1, THREADS>>>(d_in, d_out); }, check_functions);
  run([] { forms<<<1, dim3(40, 4)>>>(d_in, d_out); }, check_forms);
  return verdict();
}
