// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The built-in variables.
#ifndef CU2CL_CUDA_DEVICE_LAUNCH_PARAMETERS_H
#define CU2CL_CUDA_DEVICE_LAUNCH_PARAMETERS_H

#include "vector_types.h"

#ifdef __CUDA__
extern const __attribute__((device)) uint3 threadIdx;
extern const __attribute__((device)) uint3 blockIdx;
extern const __attribute__((device)) dim3 blockDim;
extern const __attribute__((device)) dim3 gridDim;
extern const __attribute__((device)) int warpSize;
#endif

#endif
