// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What libcu++'s headers share: those that have no text of their own.
#ifndef CU2CL_CUDA_CU2CL_LIBCUDACXX_H
#define CU2CL_CUDA_CU2CL_LIBCUDACXX_H

#include "cuda_runtime.h"
#include "cu2cl_lib/cuda_atomic.h"
#include "cu2cl_lib/cuda_pipeline.h"

#endif
