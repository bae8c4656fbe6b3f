// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUB's flags where neighbours in a block differ, and its histograms, in CUDA.
#ifndef CU2CL_LIB_CUB_FLAGS_H
#define CU2CL_LIB_CUB_FLAGS_H

#include "cub_threads.h"

#if defined(__cplusplus) && defined(__CUDACC__)
namespace cub {

/// An item is a head if the operator tells that it and the one before differ, or if there is none
/// before; a tail the same with the one after it.
template <class T, int BlockDimX, int BlockDimY = 1, int BlockDimZ = 1, int Architecture = 0>
class BlockDiscontinuity {
  static constexpr int Threads = BlockDimX * BlockDimY * BlockDimZ;

public:
  struct TempStorage {
    typename details::cell<T>::type first[Threads], last[Threads];
  };
  __device__ BlockDiscontinuity(TempStorage &storage) : storage(storage) {}
  __device__ BlockDiscontinuity() : storage(private_storage()) {}

  template <int Items, class Flag, class Operation>
  __device__ void FlagHeads(Flag (&heads)[Items], T (&inputs)[Items], Operation differ) {
    put(inputs);
    set_heads(heads, inputs, differ);
    if (details::thread_of_block() == 0)
      heads[0] = 1;
  }
  /// \p before is the last item of the tile before.
  template <int Items, class Flag, class Operation>
  __device__ void FlagHeads(Flag (&heads)[Items], T (&inputs)[Items], Operation differ, T before) {
    put(inputs);
    set_heads(heads, inputs, differ);
    if (details::thread_of_block() == 0)
      heads[0] = differ(before, inputs[0]);
  }
  template <int Items, class Flag, class Operation>
  __device__ void FlagTails(Flag (&tails)[Items], T (&inputs)[Items], Operation differ) {
    put(inputs);
    set_tails(tails, inputs, differ);
    if (details::thread_of_block() == Threads - 1)
      tails[Items - 1] = 1;
  }
  /// \p after is the first item of the tile after it.
  template <int Items, class Flag, class Operation>
  __device__ void FlagTails(Flag (&tails)[Items], T (&inputs)[Items], Operation differ, T behind) {
    put(inputs);
    set_tails(tails, inputs, differ);
    if (details::thread_of_block() == Threads - 1)
      tails[Items - 1] = differ(inputs[Items - 1], behind);
  }
  template <int Items, class Flag, class Operation>
  __device__ void FlagHeadsAndTails(Flag (&heads)[Items], Flag (&tails)[Items], T (&inputs)[Items],
                                    Operation differ) {
    FlagHeads(heads, inputs, differ);
    set_tails(tails, inputs, differ);
    if (details::thread_of_block() == Threads - 1)
      tails[Items - 1] = 1;
  }
  template <int Items, class Flag, class Operation>
  __device__ void FlagHeadsAndTails(Flag (&heads)[Items], T before, Flag (&tails)[Items], T behind,
                                    T (&inputs)[Items], Operation differ) {
    FlagHeads(heads, inputs, differ, before);
    set_tails(tails, inputs, differ);
    if (details::thread_of_block() == Threads - 1)
      tails[Items - 1] = differ(inputs[Items - 1], behind);
  }

private:
  template <int Items> __device__ void put(T (&inputs)[Items]) {
    storage.first[details::thread_of_block()] = inputs[0];
    storage.last[details::thread_of_block()] = inputs[Items - 1];
    __syncthreads();
  }
  template <int Items, class Flag, class Operation>
  __device__ void set_heads(Flag (&heads)[Items], T (&inputs)[Items], Operation differ) {
    int thread = details::thread_of_block();
    for (int i = 1; i < Items; ++i)
      heads[i] = differ(inputs[i - 1], inputs[i]);
    if (thread > 0) {
      T before = storage.last[thread - 1];
      heads[0] = differ(before, inputs[0]);
    }
  }
  template <int Items, class Flag, class Operation>
  __device__ void set_tails(Flag (&tails)[Items], T (&inputs)[Items], Operation differ) {
    int thread = details::thread_of_block();
    for (int i = 0; i < Items - 1; ++i)
      tails[i] = differ(inputs[i], inputs[i + 1]);
    if (thread < Threads - 1) {
      T behind = storage.first[thread + 1];
      tails[Items - 1] = differ(inputs[Items - 1], behind);
    }
  }
  __device__ static TempStorage &private_storage() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &storage;
};

/// Items are counted by atomic sums, whatever the algorithm. The storage is not needed.
template <class T, int BlockDimX, int ItemsPerThread, int Bins,
          BlockHistogramAlgorithm Algorithm = BLOCK_HISTO_SORT, int BlockDimY = 1,
          int BlockDimZ = 1, int Architecture = 0>
class BlockHistogram {
  static constexpr int Threads = BlockDimX * BlockDimY * BlockDimZ;

public:
  struct TempStorage {};
  __device__ BlockHistogram(TempStorage &) {}
  __device__ BlockHistogram() {}

  template <class Counter> __device__ void InitHistogram(Counter (&counts)[Bins]) {
    for (int i = details::thread_of_block(); i < Bins; i += Threads)
      counts[i] = 0;
  }
  template <class Counter>
  __device__ void Composite(T (&items)[ItemsPerThread], Counter (&counts)[Bins]) {
    for (int i = 0; i < ItemsPerThread; ++i)
      atomicAdd(&counts[items[i]], 1);
  }
  template <class Counter>
  __device__ void Histogram(T (&items)[ItemsPerThread], Counter (&counts)[Bins]) {
    InitHistogram(counts);
    __syncthreads();
    Composite(items, counts);
  }
};

} // namespace cub
#endif

#endif
