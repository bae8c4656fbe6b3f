// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUB's prefix sums of blocks and warps, in CUDA.
//
// CUB leaves the order of floating operations open. Here each thread adds up its own items first;
// then values of threads 1, 2, 4 and so on places before are put on the left.
#ifndef CU2CL_LIB_CUB_SCAN_H
#define CU2CL_LIB_CUB_SCAN_H

#include "cub_threads.h"

#if defined(__cplusplus) && defined(__CUDACC__)
namespace cub {

template <class T, int BlockDimX, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING,
          int BlockDimY = 1, int BlockDimZ = 1, int Architecture = 0>
class BlockScan {
  static constexpr int Threads = BlockDimX * BlockDimY * BlockDimZ;

public:
  struct TempStorage {
    typename details::cell<T>::type items[2][Threads], prefix;
  };
  __device__ BlockScan(TempStorage &storage) : storage(storage) {}
  __device__ BlockScan() : storage(private_storage()) {}

  // One item a thread.

  template <class Operation>
  __device__ void InclusiveScan(T input, T &output, Operation operation, T &aggregate) {
    int rows = scan(input, operation);
    output = storage.items[rows][details::thread_of_block()];
    aggregate = storage.items[rows][Threads - 1];
  }
  template <class Operation>
  __device__ void InclusiveScan(T input, T &output, Operation operation) {
    T aggregate;
    InclusiveScan(input, output, operation, aggregate);
  }
  template <class Operation, class Prefix>
  __device__ void InclusiveScan(T input, T &output, Operation operation, Prefix &prefix) {
    T aggregate;
    InclusiveScan(input, output, operation, aggregate);
    T before = prefix_of(prefix, aggregate);
    output = operation(before, output);
  }
  /// Without an initial value thread 0 gets none.
  template <class Operation>
  __device__ void ExclusiveScan(T input, T &output, Operation operation, T &aggregate) {
    int rows = scan(input, operation);
    unsigned int thread = details::thread_of_block();
    output = storage.items[rows][thread == 0 ? 0 : thread - 1];
    aggregate = storage.items[rows][Threads - 1];
  }
  template <class Operation>
  __device__ void ExclusiveScan(T input, T &output, Operation operation) {
    T aggregate;
    ExclusiveScan(input, output, operation, aggregate);
  }
  template <class Operation>
  __device__ void ExclusiveScan(T input, T &output, T initial, Operation operation,
                                T &aggregate) {
    ExclusiveScan(input, output, operation, aggregate);
    output = details::thread_of_block() == 0 ? initial : operation(initial, output);
  }
  template <class Operation>
  __device__ void ExclusiveScan(T input, T &output, T initial, Operation operation) {
    T aggregate;
    ExclusiveScan(input, output, initial, operation, aggregate);
  }
  template <class Operation, class Prefix>
  __device__ void ExclusiveScan(T input, T &output, Operation operation, Prefix &prefix) {
    T aggregate;
    ExclusiveScan(input, output, operation, aggregate);
    T before = prefix_of(prefix, aggregate);
    output = details::thread_of_block() == 0 ? before : operation(before, output);
  }
  __device__ void InclusiveSum(T input, T &output) {
    InclusiveScan(input, output, details::plus());
  }
  __device__ void InclusiveSum(T input, T &output, T &aggregate) {
    InclusiveScan(input, output, details::plus(), aggregate);
  }
  template <class Prefix> __device__ void InclusiveSum(T input, T &output, Prefix &prefix) {
    InclusiveScan(input, output, details::plus(), prefix);
  }
  __device__ void ExclusiveSum(T input, T &output) {
    ExclusiveScan(input, output, T(), details::plus());
  }
  __device__ void ExclusiveSum(T input, T &output, T &aggregate) {
    ExclusiveScan(input, output, T(), details::plus(), aggregate);
  }
  template <class Prefix> __device__ void ExclusiveSum(T input, T &output, Prefix &prefix) {
    ExclusiveScan(input, output, details::plus(), prefix);
  }

  // Several items a thread.

