// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Cooperative groups, in CUDA. What is only declared has no translation.
//
// A group that lies in a warp is a mask of lanes. What members compute and in which order is as in
// NVIDIA's library, so that sums of floats are the same. Tiles have no members: their lanes follow
// from the thread's place in the block. Whoever shuffles comes to one call on every way: all
// threads of a block may have to walk there.
#ifndef CU2CL_LIB_COOPERATIVE_GROUPS_H
#define CU2CL_LIB_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDACC__)
namespace cooperative_groups {

template <unsigned int Size, class Parent = void> class thread_block_tile;

namespace details {

__device__ inline unsigned int thread_of_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ inline unsigned int threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
/// How many tiles of \p size threads the block has.
__device__ inline unsigned int tiles_of_block(unsigned int size) {
  return (threads_of_block() + size - 1) / size;
}
__device__ inline unsigned int lane_of_warp() { return thread_of_block() % 32; }
__device__ inline unsigned int lanes_below() { return (1u << lane_of_warp()) - 1; }

/// The own segment of \p width lanes.
__device__ inline unsigned int segment_lanes(int width) {
  return (0xffffffff >> (32 - width)) << (lane_of_warp() & ~(width - 1));
}

/// Values of \p T, of the own segment of \p width lanes or among the lanes of a group. Who comes takes
/// part; the mask counts where only those come that it names.
template <class T, bool = __is_arithmetic(T)> struct shuffle {
  __device__ static T from(T value, int lane, int width) {
    return __shfl_sync(segment_lanes(width), value, lane, width);
  }
  __device__ static T among(unsigned int lanes, T value, int lane) {
    return __shfl_sync(lanes, value, lane, 32);
  }
  __device__ static T down(T value, unsigned int delta, int width) {
    return __shfl_down_sync(segment_lanes(width), value, delta, width);
  }
  __device__ static T up(T value, unsigned int delta, int width) {
    return __shfl_up_sync(segment_lanes(width), value, delta, width);
  }
  __device__ static T across(T value, unsigned int mask, int width) {
    return __shfl_xor_sync(segment_lanes(width), value, mask, width);
  }
};

/// Of classes, word by word.
template <class T> struct shuffle<T, false> {
  __device__ static T from(T value, int lane, int width) {
    unsigned int words[(sizeof(T) + 3) / 4] = {};
    memcpy(words, &value, sizeof(T));
    for (unsigned int i = 0; i < sizeof(words) / 4; ++i)
      words[i] = __shfl_sync(segment_lanes(width), words[i], lane, width);
    T other;
    memcpy(&other, words, sizeof(T));
    return other;
  }
  __device__ static T among(unsigned int lanes, T value, int lane) {
    unsigned int words[(sizeof(T) + 3) / 4] = {};
    memcpy(words, &value, sizeof(T));
    for (unsigned int i = 0; i < sizeof(words) / 4; ++i)
      words[i] = __shfl_sync(lanes, words[i], lane, 32);
    T other;
    memcpy(&other, words, sizeof(T));
    return other;
  }
  __device__ static T down(T value, unsigned int delta, int width) {
    unsigned int rank = lane_of_warp() & (width - 1);
    return from(value, rank + delta < width ? rank + delta : rank, width);
  }
  __device__ static T up(T value, unsigned int delta, int width) {
    unsigned int rank = lane_of_warp() & (width - 1);
    return from(value, rank >= delta ? rank - delta : rank, width);
  }
  __device__ static T across(T value, unsigned int mask, int width) {
    unsigned int rank = lane_of_warp() & (width - 1);
    return from(value, (rank ^ mask) < width ? rank ^ mask : rank, width);
  }
};

/// The lanes of a tile of \p Size threads, and what it looks at of a ballot.
template <unsigned int Size> struct tile_lanes {
  __device__ static unsigned int mask() {
    return ((1u << Size) - 1) << (lane_of_warp() & ~(Size - 1));
  }
  __device__ static unsigned int packed(unsigned int lanes) {
    return lanes >> (lane_of_warp() & ~(Size - 1));
  }
};
template <> struct tile_lanes<32> {
  __device__ static unsigned int mask() { return 0xffffffff; }
  __device__ static unsigned int packed(unsigned int lanes) { return lanes; }
};

/// A tile of \p Size threads of a warp.
template <unsigned int Size> struct tile {
  __device__ static unsigned int thread_rank() { return thread_of_block() % Size; }
  __device__ static constexpr unsigned int size() { return Size; }
  __device__ static constexpr unsigned int num_threads() { return Size; }
  __device__ static void sync() { __syncwarp(tile_lanes<Size>::mask()); }

  template <class T> __device__ static T shfl(T value, int rank) {
    return shuffle<T>::from(value, rank, Size);
  }
  template <class T> __device__ static T shfl_down(T value, unsigned int delta) {
    return shuffle<T>::down(value, delta, Size);
  }
  template <class T> __device__ static T shfl_up(T value, unsigned int delta) {
    return shuffle<T>::up(value, delta, Size);
  }
  template <class T> __device__ static T shfl_xor(T value, unsigned int mask) {
    return shuffle<T>::across(value, mask, Size);
  }

  __device__ static int any(int predicate) {
    return __ballot_sync(tile_lanes<Size>::mask(), predicate) != 0;
  }
  __device__ static int all(int predicate) {
    return __ballot_sync(tile_lanes<Size>::mask(), predicate) == tile_lanes<Size>::mask();
  }
  __device__ static unsigned int ballot(int predicate) {
    return tile_lanes<Size>::packed(__ballot_sync(tile_lanes<Size>::mask(), predicate));
  }
  template <class T> __device__ static unsigned int match_any(T value) {
    return tile_lanes<Size>::packed(__match_any_sync(tile_lanes<Size>::mask(), value));
  }
  template <class T> __device__ static unsigned int match_all(T value, int &predicate) {
    int all = 0;
    unsigned int lanes = __match_all_sync(tile_lanes<Size>::mask(), value, &all);
    predicate = all;
    return tile_lanes<Size>::packed(lanes);
  }
};

} // namespace details

class grid_group {
public:
  __device__ void sync() const;
  __device__ bool is_valid() const;
  typedef unsigned int arrival_token;
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token &&) const;

