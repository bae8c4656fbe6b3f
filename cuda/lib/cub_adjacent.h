// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUB's differences of neighbours in a block, in CUDA.
#ifndef CU2CL_LIB_CUB_ADJACENT_H
#define CU2CL_LIB_CUB_ADJACENT_H

#include "cub_threads.h"

#if defined(__cplusplus) && defined(__CUDACC__)
namespace cub {

/// Each thread has neighbouring items. An item without a neighbour stays as it is. Items are gone
/// through such that outputs may be the inputs.
template <class T, int BlockDimX, int BlockDimY = 1, int BlockDimZ = 1, int Architecture = 0>
class BlockAdjacentDifference {
  static constexpr int Threads = BlockDimX * BlockDimY * BlockDimZ;

public:
  struct TempStorage {
    typename details::cell<T>::type items[Threads];
  };
  __device__ BlockAdjacentDifference(TempStorage &storage) : storage(storage) {}
  __device__ BlockAdjacentDifference() : storage(private_storage()) {}

  template <int Items, class Output, class Difference>
  __device__ void SubtractLeftPartialTile(T (&inputs)[Items], Output (&outputs)[Items],
                                          Difference difference, int valid) {
    int thread = details::thread_of_block();
    storage.items[thread] = inputs[Items - 1];
    __syncthreads();
    for (int i = Items - 1; i >= 0; --i) {
      T input = inputs[i];
      outputs[i] = input;
      if (thread * Items + i > 0 && thread * Items + i < valid) {
        T left = i > 0 ? inputs[i - 1] : (T)storage.items[thread - 1];
        outputs[i] = difference(input, left);
      }
    }
  }
  template <int Items, class Output, class Difference>
  __device__ void SubtractLeft(T (&inputs)[Items], Output (&outputs)[Items],
                               Difference difference) {
    SubtractLeftPartialTile(inputs, outputs, difference, Threads * Items);
  }
  /// \p before is the last item of the tile before.
  template <int Items, class Output, class Difference>
  __device__ void SubtractLeft(T (&inputs)[Items], Output (&outputs)[Items], Difference difference,
                               T before) {
    T first = inputs[0];
    SubtractLeft(inputs, outputs, difference);
    if (details::thread_of_block() == 0)
      outputs[0] = difference(first, before);
  }

  template <int Items, class Output, class Difference>
  __device__ void SubtractRightPartialTile(T (&inputs)[Items], Output (&outputs)[Items],
                                           Difference difference, int valid) {
    int thread = details::thread_of_block();
    storage.items[thread] = inputs[0];
    __syncthreads();
    for (int i = 0; i < Items; ++i) {
      T input = inputs[i];
      outputs[i] = input;
      if (thread * Items + i + 1 < valid) {
        T right = i + 1 < Items ? inputs[i + 1] : (T)storage.items[thread + 1];
        outputs[i] = difference(input, right);
      }
    }
  }
  template <int Items, class Output, class Difference>
  __device__ void SubtractRight(T (&inputs)[Items], Output (&outputs)[Items],
                                Difference difference) {
    SubtractRightPartialTile(inputs, outputs, difference, Threads * Items);
  }
  /// \p after is the first item of the tile after it.
  template <int Items, class Output, class Difference>
  __device__ void SubtractRight(T (&inputs)[Items], Output (&outputs)[Items], Difference difference,
                                T behind) {
    T last = inputs[Items - 1];
    SubtractRight(inputs, outputs, difference);
    if (details::thread_of_block() == Threads - 1)
      outputs[Items - 1] = difference(last, behind);
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
