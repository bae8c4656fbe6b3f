// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUB's exchanges of items between the threads of a block or warp, in CUDA: by way of the storage.
#ifndef CU2CL_LIB_CUB_EXCHANGE_H
#define CU2CL_LIB_CUB_EXCHANGE_H

#include "cub_threads.h"

#if defined(__cplusplus) && defined(__CUDACC__)
namespace cub {

/// Items of a thread are neighbours (blocked), or Threads apart (striped), or 32 apart in the part
/// of its warp (warp-striped). Outputs may be the inputs.
template <class T, int BlockDimX, int ItemsPerThread, bool WarpTimeSlicing = false,
          int BlockDimY = 1, int BlockDimZ = 1, int Architecture = 0>
class BlockExchange {
  static constexpr int Threads = BlockDimX * BlockDimY * BlockDimZ;

public:
  struct TempStorage {
    typename details::cell<T>::type items[Threads * ItemsPerThread];
  };
  __device__ BlockExchange(TempStorage &storage) : storage(storage) {}
  __device__ BlockExchange() : storage(private_storage()) {}

  template <class Output>
  __device__ void StripedToBlocked(const T (&inputs)[ItemsPerThread],
                                   Output (&outputs)[ItemsPerThread]) {
    int thread = details::thread_of_block();
    for (int i = 0; i < ItemsPerThread; ++i)
      storage.items[i * Threads + thread] = inputs[i];
    __syncthreads();
    for (int i = 0; i < ItemsPerThread; ++i)
      outputs[i] = storage.items[thread * ItemsPerThread + i];
  }
  template <class Output>
  __device__ void BlockedToStriped(const T (&inputs)[ItemsPerThread],
                                   Output (&outputs)[ItemsPerThread]) {
    int thread = details::thread_of_block();
    for (int i = 0; i < ItemsPerThread; ++i)
      storage.items[thread * ItemsPerThread + i] = inputs[i];
    __syncthreads();
    for (int i = 0; i < ItemsPerThread; ++i)
      outputs[i] = storage.items[i * Threads + thread];
  }
  template <class Output>
  __device__ void WarpStripedToBlocked(const T (&inputs)[ItemsPerThread],
                                       Output (&outputs)[ItemsPerThread]) {
    int thread = details::thread_of_block();
    for (int i = 0; i < ItemsPerThread; ++i)
      storage.items[place_in_warp(thread, i)] = inputs[i];
    __syncthreads();
    for (int i = 0; i < ItemsPerThread; ++i)
      outputs[i] = storage.items[thread * ItemsPerThread + i];
  }
  template <class Output>
  __device__ void BlockedToWarpStriped(const T (&inputs)[ItemsPerThread],
                                       Output (&outputs)[ItemsPerThread]) {
    int thread = details::thread_of_block();
    for (int i = 0; i < ItemsPerThread; ++i)
      storage.items[thread * ItemsPerThread + i] = inputs[i];
    __syncthreads();
    for (int i = 0; i < ItemsPerThread; ++i)
      outputs[i] = storage.items[place_in_warp(thread, i)];
  }

  /// To the places that \p ranks tell.
  template <class Output, class Offset>
  __device__ void ScatterToBlocked(const T (&inputs)[ItemsPerThread],
                                   Output (&outputs)[ItemsPerThread],
                                   Offset (&ranks)[ItemsPerThread]) {
    int thread = details::thread_of_block();
    for (int i = 0; i < ItemsPerThread; ++i)
      storage.items[ranks[i]] = inputs[i];
    __syncthreads();
    for (int i = 0; i < ItemsPerThread; ++i)
      outputs[i] = storage.items[thread * ItemsPerThread + i];
  }
  template <class Output, class Offset>
  __device__ void ScatterToStriped(const T (&inputs)[ItemsPerThread],
                                   Output (&outputs)[ItemsPerThread],
                                   Offset (&ranks)[ItemsPerThread]) {
    int thread = details::thread_of_block();
    for (int i = 0; i < ItemsPerThread; ++i)
      storage.items[ranks[i]] = inputs[i];
    __syncthreads();
    for (int i = 0; i < ItemsPerThread; ++i)
      outputs[i] = storage.items[i * Threads + thread];
  }
  /// Items with a negative rank go nowhere.
  template <class Output, class Offset>
  __device__ void ScatterToStripedGuarded(const T (&inputs)[ItemsPerThread],
                                          Output (&outputs)[ItemsPerThread],
                                          Offset (&ranks)[ItemsPerThread]) {
    int thread = details::thread_of_block();
    for (int i = 0; i < ItemsPerThread; ++i) {
      if (ranks[i] >= 0)
        storage.items[ranks[i]] = inputs[i];
    }
    __syncthreads();
    for (int i = 0; i < ItemsPerThread; ++i)
      outputs[i] = storage.items[i * Threads + thread];
  }
  template <class Output, class Offset, class Flag>
  __device__ void
  ScatterToStripedFlagged(const T (&inputs)[ItemsPerThread], Output (&outputs)[ItemsPerThread],
                          Offset (&ranks)[ItemsPerThread], Flag (&valid)[ItemsPerThread]) {
    int thread = details::thread_of_block();
    for (int i = 0; i < ItemsPerThread; ++i) {
      if (valid[i])
        storage.items[ranks[i]] = inputs[i];
    }
    __syncthreads();
    for (int i = 0; i < ItemsPerThread; ++i)
      outputs[i] = storage.items[i * Threads + thread];
  }

