// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies of libcu++ that CUDA makes while threads go on, in CUDA: they are made at once.
#ifndef CU2CL_LIB_CUDA_COPIES_H
#define CU2CL_LIB_CUDA_COPIES_H

#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDACC__)
namespace cuda {
namespace details {

/// What the thread \p rank of \p threads copies: element by element, then the bytes after the last
/// whole one.
template <class T>
__device__ void copy_part(T *to, const T *from, size_t bytes, size_t rank, size_t threads) {
  for (size_t i = rank; i < bytes / sizeof(T); i += threads)
    to[i] = from[i];
  for (size_t i = bytes - bytes % sizeof(T) + rank; i < bytes; i += threads)
    ((char *)to)[i] = ((const char *)from)[i];
}

} // namespace details
} // namespace cuda

/// \p bytes are 4, 8 or 16, and both addresses multiples of them. The last \p zeros bytes are set
/// to 0 instead.
__device__ inline void __pipeline_memcpy_async(void *to, const void *from, size_t bytes,
                                               size_t zeros = 0) {
  if (zeros == 0 && bytes == 16)
    *(uint4 *)to = *(const uint4 *)from;
  else if (zeros == 0 && bytes == 8)
    *(uint2 *)to = *(const uint2 *)from;
  else if (zeros == 0 && bytes == 4)
    *(unsigned int *)to = *(const unsigned int *)from;
  else {
    for (size_t i = 0; i < bytes; ++i)
      ((char *)to)[i] = i < bytes - zeros ? ((const char *)from)[i] : 0;
  }
}
__device__ inline void __pipeline_commit() {}
__device__ inline void __pipeline_wait_prior(size_t) {}
#endif

#endif
