// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

static __constant__ float offset = 1; // is before all includes
#include "twice.h"

int check_floats_scaled() {
  std::vector<float> v = twice({1, 2, 3});
  return v[0] == 7 && v[2] == 15;
}
