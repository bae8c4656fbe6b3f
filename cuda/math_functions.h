// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The math library and the device functions. In CUDA files the C library's own declarations serve
// host and device, as nvcc has it.
#ifndef CU2CL_CUDA_MATH_FUNCTIONS_H
#define CU2CL_CUDA_MATH_FUNCTIONS_H

#include "vector_types.h"

#ifdef __CUDA__

// The C library's headers without the C++ library's wrappers around them, which cost more time
// than all the rest. They may still be included later.
// The C library may declare some of CUDA's names for its own use; those stay out of the way.
#define __sinf __cu2cl_libc_sinf
#define __cosf __cu2cl_libc_cosf
#define __sincosf __cu2cl_libc_sincosf
#define __tanf __cu2cl_libc_tanf
#define __tanhf __cu2cl_libc_tanhf
#define __expf __cu2cl_libc_expf
#define __exp10f __cu2cl_libc_exp10f
#define __logf __cu2cl_libc_logf
#define __log2f __cu2cl_libc_log2f
#define __log10f __cu2cl_libc_log10f
#define __powf __cu2cl_libc_powf
#pragma clang force_cuda_host_device begin
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#if __has_include(<malloc.h>)
#include <malloc.h> // repeats what <stdlib.h> declares
#endif
#include <stdio.h>
#include <stdlib.h>
#if __has_include(<mm_malloc.h>)
#include <mm_malloc.h> // the compiler's, after <xmmintrin.h>: repeats a declaration of <stdlib.h>
#endif
#include <string.h>
#include <time.h>
// Without GNU's extensions <math.h> takes a third of the time: they repeat it for ten more types.
// What CUDA has of them (sincos, exp10) is declared below.
#pragma push_macro("__USE_GNU")
#undef __USE_GNU
#include <math.h>
#pragma pop_macro("__USE_GNU")
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#pragma clang force_cuda_host_device end
#undef __sinf
#undef __cosf
#undef __sincosf
#undef __tanf
#undef __tanhf
#undef __expf
#undef __exp10f
#undef __logf
#undef __log2f
#undef __log10f
#undef __powf

// Macros in C, functions in C++.
#undef fpclassify
#undef isfinite
#undef isinf
#undef isnan
#undef isnormal
#undef signbit
#undef isgreater
#undef isgreaterequal
#undef isless
#undef islessequal
#undef islessgreater
#undef isunordered

template <class __A, class __B, class __R> struct __cu2cl_only {};
template <class __A, class __R> struct __cu2cl_only<__A, __A, __R> {
  typedef __R type;
};

// @device DeviceMath
// The functions above with integers, or with numbers of two types, which are doubles then. The
// pack makes the C++ library's own templates the more special ones, if their header is included.
template <bool, class __R> struct __cu2cl_if {};
template <class __R> struct __cu2cl_if<true, __R> {
  typedef __R type;
};
#define __CU2CL_CLASSIFY(Name, Result)                                                             \
  template <class __A, class... __None>                                                            \
  __cu2cl_both typename __cu2cl_if<__is_integral(__A) && sizeof...(__None) == 0, Result>::type     \
  Name(__A __a, __None...) {                                                                       \
    return Name((double)__a);                                                                      \
  }
#define __CU2CL_COMPARE(Name)                                                                      \
  template <class __A, class __B, class... __None>                                                 \
  __cu2cl_both typename __cu2cl_if<__is_arithmetic(__A) && __is_arithmetic(__B) &&                 \
                                       !(__is_floating_point(__A) && __is_same(__A, __B)) &&       \
                                       sizeof...(__None) == 0,                                     \
                                   bool>::type                                                     \
  Name(__A __a, __B __b, __None...) {                                                              \
    return Name((double)__a, (double)__b);                                                         \
  }
__CU2CL_CLASSIFY(fpclassify, int)
__CU2CL_CLASSIFY(isfinite, bool)
__CU2CL_CLASSIFY(isinf, bool)
__CU2CL_CLASSIFY(isnan, bool)
__CU2CL_CLASSIFY(isnormal, bool)
__CU2CL_CLASSIFY(signbit, bool)
__CU2CL_COMPARE(isgreater)
__CU2CL_COMPARE(isgreaterequal)
__CU2CL_COMPARE(isless)
__CU2CL_COMPARE(islessequal)
__CU2CL_COMPARE(islessgreater)
__CU2CL_COMPARE(isunordered)
#undef __CU2CL_CLASSIFY
#undef __CU2CL_COMPARE
// @device DeviceIntrinsics
// @device DeviceAtomics
// @device DeviceSync
// @device DeviceWarp
// @device DeviceSimd
// @device DevicePtx

#endif

#endif
