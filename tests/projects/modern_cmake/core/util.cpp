// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <core/api.h>
#ifdef IN_CUDA
#error CUDA
#endif
int width() {
  int h[1];
  return run(h, 1, 1);
}
