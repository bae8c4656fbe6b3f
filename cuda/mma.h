// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensor cores.
#ifndef CU2CL_CUDA_MMA_H
#define CU2CL_CUDA_MMA_H

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
template <class Use, int M, int N, int K, class T, class Layout = void> struct fragment {
  enum { num_elements = 8 };
  T x[num_elements];
};
template <class F, class T> __cu2cl_device void fill_fragment(F &, const T &);
template <class F, class T> __cu2cl_device void load_matrix_sync(F &, const T *, unsigned int);
template <class F, class T>
__cu2cl_device void load_matrix_sync(F &, const T *, unsigned int, layout_t);
template <class F, class T>
__cu2cl_device void store_matrix_sync(T *, const F &, unsigned int, layout_t);
template <class D, class A, class B, class C>
__cu2cl_device void mma_sync(D &, const A &, const B &, const C &, bool = false);
} // namespace wmma
} // namespace nvcuda
#endif

#endif
