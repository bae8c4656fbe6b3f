// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The runtime API as C sees it.
#ifndef CU2CL_CUDA_CUDA_RUNTIME_API_H
#define CU2CL_CUDA_CUDA_RUNTIME_API_H
#define __CUDA_RUNTIME_API_H__ // programs ask for it

#include "texture_types.h"

__cu2cl_c_begin

// @functions RuntimeApi

// What a launch, k<<<grid, block>>>(), calls.
unsigned int __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem __dv(0),
                                         struct CUstream_st *stream __dv(0));

__cu2cl_c_end

#endif
