// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUB's sorting in a block, in CUDA: by digits of 4 bits from the lowest on, or by merging. Both
// keep the order of equal keys.
#ifndef CU2CL_LIB_CUB_SORT_H
#define CU2CL_LIB_CUB_SORT_H

#include "cub_exchange.h"
#include "cub_scan.h"

#if defined(__cplusplus) && defined(__CUDACC__)
namespace cub {

namespace details {

/// Bits of a key that are ordered as its values are. Zeros are equal, a NaN lies at the end of its
/// sign.
template <class Key, bool IsFloating = __is_floating_point(Key)> struct radix_key {
  __device__ static unsigned long long bits(Key key) {
    unsigned long long low = (unsigned long long)key;
    if ((Key)-1 < (Key)0)
      low ^= 1ull << (8 * sizeof(Key) - 1);
    return low;
  }
};
template <> struct radix_key<float, true> {
  __device__ static unsigned long long bits(float key) {
    unsigned int all = key == 0 ? 0 : __float_as_uint(key);
    return all >> 31 ? ~all : all | 0x80000000;
  }
};
template <> struct radix_key<double, true> {
  __device__ static unsigned long long bits(double key) {
    unsigned long long all = key == 0 ? 0 : (unsigned long long)__double_as_longlong(key);
    return all >> 63 ? ~all : all | 0x8000000000000000;
  }
};

} // namespace details

template <class Key, int BlockDimX, int ItemsPerThread, class Value = NullType, int RadixBits = 4,
          bool MemoizeOuterScan = true, BlockScanAlgorithm InnerScan = BLOCK_SCAN_WARP_SCANS,
          int SharedMemory = 0, int BlockDimY = 1, int BlockDimZ = 1, int Architecture = 0>
class BlockRadixSort {
  static constexpr int Threads = BlockDimX * BlockDimY * BlockDimZ;
  typedef BlockScan<int, Threads> Scan;
  typedef BlockExchange<Key, Threads, ItemsPerThread> KeyExchange;
  typedef BlockExchange<Value, Threads, ItemsPerThread> ValueExchange;

public:
  struct TempStorage {
    int counts[16][Threads];
    typename Scan::TempStorage scan;
    typename KeyExchange::TempStorage keys;
    typename ValueExchange::TempStorage values;
  };
  __device__ BlockRadixSort(TempStorage &storage) : storage(storage) {}
  __device__ BlockRadixSort() : storage(private_storage()) {}

