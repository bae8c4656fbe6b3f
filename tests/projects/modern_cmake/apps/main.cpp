// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <core/api.h>
#include <cstdio>
int main() {
  int h[50], bad = width() != 16;
  run(h, 50, SCALE);
  for (int i = 0; i < 50; ++i)
    bad += h[i] != i * SCALE + 1;
  printf("%d\n%s\n", SCALE, bad ? "FAILED" : "PASSED");
}
