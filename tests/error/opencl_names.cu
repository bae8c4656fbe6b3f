// expect: CU2CL3016 cl_event CL_SUCCESS
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names that OpenCL's headers take: the macro would silently be 0 in the port.
#define CL_SUCCESS 17
#include <cuda_runtime.h>

struct cl_event {
  int x;
};

__global__ void kernel(int *out, cl_event e) { out[threadIdx.x] = e.x + CL_SUCCESS; }

void launch(int *out, cl_event e) { kernel<<<1, 8>>>(out, e); }
