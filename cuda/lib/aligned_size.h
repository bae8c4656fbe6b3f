// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cuda::aligned_size_t of libcu++: a number of bytes, of memory with an alignment.
#ifndef CU2CL_LIB_ALIGNED_SIZE_H
#define CU2CL_LIB_ALIGNED_SIZE_H

#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDACC__)
namespace cuda {

template <size_t Alignment> struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  __host__ __device__ constexpr explicit aligned_size_t(size_t size) : value(size) {}
  __host__ __device__ constexpr operator size_t() const { return value; }
};

} // namespace cuda
#endif

#endif
