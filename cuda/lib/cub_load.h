// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUB's loads and stores of blocks, in CUDA.
//
// All algorithms but the striped one give the same items to the same threads, so they are one: each
// thread reads and writes its own. The storage is not needed.
#ifndef CU2CL_LIB_CUB_LOAD_H
#define CU2CL_LIB_CUB_LOAD_H

#include "cub_threads.h"

#if defined(__cplusplus) && defined(__CUDACC__)
namespace cub {

template <class T, int Items, class Iterator>
__device__ void LoadDirectBlocked(int thread, Iterator from, T (&items)[Items]) {
  for (int i = 0; i < Items; ++i)
    items[i] = from[thread * Items + i];
}
template <class T, int Items, class Iterator>
__device__ void LoadDirectBlocked(int thread, Iterator from, T (&items)[Items], int valid) {
  for (int i = 0; i < Items; ++i) {
    if (thread * Items + i < valid)
      items[i] = from[thread * Items + i];
  }
}
template <class T, class Default, int Items, class Iterator>
__device__ void LoadDirectBlocked(int thread, Iterator from, T (&items)[Items], int valid,
                                  Default otherwise) {
  for (int i = 0; i < Items; ++i)
    items[i] = otherwise;
  LoadDirectBlocked(thread, from, items, valid);
}
template <int Threads, class T, int Items, class Iterator>
__device__ void LoadDirectStriped(int thread, Iterator from, T (&items)[Items]) {
  for (int i = 0; i < Items; ++i)
    items[i] = from[thread + i * Threads];
}
template <int Threads, class T, int Items, class Iterator>
__device__ void LoadDirectStriped(int thread, Iterator from, T (&items)[Items], int valid) {
  for (int i = 0; i < Items; ++i) {
    if (thread + i * Threads < valid)
      items[i] = from[thread + i * Threads];
  }
}
template <int Threads, class T, class Default, int Items, class Iterator>
__device__ void LoadDirectStriped(int thread, Iterator from, T (&items)[Items], int valid,
                                  Default otherwise) {
  for (int i = 0; i < Items; ++i)
    items[i] = otherwise;
  LoadDirectStriped<Threads>(thread, from, items, valid);
}
template <class T, int Items, class Iterator>
__device__ void StoreDirectBlocked(int thread, Iterator to, T (&items)[Items]) {
  for (int i = 0; i < Items; ++i)
    to[thread * Items + i] = items[i];
}
template <class T, int Items, class Iterator>
__device__ void StoreDirectBlocked(int thread, Iterator to, T (&items)[Items], int valid) {
  for (int i = 0; i < Items; ++i) {
    if (thread * Items + i < valid)
      to[thread * Items + i] = items[i];
  }
}
template <int Threads, class T, int Items, class Iterator>
__device__ void StoreDirectStriped(int thread, Iterator to, T (&items)[Items]) {
  for (int i = 0; i < Items; ++i)
    to[thread + i * Threads] = items[i];
}
template <int Threads, class T, int Items, class Iterator>
__device__ void StoreDirectStriped(int thread, Iterator to, T (&items)[Items], int valid) {
  for (int i = 0; i < Items; ++i) {
    if (thread + i * Threads < valid)
      to[thread + i * Threads] = items[i];
  }
}

template <class T, int BlockDimX, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT,
          int BlockDimY = 1, int BlockDimZ = 1, int Architecture = 0>
class BlockLoad {
public:
  struct TempStorage {};
  __device__ BlockLoad(TempStorage &) {}
  __device__ BlockLoad() {}

  template <class Iterator> __device__ void Load(Iterator from, T (&items)[Items]) {
    LoadDirectBlocked(details::thread_of_block(), from, items);
  }
  template <class Iterator> __device__ void Load(Iterator from, T (&items)[Items], int valid) {
    LoadDirectBlocked(details::thread_of_block(), from, items, valid);
  }
  template <class Iterator, class Default>
  __device__ void Load(Iterator from, T (&items)[Items], int valid, Default otherwise) {
    LoadDirectBlocked(details::thread_of_block(), from, items, valid, otherwise);
  }
};
template <class T, int BlockDimX, int Items, int BlockDimY, int BlockDimZ, int Architecture>
class BlockLoad<T, BlockDimX, Items, BLOCK_LOAD_STRIPED, BlockDimY, BlockDimZ, Architecture> {
  static constexpr int Threads = BlockDimX * BlockDimY * BlockDimZ;

public:
  struct TempStorage {};
  __device__ BlockLoad(TempStorage &) {}
  __device__ BlockLoad() {}

  template <class Iterator> __device__ void Load(Iterator from, T (&items)[Items]) {
    LoadDirectStriped<Threads>(details::thread_of_block(), from, items);
  }
  template <class Iterator> __device__ void Load(Iterator from, T (&items)[Items], int valid) {
    LoadDirectStriped<Threads>(details::thread_of_block(), from, items, valid);
  }
  template <class Iterator, class Default>
  __device__ void Load(Iterator from, T (&items)[Items], int valid, Default otherwise) {
    LoadDirectStriped<Threads>(details::thread_of_block(), from, items, valid, otherwise);
  }
};

template <class T, int BlockDimX, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT,
          int BlockDimY = 1, int BlockDimZ = 1, int Architecture = 0>
class BlockStore {
public:
  struct TempStorage {};
  __device__ BlockStore(TempStorage &) {}
  __device__ BlockStore() {}

  template <class Iterator> __device__ void Store(Iterator to, T (&items)[Items]) {
    StoreDirectBlocked(details::thread_of_block(), to, items);
  }
  template <class Iterator> __device__ void Store(Iterator to, T (&items)[Items], int valid) {
    StoreDirectBlocked(details::thread_of_block(), to, items, valid);
  }
};
template <class T, int BlockDimX, int Items, int BlockDimY, int BlockDimZ, int Architecture>
class BlockStore<T, BlockDimX, Items, BLOCK_STORE_STRIPED, BlockDimY, BlockDimZ, Architecture> {
  static constexpr int Threads = BlockDimX * BlockDimY * BlockDimZ;

public:
  struct TempStorage {};
  __device__ BlockStore(TempStorage &) {}
  __device__ BlockStore() {}

  template <class Iterator> __device__ void Store(Iterator to, T (&items)[Items]) {
    StoreDirectStriped<Threads>(details::thread_of_block(), to, items);
  }
  template <class Iterator> __device__ void Store(Iterator to, T (&items)[Items], int valid) {
    StoreDirectStriped<Threads>(details::thread_of_block(), to, items, valid);
  }
};

} // namespace cub
#endif

#endif
