// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// make_float4 and friends.
#ifndef CU2CL_CUDA_VECTOR_FUNCTIONS_H
#define CU2CL_CUDA_VECTOR_FUNCTIONS_H

#include "vector_types.h"

// @makers

#endif
