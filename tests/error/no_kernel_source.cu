// expect: CU2CL3002 elsewhere
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

// Declared and launched, but defined in no file of the project.
__global__ void elsewhere(int *v);

void launch(int *d) { elsewhere<<<1, 32>>>(d); }
