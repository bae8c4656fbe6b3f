// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Classes with device pointers in headers that plain C++ files include ahead of CUDA's; a branch for
// g++ with calls of the runtime.
#include "plain.h"
#include "pool.h"
#include <cstdio>

#ifdef __clang__
static int compiler() { return 1; }
#else
static int compiler() {
  cudaError_t e = cudaSuccess;
  return e == cudaSuccess ? 2 : 3;
}
#endif

double half_of(int number);

int main() {
  Pool p;
  make(p);
  bool fine = check(p) && compiler() != 3 && half_of(4) == 2;
  printf("%s\n", fine ? "PASSED" : "FAILED");
  return fine ? 0 : 1;
}
