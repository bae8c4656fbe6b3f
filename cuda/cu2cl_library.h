// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stands for the headers of libraries of which nothing is declared here: what programs name of them
// is known by its first letters (translator/catalog/LibraryNames.def).
#ifndef CU2CL_CUDA_CU2CL_LIBRARY_H
#define CU2CL_CUDA_CU2CL_LIBRARY_H

#include "cuda_runtime_api.h"

#endif
