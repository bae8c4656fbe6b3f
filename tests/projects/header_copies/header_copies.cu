// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Host code in headers that means other things in each file: each gets its own copy of the headers.
// Here REAL and STEP come before the include.
#include <cstdio>
#define REAL float
#include "advance.cuh"

int check_doubles();
int check_floats_scaled(), check_doubles_scaled(), check_integers_scaled();

int main() {
  float h[4] = {1, 2, 3, 4};
  bool fine = run_advance(h, 4) && h[0] == 2 && h[1] == 13 && h[3] == 35 && check_doubles() &&
              check_floats_scaled() && check_doubles_scaled() && check_integers_scaled();
  printf("%s\n", fine ? "PASSED" : "FAILED");
  return fine ? 0 : 1;
}