  __device__ static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * (gridDim.y * gridDim.z);
  }
  __device__ static unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  __device__ static unsigned long long num_threads() {
    return num_blocks() * details::threads_of_block();
  }
  __device__ static unsigned long long size() { return num_threads(); }
  __device__ static unsigned long long thread_rank() {
    return block_rank() * details::threads_of_block() + details::thread_of_block();
  }
  __device__ static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __device__ static dim3 group_dim() { return dim_blocks(); }
  __device__ static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
  __device__ static dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }
};
__device__ inline grid_group this_grid() { return grid_group(); }

class thread_block {
public:
  struct arrival_token {};
  __device__ static arrival_token barrier_arrive() { return arrival_token(); }
  __device__ __cu2cl_waits static void barrier_wait(arrival_token &&) { __syncthreads(); }
  __device__ static void sync() { __syncthreads(); }
  __device__ static unsigned int thread_rank() { return details::thread_of_block(); }
  __device__ static unsigned int size() { return details::threads_of_block(); }
  __device__ static unsigned int num_threads() { return details::threads_of_block(); }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};
__device__ inline thread_block this_thread_block() { return thread_block(); }
template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
  char bytes[MaxBlockSize];
};
template <unsigned int MaxBlockSize>
__device__ thread_block this_thread_block(block_tile_memory<MaxBlockSize> &);

template <unsigned int Size, class Parent> class thread_block_tile : public details::tile<Size> {
public:
  __device__ static unsigned int meta_group_rank() { return Parent::thread_rank() / Size; }
  __device__ static unsigned int meta_group_size() { return (Parent::size() + Size - 1) / Size; }
};
/// A tile of the block, or of another one: it does not keep where it lies in that, so that where a
/// program makes it of one, nobody may ask (CU2CL2314).
template <unsigned int Size> class thread_block_tile<Size, void> : public details::tile<Size> {
public:
  __device__ thread_block_tile(const thread_block_tile<Size, thread_block> &) {}
  template <class Parent> __device__ thread_block_tile(const thread_block_tile<Size, Parent> &) {}
  __device__ static unsigned int meta_group_rank() { return details::thread_of_block() / Size; }
  __device__ static unsigned int meta_group_size() { return details::tiles_of_block(Size); }
};
__device__ inline thread_block_tile<1, thread_block_tile<1, thread_block>> this_thread() {
  return thread_block_tile<1, thread_block_tile<1, thread_block>>();
}

