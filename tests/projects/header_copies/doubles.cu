// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// REAL and STEP come from the command line.
#include "advance.cuh"

int check_doubles() {
  double h[4] = {1e15, 2, 3, 4};
  return run_advance(h, 4) && h[0] == 1e15 + 2 && h[1] == 14 && h[3] == 36;
}
