// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define USE_DOUBLE
static __constant__ double offset = 0.5;
#include "twice.h"

int check_doubles_scaled() {
  std::vector<double> v = twice({1, 2, 1e15});
  return v[0] == 11 && v[2] == 9e15 + 2;
}
