// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Groups of a warp, as far as generated programs use them.
#pragma once
#include "cuda_runtime.h"

namespace cooperative_groups {
struct thread_block {
  void sync() const { __syncthreads(); }
};
inline thread_block this_thread_block() { return {}; }

/// Lanes of a warp; ranks count the lanes that are named.
struct lanes {
  unsigned mask;
  unsigned size() const { return __builtin_popcount(mask); }
  unsigned num_threads() const { return size(); }
  unsigned thread_rank() const { return __builtin_popcount(mask & ((1u << shim_lane()) - 1)); }
  unsigned lane(unsigned rank) const {
    for (unsigned i = 0; i < 32; i++)
      if (mask >> i & 1 && rank-- == 0)
        return i;
    return shim_lane();
  }
  unsigned packed(unsigned bits) const {
    unsigned result = 0, rank = 0;
    for (unsigned i = 0; i < 32; i++)
      if (mask >> i & 1)
        result |= (bits >> i & 1) << rank++;
    return result;
  }
  void sync() const { __syncwarp(mask); }
  template <class T> T shfl(T v, int rank) const { return shim_swap(mask, v, lane(rank % size())); }
  template <class T> T shfl_down(T v, unsigned d) const {
    return shim_swap(mask, v, thread_rank() + d < size() ? lane(thread_rank() + d) : shim_lane());
  }
  template <class T> T shfl_up(T v, unsigned d) const {
    return shim_swap(mask, v, thread_rank() >= d ? lane(thread_rank() - d) : shim_lane());
  }
  template <class T> T shfl_xor(T v, unsigned m) const { return shim_swap(mask, v, lane(thread_rank() ^ m)); }
  int any(int v) const { return __any_sync(mask, v); }
  int all(int v) const { return __all_sync(mask, v); }
  unsigned ballot(int v) const { return packed(__ballot_sync(mask, v)); }
  template <class T> unsigned match_any(T v) const { return packed(__match_any_sync(mask, v)); }
};
typedef lanes coalesced_group;
template <unsigned N> struct thread_block_tile : lanes {
  unsigned meta_group_rank() const { return unsigned(shim_running - shim_fibers) / N; }
};
template <unsigned N> thread_block_tile<N> tiled_partition(thread_block) {
  thread_block_tile<N> tile;
  tile.mask = N == 32 ? ~0u : ((1u << N % 32) - 1) << (shim_lane() & ~(N - 1));
  return tile;
}
inline coalesced_group shim_coalesced(unsigned mask) { return {mask}; }
inline lanes binary_partition(lanes g, bool yes) {
  unsigned set = __ballot_sync(g.mask, yes);
  return {yes ? set : g.mask & ~set};
}
template <class T> struct plus { T operator()(T a, T b) const { return a + b; } };
template <class T> struct greater { T operator()(T a, T b) const { return a > b ? a : b; } };
template <class T> struct bit_xor { T operator()(T a, T b) const { return a ^ b; } };
template <class G, class T, class F> T reduce(const G &g, T v, F f) { return shim_reduce(g.mask, v, f); }
} // namespace cooperative_groups
