// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// As scaled_doubles.cu, but the kernel reads another type of symbol.
#define USE_DOUBLE
static __constant__ int offset = 7;
#include <cuda_runtime.h>
#include "twice.h"

int check_integers_scaled() {
  std::vector<double> v = twice({1});
  return v[0] == (3 + 7) * 3 + 7;
}