/// Some lanes of a warp.
class coalesced_group {
public:
  __device__ coalesced_group(unsigned int lanes, unsigned int rank, unsigned int groups)
      : lanes(lanes), meta_rank(rank), meta_size(groups) {}

  __device__ unsigned int size() const { return __popc(lanes); }
  __device__ unsigned int num_threads() const { return __popc(lanes); }
  __device__ unsigned int thread_rank() const { return __popc(lanes & details::lanes_below()); }
  __device__ unsigned int meta_group_rank() const { return meta_rank; }
  __device__ unsigned int meta_group_size() const { return meta_size; }
  __device__ void sync() const { __syncwarp(lanes); }

  template <class T> __device__ T shfl(T value, int rank) const {
    return details::shuffle<T>::among(lanes, value, __fns(lanes, 0, rank + 1));
  }
  template <class T> __device__ T shfl_down(T value, unsigned int delta) const {
    return details::shuffle<T>::among(lanes, value, near(delta + 1));
  }
  template <class T> __device__ T shfl_up(T value, int delta) const {
    return details::shuffle<T>::among(lanes, value, near(-(delta + 1)));
  }

  __device__ int any(int predicate) const { return __ballot_sync(lanes, predicate) != 0; }
  __device__ int all(int predicate) const { return __ballot_sync(lanes, predicate) == lanes; }
  __device__ unsigned int ballot(int predicate) const {
    return packed(__ballot_sync(lanes, predicate));
  }
  template <class T> __device__ unsigned int match_any(T value) const {
    return packed(__match_any_sync(lanes, value));
  }
  template <class T> __device__ unsigned int match_all(T value, int &predicate) const {
    int all = 0;
    unsigned int same = __match_all_sync(lanes, value, &all);
    predicate = all;
    return packed(same);
  }

  __device__ unsigned int mask() const { return lanes; }
  /// The threads of the group among \p some lanes, by rank.
  __device__ unsigned int packed(unsigned int some) const {
    unsigned int ranks = 0, rank = 0;
    for (unsigned int i = 0; i < 32; ++i) {
      if (lanes >> i & 1) {
        ranks |= (some >> i & 1) << rank;
        ++rank;
      }
    }
    return ranks;
  }

private:
  /// The lane of the thread some places after it, or before; the own one if there is none.
  __device__ unsigned int near(int places) const {
    unsigned int lane = __fns(lanes, details::lane_of_warp(), places);
    return lane < 32 ? lane : details::lane_of_warp();
  }

  unsigned int lanes, meta_rank, meta_size;
};
__device__ inline coalesced_group coalesced_threads() {
  unsigned int lanes = __activemask();
  return coalesced_group(lanes, 0, 1);
}

/// A group of a kind that is known when the kernel runs.
class thread_group {
public:
  __device__ thread_group(const thread_block &) : is_block(true), lanes(0) {}
  __device__ thread_group(const grid_group &);
  __device__ thread_group(const coalesced_group &group) : is_block(false), lanes(group.mask()) {}
  template <unsigned int Size, class Parent>
  __device__ thread_group(const thread_block_tile<Size, Parent> &)
      : is_block(false), lanes(details::tile_lanes<Size>::mask()) {}
  __device__ thread_group(unsigned int lanes) : is_block(false), lanes(lanes) {}

  __device__ unsigned long long size() const {
    return is_block ? details::threads_of_block() : __popc(lanes);
  }
  __device__ unsigned long long num_threads() const { return size(); }
  __device__ unsigned long long thread_rank() const {
    return is_block ? details::thread_of_block() : __popc(lanes & details::lanes_below());
  }
  __device__ void sync() const { __cu2cl_sync_group(is_block); }

