// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

// What says nothing has no variable and no parameter; what is one expression is in its place.
__device__ int sum_of(const cg::thread_block_tile<32> &warp, int v) {
  for (int o = warp.size() / 2; o > 0; o /= 2)
    v += warp.shfl_down(v, o);
  return warp.shfl(v, 0);
}
// CL: int sum_of(int v, __local ulong *warp_) {
// CL: for (int o = 32u / 2; o > 0; o /= 2)
// CL: v += clrt_shfl_down_int(v, o, 32u, warp_);
// CL: return clrt_shfl_int(v, 0, 32u, warp_);

template <class Group> __device__ int rank_of(Group group) { return group.thread_rank(); }

__global__ void k(const int *in, int *out, unsigned d) {
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto four = cg::tiled_partition<4>(warp);
  __shared__ int s[64];
  s[block.thread_rank()] = in[block.thread_rank()];
  block.sync();
  cg::sync(block);
  // CL: s[thread_of_block()] = in[thread_of_block()];
  // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  // CL-NOT: block = this_thread_block
  int r = sum_of(warp, s[threadIdx.x]) + rank_of(block) + rank_of(four);
  // CL: int r = sum_of(s[get_local_id(0)], warp_) + rank_of_thread_block()
  r += four.shfl_up(r + 1, d) * 2 + (warp.any(r) ? 1 : 2);
  // CL: clrt_shfl_up_int(r + 1, d, 4u, warp_) * 2 + ((clrt_ballot(0xffffffff, r, warp_) != 0) ? 1 : 2);
  r += 100 - four.meta_group_rank() * 2;
  // CL: r += 100 - ((thread_of_block() % 32u) / 4u) * 2;
  int lanes = four.ballot(r & 1);
  // CL: int lanes = tile_4_ballot(r & 1, warp_);
  unsigned rank = four.thread_rank();
  // CL: unsigned rank = thread_of_block() % 4u;
  warp.sync();
  // CL: clrt_syncwarp(warp_);
  out[block.thread_rank()] = cg::reduce(four, r, cg::plus<int>()) + lanes + rank;
}

// A value of an expression keeps its type: 32 bits, as in CUDA.
__global__ void types(unsigned long long *out, float f, char c) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  out[0] = 1 - tile.thread_rank();
  // CL: out[0] = 1 - (thread_of_block() % 8u);
  out[1] = tile.shfl(c, f);
  out[2] = tile.shfl_xor((short)f, tile.thread_rank() ^ 1);
}

// A lane that is not there reads nothing; what lanes exchange is given a value.
__global__ void some(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, first;
  if (i >= n)
    return;
  auto active = cg::coalesced_threads();
  if (active.thread_rank() == 0)
    first = in[i];
  out[i] = active.shfl(first, 0);
}
// CL: first = 0;
// CL: coalesced_group active = coalesced_threads(warp, active_);

// Meeting of the grid, tiles of more than a warp.
__global__ void grid(int *out) {
  cg::grid_group all = cg::this_grid();
  out[all.thread_rank()] = all.block_rank();
  all.sync();
  // DIAG: 2314
}
__global__ void wide(int *out) {
  __shared__ cg::block_tile_memory<128> memory;
  auto block = cg::this_thread_block(memory);
  // DIAG: 2314
  out[threadIdx.x] = block.thread_rank();
}
__global__ void unknown_parent(int *out) {
  auto eight = cg::tiled_partition<8>(cg::this_thread_block());
  cg::thread_block_tile<4> four = cg::tiled_partition<4>(eight);
  out[threadIdx.x] = four.meta_group_rank();
  // DIAG: 2314
}
