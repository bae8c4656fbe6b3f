// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cuFFT: parameters are not checked.
#ifndef CU2CL_CUDA_CUFFT_H
#define CU2CL_CUDA_CUFFT_H

#include "cuComplex.h"
#include "driver_types.h"

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef enum cufftResult {
  CUFFT_SUCCESS,
  CUFFT_INVALID_PLAN,
  CUFFT_ALLOC_FAILED,
  CUFFT_INVALID_TYPE,
  CUFFT_INVALID_VALUE,
  CUFFT_INTERNAL_ERROR,
  CUFFT_EXEC_FAILED,
  CUFFT_SETUP_FAILED,
  CUFFT_INVALID_SIZE,
  CUFFT_UNALIGNED_DATA,
  CUFFT_INCOMPLETE_PARAMETER_LIST,
  CUFFT_INVALID_DEVICE,
  CUFFT_PARSE_ERROR,
  CUFFT_NO_WORKSPACE,
  CUFFT_NOT_IMPLEMENTED,
  CUFFT_LICENSE_ERROR,
  CUFFT_NOT_SUPPORTED,
} cufftResult;
typedef enum cufftType {
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_C2C = 0x29,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c,
  CUFFT_Z2Z = 0x69,
} cufftType;
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1


__cu2cl_c_begin

cufftResult cufftPlan1d(__cu2cl_any);
cufftResult cufftPlan2d(__cu2cl_any);
cufftResult cufftPlan3d(__cu2cl_any);
cufftResult cufftPlanMany(__cu2cl_any);
cufftResult cufftCreate(__cu2cl_any);
cufftResult cufftMakePlan1d(__cu2cl_any);
cufftResult cufftMakePlan2d(__cu2cl_any);
cufftResult cufftMakePlan3d(__cu2cl_any);
cufftResult cufftMakePlanMany(__cu2cl_any);
cufftResult cufftDestroy(__cu2cl_any);
cufftResult cufftExecC2C(__cu2cl_any);
cufftResult cufftExecR2C(__cu2cl_any);
cufftResult cufftExecC2R(__cu2cl_any);
cufftResult cufftExecZ2Z(__cu2cl_any);
cufftResult cufftExecD2Z(__cu2cl_any);
cufftResult cufftExecZ2D(__cu2cl_any);
cufftResult cufftSetStream(__cu2cl_any);
cufftResult cufftGetSize(__cu2cl_any);
cufftResult cufftGetSize1d(__cu2cl_any);
cufftResult cufftEstimate1d(__cu2cl_any);
cufftResult cufftSetWorkArea(__cu2cl_any);
cufftResult cufftSetAutoAllocation(__cu2cl_any);
cufftResult cufftSetCompatibilityMode(__cu2cl_any);
cufftResult cufftGetVersion(__cu2cl_any);
cufftResult cufftXtExec(__cu2cl_any);
cufftResult cufftXtMakePlanMany(__cu2cl_any);
cufftResult cufftXtSetCallback(__cu2cl_any);

__cu2cl_c_end

#endif
