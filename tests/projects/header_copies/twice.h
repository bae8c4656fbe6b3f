// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Needs no change but for the name of its include.
#ifndef TWICE_H
#define TWICE_H
#include "scale.cuh"
#include <vector>
static std::vector<REAL> twice(std::vector<REAL> v) {
  run(v.data(), (int)v.size());
  run(v.data(), (int)v.size());
  return v;
}
#endif