  // In place, as older versions have it.

  __device__ void StripedToBlocked(T (&items)[ItemsPerThread]) { StripedToBlocked(items, items); }
  __device__ void BlockedToStriped(T (&items)[ItemsPerThread]) { BlockedToStriped(items, items); }
  __device__ void WarpStripedToBlocked(T (&items)[ItemsPerThread]) {
    WarpStripedToBlocked(items, items);
  }
  __device__ void BlockedToWarpStriped(T (&items)[ItemsPerThread]) {
    BlockedToWarpStriped(items, items);
  }
  template <class Offset>
  __device__ void ScatterToBlocked(T (&items)[ItemsPerThread], Offset (&ranks)[ItemsPerThread]) {
    ScatterToBlocked(items, items, ranks);
  }
  template <class Offset>
  __device__ void ScatterToStriped(T (&items)[ItemsPerThread], Offset (&ranks)[ItemsPerThread]) {
    ScatterToStriped(items, items, ranks);
  }

private:
  /// Where the item \p i of a thread lies in the part of its warp; the last warp may have fewer
  /// threads.
  __device__ static int place_in_warp(int thread, int i) {
    int first = thread / 32 * 32, lanes = Threads - first < 32 ? Threads - first : 32;
    return first * ItemsPerThread + i * lanes + (thread - first);
  }
  __device__ static TempStorage &private_storage() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &storage;
};

/// Items move on in the block.
template <class T, int BlockDimX, int BlockDimY = 1, int BlockDimZ = 1, int Architecture = 0>
class BlockShuffle {
  static constexpr int Threads = BlockDimX * BlockDimY * BlockDimZ;

public:
  struct TempStorage {
    typename details::cell<T>::type items[Threads];
  };
  __device__ BlockShuffle(TempStorage &storage) : storage(storage) {}
  __device__ BlockShuffle() : storage(private_storage()) {}

  /// From the thread \p distance places after it. Where there is none, the output stays as it is.
  __device__ void Offset(T input, T &output, int distance = 1) {
    int thread = details::thread_of_block();
    storage.items[thread] = input;
    __syncthreads();
    int from = thread + distance;
    if (from >= 0 && from < Threads)
      output = storage.items[from];
  }
  __device__ void Rotate(T input, T &output, unsigned int distance = 1) {
    unsigned int thread = details::thread_of_block();
    storage.items[thread] = input;
    __syncthreads();
    output = storage.items[(thread + distance) % Threads];
  }
  /// The first item of the first thread stays as it is.
  template <int Items> __device__ void Up(T (&inputs)[Items], T (&before)[Items]) {
    int thread = details::thread_of_block();
    storage.items[thread] = inputs[Items - 1];
    __syncthreads();
    for (int i = Items - 1; i > 0; --i)
      before[i] = inputs[i - 1];
    if (thread > 0)
      before[0] = storage.items[thread - 1];
  }
  template <int Items> __device__ void Up(T (&inputs)[Items], T (&before)[Items], T &last) {
    Up(inputs, before);
    last = storage.items[Threads - 1];
  }
  /// The last item of the last thread stays as it is.
  template <int Items> __device__ void Down(T (&inputs)[Items], T (&behind)[Items]) {
    int thread = details::thread_of_block();
    storage.items[thread] = inputs[0];
    __syncthreads();
    for (int i = 0; i < Items - 1; ++i)
      behind[i] = inputs[i + 1];
    if (thread < Threads - 1)
      behind[Items - 1] = storage.items[thread + 1];
  }
  template <int Items> __device__ void Down(T (&inputs)[Items], T (&behind)[Items], T &first) {
    Down(inputs, behind);
    first = storage.items[0];
  }

private:
  __device__ static TempStorage &private_storage() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &storage;
};

} // namespace cub
#endif

#endif
