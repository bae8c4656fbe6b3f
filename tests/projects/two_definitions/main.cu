// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "squares.h"
#include <cmath>
#include <cstdio>

int objects = 0;

template <typename T> bool right(T tolerance) {
  T values[COUNT];
  for (int i = 0; i < COUNT; ++i)
    values[i] = T(i);
  run(values);
  for (int i = 0; i < COUNT; ++i)
    if (std::abs(values[i] - T(i) * T(i) / 3) > tolerance)
      return false;
  return true;
}

int main() {
  bool ok = right<float>(1e-6f) && right<double>(1e-14) && right<int>(0);
  ok = ok && objects == sizeof(float) + sizeof(double) + sizeof(int);
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