  __device__ void Sort(Key (&keys)[ItemsPerThread], int begin = 0, int end = 8 * sizeof(Key)) {
    sort_keys(keys, begin, end, false);
  }
  __device__ void SortDescending(Key (&keys)[ItemsPerThread], int begin = 0,
                                 int end = 8 * sizeof(Key)) {
    sort_keys(keys, begin, end, true);
  }
  __device__ void Sort(Key (&keys)[ItemsPerThread], Value (&values)[ItemsPerThread], int begin = 0,
                       int end = 8 * sizeof(Key)) {
    sort_pairs(keys, values, begin, end, false);
  }
  __device__ void SortDescending(Key (&keys)[ItemsPerThread], Value (&values)[ItemsPerThread],
                                 int begin = 0, int end = 8 * sizeof(Key)) {
    sort_pairs(keys, values, begin, end, true);
  }
  __device__ void SortBlockedToStriped(Key (&keys)[ItemsPerThread], int begin = 0,
                                       int end = 8 * sizeof(Key)) {
    sort_keys(keys, begin, end, false);
    KeyExchange(storage.keys).BlockedToStriped(keys, keys);
  }
  __device__ void SortDescendingBlockedToStriped(Key (&keys)[ItemsPerThread], int begin = 0,
                                                 int end = 8 * sizeof(Key)) {
    sort_keys(keys, begin, end, true);
    KeyExchange(storage.keys).BlockedToStriped(keys, keys);
  }
  __device__ void SortBlockedToStriped(Key (&keys)[ItemsPerThread], Value (&values)[ItemsPerThread],
                                       int begin = 0, int end = 8 * sizeof(Key)) {
    sort_pairs(keys, values, begin, end, false);
    KeyExchange(storage.keys).BlockedToStriped(keys, keys);
    ValueExchange(storage.values).BlockedToStriped(values, values);
  }
  __device__ void SortDescendingBlockedToStriped(Key (&keys)[ItemsPerThread],
                                                 Value (&values)[ItemsPerThread], int begin = 0,
                                                 int end = 8 * sizeof(Key)) {
    sort_pairs(keys, values, begin, end, true);
    KeyExchange(storage.keys).BlockedToStriped(keys, keys);
    ValueExchange(storage.values).BlockedToStriped(values, values);
  }

private:
  __device__ void sort_keys(Key (&keys)[ItemsPerThread], int begin, int end, bool descends) {
    for (int bit = begin; bit < end; bit += 4) {
      int ranks[ItemsPerThread];
      rank(keys, ranks, bit, end, descends);
      KeyExchange(storage.keys).ScatterToBlocked(keys, keys, ranks);
      __syncthreads();
    }
  }
  __device__ void sort_pairs(Key (&keys)[ItemsPerThread], Value (&values)[ItemsPerThread],
                             int begin, int end, bool descends) {
    for (int bit = begin; bit < end; bit += 4) {
      int ranks[ItemsPerThread];
      rank(keys, ranks, bit, end, descends);
      KeyExchange(storage.keys).ScatterToBlocked(keys, keys, ranks);
      ValueExchange(storage.values).ScatterToBlocked(values, values, ranks);
      __syncthreads();
    }
  }
  __device__ static int digit_of(Key key, int bit, int end, bool descends) {
    unsigned long long bits = details::radix_key<Key>::bits(key);
    int mask = end - bit < 4 ? (1 << (end - bit)) - 1 : 15;
    int digit = (int)(bits >> bit) & mask;
    return descends ? mask - digit : digit;
  }
  /// Where each key goes by its digit: after all with a smaller one, and those of the same that are
  /// before.
  __device__ void rank(Key (&keys)[ItemsPerThread], int (&ranks)[ItemsPerThread], int bit, int end,
                       bool descends) {
    int thread = details::thread_of_block();
    for (int digit = 0; digit < 16; ++digit)
      storage.counts[digit][thread] = 0;
    for (int i = 0; i < ItemsPerThread; ++i) {
      int digit = digit_of(keys[i], bit, end, descends);
      ranks[i] = storage.counts[digit][thread];
      storage.counts[digit][thread] = ranks[i] + 1;
    }
    __syncthreads();
    // Each thread adds up a part of the counts, which lie one after the other.
    int sum = 0, before;
    for (int k = 0; k < 16; ++k)
      sum += storage.counts[(16 * thread + k) / Threads][(16 * thread + k) % Threads];
    Scan(storage.scan).ExclusiveSum(sum, before);
    for (int k = 0; k < 16; ++k) {
      int count = storage.counts[(16 * thread + k) / Threads][(16 * thread + k) % Threads];
      storage.counts[(16 * thread + k) / Threads][(16 * thread + k) % Threads] = before;
      before += count;
    }
    __syncthreads();
    for (int i = 0; i < ItemsPerThread; ++i)
      ranks[i] += storage.counts[digit_of(keys[i], bit, end, descends)][thread];
  }
  __device__ static TempStorage &private_storage() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &storage;
};

namespace details {

/// Where the item \p at of \p valid ones goes when runs of \p width are merged: after those of its
/// own run that are before it, and those of the other run that come first.
template <class Cells, class Key, class Compare>
__device__ int merged_place(const Cells &keys, const Key &key, int at, int width, int valid,
                            Compare comes_first) {
  int run = at / width, first = (run ^ 1) * width;
  int low = first < valid ? first : valid;
  int high = first + width < valid ? first + width : valid, start = low;
  while (low < high) {
    int middle = (low + high) / 2;
    Key other = keys[middle];
    // Of equal keys those of the left run come first.
    bool is_before = run % 2 == 0 ? comes_first(other, key) : !comes_first(key, other);
    if (is_before)
      low = middle + 1;
    else
      high = middle;
  }
  return at - (run % 2) * width + (low - start);
}

} // namespace details

template <class Key, int BlockDimX, int ItemsPerThread, class Value = NullType, int BlockDimY = 1,
          int BlockDimZ = 1>
class BlockMergeSort {
  static constexpr int Threads = BlockDimX * BlockDimY * BlockDimZ;

public:
  struct TempStorage {
    typename details::cell<Key>::type keys[Threads * ItemsPerThread];
    typename details::cell<Value>::type values[Threads * ItemsPerThread];
  };
  __device__ BlockMergeSort(TempStorage &storage) : storage(storage) {}
  __device__ BlockMergeSort() : storage(private_storage()) {}

