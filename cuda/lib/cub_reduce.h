// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUB's reductions of blocks and warps, in CUDA.
//
// CUB leaves the order of floating operations open. Here it is that of its default algorithm
// whichever one is asked for: neighbours in each warp, then pairs of those, and so on; then the
// warps one by one.
#ifndef CU2CL_LIB_CUB_REDUCE_H
#define CU2CL_LIB_CUB_REDUCE_H

#include "cub_threads.h"

#if defined(__cplusplus) && defined(__CUDACC__)
namespace cub {

template <class T, int BlockDimX, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS,
          int BlockDimY = 1, int BlockDimZ = 1, int Architecture = 0>
class BlockReduce {
public:
  struct TempStorage {
    typename details::cell<T>::type items[BlockDimX * BlockDimY * BlockDimZ];
  };
  __device__ BlockReduce(TempStorage &storage) : storage(storage) {}
  __device__ BlockReduce() : storage(private_storage()) {}

  /// Of the first \p valid threads; in thread 0.
  template <class Operation> __device__ T Reduce(T input, Operation operation, int valid) {
    unsigned int thread = details::thread_of_block(), count = valid;
    storage.items[thread] = input;
    for (unsigned int steps = 1; steps < 32; steps *= 2) {
      __syncthreads();
      if (thread % (2 * steps) == 0 && thread + steps < count) {
        T other = storage.items[thread + steps];
        input = operation(input, other);
        storage.items[thread] = input;
      }
    }
    __syncthreads();
    if (thread == 0) {
      for (unsigned int warp = 32; warp < count; warp += 32) {
        T other = storage.items[warp];
        input = operation(input, other);
      }
    }
    return input;
  }
  template <class Operation> __device__ T Reduce(T input, Operation operation) {
    return Reduce(input, operation, BlockDimX * BlockDimY * BlockDimZ);
  }
  template <int Items, class Operation>
  __device__ T Reduce(T (&inputs)[Items], Operation operation) {
    T sum = inputs[0];
    for (int i = 1; i < Items; ++i)
      sum = operation(sum, inputs[i]);
    return Reduce(sum, operation);
  }
  __device__ T Sum(T input) { return Reduce(input, details::plus()); }
  __device__ T Sum(T input, int valid) { return Reduce(input, details::plus(), valid); }
  template <int Items> __device__ T Sum(T (&inputs)[Items]) {
    return Reduce(inputs, details::plus());
  }

private:
  __device__ static TempStorage &private_storage() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &storage;
};

/// Each \p Threads lanes reduce on their own. The storage is not needed: they shuffle.
template <class T, int Threads = 32, int Architecture = 0> class WarpReduce {
public:
  struct TempStorage {};
  __device__ WarpReduce(TempStorage &) {}

  /// Of the first \p valid lanes; in the first one.
  template <class Operation> __device__ T Reduce(T input, Operation operation, int valid) {
    int lane = details::lane_of_warp() % Threads;
    for (int steps = 1; steps < Threads; steps *= 2) {
      T other = cooperative_groups::details::shuffle<T>::down(input, steps, 32);
      if (lane + steps < valid)
        input = operation(input, other);
    }
    return input;
  }
  template <class Operation> __device__ T Reduce(T input, Operation operation) {
    return Reduce(input, operation, Threads);
  }
  __device__ T Sum(T input) { return Reduce(input, details::plus()); }
  __device__ T Sum(T input, int valid) { return Reduce(input, details::plus(), valid); }

  template <class Flag> __device__ T HeadSegmentedSum(T input, Flag flag) {
    return HeadSegmentedReduce(input, flag, details::plus());
  }
  template <class Flag> __device__ T TailSegmentedSum(T input, Flag flag) {
    return TailSegmentedReduce(input, flag, details::plus());
  }
  /// A segment ends before the next lane with a flag.
  template <class Flag, class Operation>
  __device__ T HeadSegmentedReduce(T input, Flag flag, Operation operation) {
    return segmented(input, own_lanes(__ballot_sync(0xffffffff, flag)) >> 1, operation);
  }
  /// A segment ends at the next lane with a flag.
  template <class Flag, class Operation>
  __device__ T TailSegmentedReduce(T input, Flag flag, Operation operation) {
    return segmented(input, own_lanes(__ballot_sync(0xffffffff, flag)), operation);
  }

private:
  /// What \p lanes says of the own lanes, the first of them in bit 0.
  __device__ static unsigned int own_lanes(unsigned int lanes) {
    unsigned int lane = details::lane_of_warp();
    return lanes >> (lane - lane % Threads);
  }
  /// Up to the first lane from the own one on that \p ends names.
  template <class Operation>
  __device__ T segmented(T input, unsigned int ends, Operation operation) {
    int lane = details::lane_of_warp() % Threads;
    int last = lane + __ffs(ends >> lane) - 1;
    if (last < lane || last >= Threads)
      last = Threads - 1;
    for (int steps = 1; steps < Threads; steps *= 2) {
      T other = cooperative_groups::details::shuffle<T>::down(input, steps, 32);
      if (lane + steps <= last)
        input = operation(input, other);
    }
    return input;
  }
};

} // namespace cub
#endif

#endif
