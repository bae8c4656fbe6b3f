// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compilation at run time: parameters are not checked.
#ifndef CU2CL_CUDA_NVRTC_H
#define CU2CL_CUDA_NVRTC_H

#include "host_defines.h"

typedef struct _nvrtcProgram *nvrtcProgram;
typedef enum nvrtcResult {
  NVRTC_SUCCESS,
  NVRTC_ERROR_OUT_OF_MEMORY,
  NVRTC_ERROR_PROGRAM_CREATION_FAILURE,
  NVRTC_ERROR_INVALID_INPUT,
  NVRTC_ERROR_INVALID_PROGRAM,
  NVRTC_ERROR_INVALID_OPTION,
  NVRTC_ERROR_COMPILATION,
} nvrtcResult;


__cu2cl_c_begin

nvrtcResult nvrtcVersion(__cu2cl_any);
nvrtcResult nvrtcCreateProgram(__cu2cl_any);
nvrtcResult nvrtcDestroyProgram(__cu2cl_any);
nvrtcResult nvrtcCompileProgram(__cu2cl_any);
nvrtcResult nvrtcGetPTXSize(__cu2cl_any);
nvrtcResult nvrtcGetPTX(__cu2cl_any);
nvrtcResult nvrtcGetCUBINSize(__cu2cl_any);
nvrtcResult nvrtcGetCUBIN(__cu2cl_any);
nvrtcResult nvrtcGetProgramLogSize(__cu2cl_any);
nvrtcResult nvrtcGetProgramLog(__cu2cl_any);
nvrtcResult nvrtcAddNameExpression(__cu2cl_any);
nvrtcResult nvrtcGetLoweredName(__cu2cl_any);
const char *nvrtcGetErrorString(__cu2cl_any);

__cu2cl_c_end

#endif