  template <class Compare> __device__ void Sort(Key (&keys)[ItemsPerThread], Compare compare) {
    sort_keys(keys, compare, Threads * ItemsPerThread);
  }
  /// Of \p valid items; the others become \p otherwise.
  template <class Compare>
  __device__ void Sort(Key (&keys)[ItemsPerThread], Compare compare, int valid, Key otherwise) {
    sort_keys(keys, compare, valid);
    fill(keys, valid, otherwise);
  }
  template <class Compare>
  __device__ void Sort(Key (&keys)[ItemsPerThread], Value (&values)[ItemsPerThread],
                       Compare compare) {
    sort_pairs(keys, values, compare, Threads * ItemsPerThread);
  }
  template <class Compare>
  __device__ void Sort(Key (&keys)[ItemsPerThread], Value (&values)[ItemsPerThread],
                       Compare compare, int valid, Key otherwise) {
    sort_pairs(keys, values, compare, valid);
    fill(keys, valid, otherwise);
  }
  template <class Compare>
  __device__ void StableSort(Key (&keys)[ItemsPerThread], Compare compare) {
    Sort(keys, compare);
  }
  template <class Compare>
  __device__ void StableSort(Key (&keys)[ItemsPerThread], Compare compare, int valid,
                             Key otherwise) {
    Sort(keys, compare, valid, otherwise);
  }
  template <class Compare>
  __device__ void StableSort(Key (&keys)[ItemsPerThread], Value (&values)[ItemsPerThread],
                             Compare compare) {
    Sort(keys, values, compare);
  }

private:
  template <class Compare>
  __device__ void sort_keys(Key (&keys)[ItemsPerThread], Compare compare, int valid) {
    int first = details::thread_of_block() * ItemsPerThread;
    for (int width = 1; width < Threads * ItemsPerThread; width *= 2) {
      for (int i = 0; i < ItemsPerThread; ++i)
        storage.keys[first + i] = keys[i];
      __syncthreads();
      int places[ItemsPerThread];
      for (int i = 0; i < ItemsPerThread; ++i)
        places[i] = first + i < valid ? details::merged_place(storage.keys, keys[i], first + i,
                                                              width, valid, compare)
                                      : first + i;
      __syncthreads();
      for (int i = 0; i < ItemsPerThread; ++i)
        storage.keys[places[i]] = keys[i];
      __syncthreads();
      for (int i = 0; i < ItemsPerThread; ++i)
        keys[i] = storage.keys[first + i];
    }
  }
  template <class Compare>
  __device__ void sort_pairs(Key (&keys)[ItemsPerThread], Value (&values)[ItemsPerThread],
                             Compare compare, int valid) {
    int first = details::thread_of_block() * ItemsPerThread;
    for (int width = 1; width < Threads * ItemsPerThread; width *= 2) {
      for (int i = 0; i < ItemsPerThread; ++i)
        storage.keys[first + i] = keys[i];
      __syncthreads();
      int places[ItemsPerThread];
      for (int i = 0; i < ItemsPerThread; ++i)
        places[i] = first + i < valid ? details::merged_place(storage.keys, keys[i], first + i,
                                                              width, valid, compare)
                                      : first + i;
      __syncthreads();
      for (int i = 0; i < ItemsPerThread; ++i) {
        storage.keys[places[i]] = keys[i];
        storage.values[places[i]] = values[i];
      }
      __syncthreads();
      for (int i = 0; i < ItemsPerThread; ++i) {
        keys[i] = storage.keys[first + i];
        values[i] = storage.values[first + i];
      }
    }
  }
  __device__ static void fill(Key (&keys)[ItemsPerThread], int valid, Key otherwise) {
    for (int i = 0; i < ItemsPerThread; ++i) {
      if ((int)details::thread_of_block() * ItemsPerThread + i >= valid)
        keys[i] = otherwise;
    }
  }
  __device__ static TempStorage &private_storage() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage &storage;
};

} // namespace cub
#endif

#endif