  /// The lanes of the own tile of \p size threads.
  __device__ unsigned int tile(unsigned int size) const {
    unsigned int first = thread_rank() & ~(size - 1);
    if (is_block) {
      unsigned int threads = min(details::threads_of_block() - first, size);
      return (0xffffffff >> (32 - threads)) << (details::lane_of_warp() & ~(size - 1));
    }
    unsigned int own = 0;
    for (unsigned int i = 0; i < 32; ++i) {
      unsigned int rank = __popc(lanes & ((1u << i) - 1));
      if ((lanes >> i & 1) && rank >= first && rank - first < size)
        own |= 1u << i;
    }
    return own;
  }

private:
  bool is_block;
  unsigned int lanes;
};

// Partitions.

template <unsigned int Size, class Parent, bool = (Size <= 32)> struct partition {
  typedef thread_block_tile<Size, Parent> type;
};
template <unsigned int Size, class Parent> struct partition<Size, Parent, false> {};
template <unsigned int Size, class Parent>
__device__ typename partition<Size, Parent>::type tiled_partition(const Parent &) {
  return typename partition<Size, Parent>::type();
}
__device__ inline thread_group tiled_partition(const thread_group &parent, unsigned int size) {
  return thread_group(parent.tile(size));
}
__device__ inline coalesced_group tiled_partition(const coalesced_group &parent,
                                                  unsigned int size) {
  if (parent.size() <= size)
    return parent;
  return coalesced_group(thread_group(parent).tile(size), parent.thread_rank() / size,
                         (parent.size() + size - 1) / size);
}

namespace details {

template <unsigned int Size, class Parent>
__device__ unsigned int lanes_of(const thread_block_tile<Size, Parent> &) {
  return tile_lanes<Size>::mask();
}
__device__ inline unsigned int lanes_of(const coalesced_group &group) { return group.mask(); }

/// Those of \p all lanes with the own \p predicate; \p set have it.
__device__ inline coalesced_group half(unsigned int all, unsigned int set, bool predicate) {
  if (set == all || set == 0)
    return coalesced_group(all, 0, 1);
  return coalesced_group(predicate ? set : all & ~set, predicate, 2);
}
template <class Group> __device__ coalesced_group halves(const Group &group, bool predicate) {
  unsigned int all = lanes_of(group);
  unsigned int set = __ballot_sync(all, predicate);
  return half(all, set, predicate);
}
template <class Group, class T> __device__ coalesced_group parts(const Group &group, T label) {
  unsigned int all = lanes_of(group), same = __match_any_sync(all, label);
  bool leads = (same & lanes_below()) == 0;
  unsigned int leaders = __ballot_sync(all, leads);
  return coalesced_group(same, __popc(leaders & ((same & -same) - 1)), __popc(leaders));
}

} // namespace details

__device__ inline coalesced_group binary_partition(const coalesced_group &group, bool predicate) {
  return details::halves(group, predicate);
}
template <unsigned int Size, class Parent>
__device__ coalesced_group binary_partition(const thread_block_tile<Size, Parent> &group,
                                            bool predicate) {
  return details::halves(group, predicate);
}
template <class Group>
__device__ coalesced_group labeled_partition(const Group &group, bool label) {
  return details::halves(group, label);
}
template <class Group, class T>
__device__ coalesced_group labeled_partition(const Group &group, T label) {
  return details::parts(group, label);
}
template <class Group, class T>
__device__ coalesced_group labeled_partition(const Group &group, T *label) {
  return details::parts(group, (unsigned long long)label);
}

// Functions of groups.

