/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "sizes.h"

__global__ void scale(struct cell *in, struct cell *out, float by) {
  int i = blockIdx.x * WIDTH + threadIdx.x;
  out[i].weight = in[i].weight + 1;
  out[i].value = in[i].value * by;
}
