/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The records of the 2-D and 3-D copies that kernels get as arguments, too. */
#ifndef CU2CL_LIB_PITCHED_MEMORY_H
#define CU2CL_LIB_PITCHED_MEMORY_H

#include <stddef.h>

struct cudaPitchedPtr {
  void *ptr;
  size_t pitch, xsize, ysize;
};
struct cudaExtent {
  size_t width, height, depth;
};
struct cudaPos {
  size_t x, y, z;
};

#endif