template <class Group> __device__ void sync(const Group &group) { group.sync(); }
template <class Group>
__device__ auto thread_rank(const Group &group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
__device__ auto group_size(const Group &group) -> decltype(group.num_threads()) {
  return group.num_threads();
}

template <class Group, class Function, class... Arguments>
__device__ void invoke_one(const Group &group, Function &&function, Arguments &&...arguments) {
  if (group.thread_rank() == 0)
    function(arguments...);
}
template <class Group, class Function, class... Arguments>
__device__ auto invoke_one_broadcast(const Group &group, Function &&function,
                                     Arguments &&...arguments) -> decltype(function(arguments...)) {
  decltype(function(arguments...)) result = {};
  if (group.thread_rank() == 0)
    result = function(arguments...);
  return group.shfl(result, 0);
}

template <class T> struct plus {
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
  __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
  __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_and {
  __device__ T operator()(T a, T b) const { return a & b; }
};
template <class T> struct bit_or {
  __device__ T operator()(T a, T b) const { return a | b; }
};
template <class T> struct bit_xor {
  __device__ T operator()(T a, T b) const { return a ^ b; }
};

template <unsigned int Size, class Parent, class T, class Operation>
__device__ T reduce(const thread_block_tile<Size, Parent> &group, T value, Operation operation) {
  for (int mask = Size / 2; mask > 0; mask /= 2)
    value = operation(value, group.shfl_xor(value, mask));
  return value;
}
/// A whole warp goes like a tile of 32 threads, fewer lanes by their ranks.
template <class T, class Operation>
__device__ T reduce(const coalesced_group &group, T value, Operation operation) {
  bool whole = group.mask() == 0xffffffff;
  unsigned int rank = group.thread_rank();
  for (unsigned int i = 0; i < 5; ++i) {
    unsigned int steps = whole ? 16u >> i : 1u << i;
    T other = group.shfl(value, whole ? rank ^ steps : rank >= steps ? rank - steps : rank);
    if (whole || rank >= steps)
      value = operation(value, other);
  }
  return group.shfl(value, whole ? rank : group.size() - 1);
}

template <class Group, class T, class Operation>
__device__ T inclusive_scan(const Group &group, T value, Operation operation) {
  unsigned int rank = group.thread_rank();
  for (unsigned int steps = 1; steps < 32; steps *= 2) {
    T other = group.shfl_up(value, steps);
    if (rank >= steps)
      value = operation(value, other);
  }
  return value;
}
template <class Group, class T> __device__ T inclusive_scan(const Group &group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <class Group, class T, class Operation>
__device__ T exclusive_scan(const Group &group, T value, Operation operation) {
  T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T> __device__ T exclusive_scan(const Group &group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

// Copies are made at once.

/// \p bytes, by the elements of the pointers.
template <class Group, class T>
__device__ void memcpy_async(const Group &group, T *to, const T *from, size_t bytes) {
  for (size_t i = group.thread_rank(); i < bytes / sizeof(T); i += group.size())
    to[i] = from[i];
}
template <class Group>
__device__ void memcpy_async(const Group &group, void *to, const void *from, size_t bytes) {
  for (size_t i = group.thread_rank(); i < bytes; i += group.size())
    ((char *)to)[i] = ((const char *)from)[i];
}
/// As many elements as both sides have.
template <class Group, class T>
__device__ void memcpy_async(const Group &group, T *to, size_t room, const T *from,
                             size_t elements) {
  for (size_t i = group.thread_rank(); i < room && i < elements; i += group.size())
    to[i] = from[i];
}
template <class Group> __device__ void wait(const Group &group) { group.sync(); }
template <unsigned int Stages, class Group> __device__ void wait_prior(const Group &group) {
  group.sync();
}

// What waits for other blocks.

class cluster_group {
public:
  __device__ static void sync();
  __device__ static unsigned int size();
  __device__ static unsigned int num_threads();
  __device__ static unsigned int thread_rank();
  __device__ static unsigned int block_rank();
  __device__ static unsigned int num_blocks();
  __device__ static dim3 dim_blocks();
  __device__ static dim3 block_index();
  template <class T> __device__ static T *map_shared_rank(T *, int);
  template <class T> __device__ static unsigned int query_shared_rank(const T *);
};
__device__ cluster_group this_cluster();
class multi_grid_group {
public:
  __device__ void sync() const;
  __device__ unsigned long long size() const;
  __device__ unsigned long long thread_rank() const;
};
__device__ multi_grid_group this_multi_grid();

} // namespace cooperative_groups
#endif

#endif
