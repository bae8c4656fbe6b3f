// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensor cores.
#ifndef CU2CL_CUDA_MMA_H
#define CU2CL_CUDA_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#ifdef __cplusplus
namespace nvcuda {
namespace wmma {
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
struct u4 {};
struct s4 {};
struct b1 {};
} // namespace precision
template <class __Use, int __M, int __N, int __K, class __T, class __Layout = void>
struct fragment {
  enum { num_elements = 8 };
  __T x[num_elements];
};
template <class __F, class __T> __cu2cl_device void fill_fragment(__F &, const __T &);
template <class __F, class __T>
__cu2cl_device void load_matrix_sync(__F &, const __T *, unsigned int);
template <class __F, class __T>
__cu2cl_device void load_matrix_sync(__F &, const __T *, unsigned int, layout_t);
template <class __F, class __T>
__cu2cl_device void store_matrix_sync(__T *, const __F &, unsigned int, layout_t);
template <class __D, class __A, class __B, class __C>
__cu2cl_device void mma_sync(__D &, const __A &, const __B &, const __C &, bool = false);
} // namespace wmma
} // namespace nvcuda
#endif

#endif
