// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Complex numbers.
#ifndef CU2CL_CUDA_CUCOMPLEX_H
#define CU2CL_CUDA_CUCOMPLEX_H

#include "vector_functions.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

__cu2cl_both cuFloatComplex make_cuFloatComplex(float __r, float __i);
__cu2cl_both float cuCrealf(cuFloatComplex x);
__cu2cl_both float cuCimagf(cuFloatComplex x);
__cu2cl_both cuFloatComplex cuConjf(cuFloatComplex x);
__cu2cl_both cuFloatComplex cuCaddf(cuFloatComplex x, cuFloatComplex y);
__cu2cl_both cuFloatComplex cuCsubf(cuFloatComplex x, cuFloatComplex y);
__cu2cl_both cuFloatComplex cuCmulf(cuFloatComplex x, cuFloatComplex y);
__cu2cl_both cuFloatComplex cuCdivf(cuFloatComplex x, cuFloatComplex y);
__cu2cl_both float cuCabsf(cuFloatComplex x);
__cu2cl_both cuFloatComplex cuCfmaf(cuFloatComplex x, cuFloatComplex y, cuFloatComplex d);
__cu2cl_both cuDoubleComplex make_cuDoubleComplex(double __r, double __i);
__cu2cl_both double cuCreal(cuDoubleComplex x);
__cu2cl_both double cuCimag(cuDoubleComplex x);
__cu2cl_both cuDoubleComplex cuConj(cuDoubleComplex x);
__cu2cl_both cuDoubleComplex cuCadd(cuDoubleComplex x, cuDoubleComplex y);
__cu2cl_both cuDoubleComplex cuCsub(cuDoubleComplex x, cuDoubleComplex y);
__cu2cl_both cuDoubleComplex cuCmul(cuDoubleComplex x, cuDoubleComplex y);
__cu2cl_both cuDoubleComplex cuCdiv(cuDoubleComplex x, cuDoubleComplex y);
__cu2cl_both double cuCabs(cuDoubleComplex x);
__cu2cl_both cuDoubleComplex cuCfma(cuDoubleComplex x, cuDoubleComplex y, cuDoubleComplex d);
__cu2cl_both cuComplex make_cuComplex(float x, float y);
__cu2cl_both cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c);
__cu2cl_both cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c);

#endif