  template <int Items, class Operation>
  __device__ void InclusiveScan(T (&inputs)[Items], T (&outputs)[Items], Operation operation,
                                T &aggregate) {
    T before;
    ExclusiveScan(reduced(inputs, operation), before, operation, aggregate);
    inclusive(inputs, outputs, operation, before, details::thread_of_block() > 0);
  }
  template <int Items, class Operation>
  __device__ void InclusiveScan(T (&inputs)[Items], T (&outputs)[Items], Operation operation) {
    T aggregate;
    InclusiveScan(inputs, outputs, operation, aggregate);
  }
  template <int Items, class Operation, class Prefix>
  __device__ void InclusiveScan(T (&inputs)[Items], T (&outputs)[Items], Operation operation,
                                Prefix &prefix) {
    T before;
    ExclusiveScan(reduced(inputs, operation), before, operation, prefix);
    inclusive(inputs, outputs, operation, before, true);
  }
  template <int Items, class Operation>
  __device__ void ExclusiveScan(T (&inputs)[Items], T (&outputs)[Items], T initial,
                                Operation operation, T &aggregate) {
    T before;
    ExclusiveScan(reduced(inputs, operation), before, initial, operation, aggregate);
    exclusive(inputs, outputs, operation, before);
  }
  template <int Items, class Operation>
  __device__ void ExclusiveScan(T (&inputs)[Items], T (&outputs)[Items], T initial,
                                Operation operation) {
    T aggregate;
    ExclusiveScan(inputs, outputs, initial, operation, aggregate);
  }
  template <int Items, class Operation, class Prefix>
  __device__ void ExclusiveScan(T (&inputs)[Items], T (&outputs)[Items], Operation operation,
                                Prefix &prefix) {
    T before;
    ExclusiveScan(reduced(inputs, operation), before, operation, prefix);
    exclusive(inputs, outputs, operation, before);
  }
  template <int Items> __device__ void InclusiveSum(T (&inputs)[Items], T (&outputs)[Items]) {
    InclusiveScan(inputs, outputs, details::plus());
  }
  template <int Items>
  __device__ void InclusiveSum(T (&inputs)[Items], T (&outputs)[Items], T &aggregate) {
    InclusiveScan(inputs, outputs, details::plus(), aggregate);
  }
  template <int Items, class Prefix>
  __device__ void InclusiveSum(T (&inputs)[Items], T (&outputs)[Items], Prefix &prefix) {
    InclusiveScan(inputs, outputs, details::plus(), prefix);
  }
  template <int Items> __device__ void ExclusiveSum(T (&inputs)[Items], T (&outputs)[Items]) {
    ExclusiveScan(inputs, outputs, T(), details::plus());
  }
  template <int Items>
  __device__ void ExclusiveSum(T (&inputs)[Items], T (&outputs)[Items], T &aggregate) {
    ExclusiveScan(inputs, outputs, T(), details::plus(), aggregate);
  }
  template <int Items, class Prefix>
  __device__ void ExclusiveSum(T (&inputs)[Items], T (&outputs)[Items], Prefix &prefix) {
    ExclusiveScan(inputs, outputs, details::plus(), prefix);
  }

private:
  /// Leaves the inclusive scan in the row of the storage that it returns.
  template <class Operation> __device__ int scan(T input, Operation operation) {
    int thread = details::thread_of_block(), row = 0;
    storage.items[0][thread] = input;
    __syncthreads();
    for (int steps = 1; steps < Threads; steps *= 2) {
      if (thread >= steps) {
        T other = storage.items[row][thread - steps];
        input = operation(other, input);
      }
      row = 1 - row;
      storage.items[row][thread] = input;
      __syncthreads();
    }
    return row;
  }
  /// The first warp asks for what comes before the block; its first lane's answer counts.
  template <class Prefix> __device__ T prefix_of(Prefix &prefix, T aggregate) {
    unsigned int thread = details::thread_of_block();
    if (thread < 32) {
      T before = prefix(aggregate);
      if (thread == 0)
        storage.prefix = before;
    }
    __syncthreads();
    return storage.prefix;
  }
  template <int Items, class Operation>
  __device__ static T reduced(T (&inputs)[Items], Operation operation) {
    T sum = inputs[0];
    for (int i = 1; i < Items; ++i)
      sum = operation(sum, inputs[i]);
    return sum;
  }
  template <int Items, class Operation>
  __device__ static void inclusive(T (&inputs)[Items], T (&outputs)[Items], Operation operation,
                                   T before, bool has_before) {
    T sum = inputs[0];
    if (has_before)
      sum = operation(before, sum);
    outputs[0] = sum;
    for (int i = 1; i < Items; ++i) {
      sum = operation(sum, inputs[i]);
      outputs[i] = sum;
    }
  }
  template <int Items, class Operation>
  __device__ static void exclusive(T (&inputs)[Items], T (&outputs)[Items], Operation operation,
                                   T before) {
    for (int i = 0; i < Items; ++i) {
      T input = inputs[i];
      outputs[i] = before;
      before = operation(before, input);
    }
  }
  __device__ static TempStorage &private_storage() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &storage;
};

/// Each \p Threads lanes scan on their own. The storage is not needed: they shuffle.
template <class T, int Threads = 32, int Architecture = 0> class WarpScan {
  typedef cooperative_groups::details::shuffle<T> lanes;

public:
  struct TempStorage {};
  __device__ WarpScan(TempStorage &) {}

  template <class Operation>
  __device__ void InclusiveScan(T input, T &output, Operation operation) {
    int lane = details::lane_of_warp() % Threads;
    for (int steps = 1; steps < Threads; steps *= 2) {
      T other = lanes::up(input, steps, 32);
      if (lane >= steps)
        input = operation(other, input);
    }
    output = input;
  }
  template <class Operation>
  __device__ void InclusiveScan(T input, T &output, Operation operation, T &aggregate) {
    InclusiveScan(input, output, operation);
    aggregate = Broadcast(output, Threads - 1);
  }
  /// Without an initial value the first lane gets none.
  template <class Operation>
  __device__ void ExclusiveScan(T input, T &output, Operation operation) {
    T inclusive;
    InclusiveScan(input, inclusive, operation);
    output = lanes::up(inclusive, 1, 32);
  }
  template <class Operation>
  __device__ void ExclusiveScan(T input, T &output, T initial, Operation operation) {
    ExclusiveScan(input, output, operation);
    output = details::lane_of_warp() % Threads == 0 ? initial : operation(initial, output);
  }
  template <class Operation>
  __device__ void ExclusiveScan(T input, T &output, Operation operation, T &aggregate) {
    T inclusive;
    InclusiveScan(input, inclusive, operation, aggregate);
    output = lanes::up(inclusive, 1, 32);
  }
  template <class Operation>
  __device__ void ExclusiveScan(T input, T &output, T initial, Operation operation,
                                T &aggregate) {
    ExclusiveScan(input, output, operation, aggregate);
    output = details::lane_of_warp() % Threads == 0 ? initial : operation(initial, output);
  }
  __device__ void InclusiveSum(T input, T &output) {
    InclusiveScan(input, output, details::plus());
  }
  __device__ void InclusiveSum(T input, T &output, T &aggregate) {
    InclusiveScan(input, output, details::plus(), aggregate);
  }
  __device__ void ExclusiveSum(T input, T &output) {
    ExclusiveScan(input, output, T(), details::plus());
  }
  __device__ void ExclusiveSum(T input, T &output, T &aggregate) {
    ExclusiveScan(input, output, T(), details::plus(), aggregate);
  }
  template <class Operation>
  __device__ void Scan(T input, T &inclusive, T &exclusive, Operation operation) {
    InclusiveScan(input, inclusive, operation);
    exclusive = lanes::up(inclusive, 1, 32);
  }
  __device__ T Broadcast(T input, unsigned int lane) {
    unsigned int own = details::lane_of_warp();
    return lanes::from(input, own - own % Threads + lane, 32);
  }
};

} // namespace cub
#endif

#endif
