/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "cuda.h"

int last_is_fine(void) {
  cudaError_t error = cudaGetLastError();
#ifdef __DRIVER_TYPES_H__
  if (error != cudaSuccess)
    printf("error: %s\n", cudaGetErrorString(error));
  return error == cudaSuccess;
#else
  return 0;
#endif
}
