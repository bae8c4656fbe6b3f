// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Means something else in each file that includes it: STEP and REAL_IS_DOUBLE come before.
#ifndef STEP
#define STEP 1
#endif
#ifdef REAL_IS_DOUBLE
typedef double real;
#else
typedef float real;
#endif

__device__ inline real step(real x) { return x + STEP; }

// Not touched by either macro itself, but by what it calls.
__device__ inline real two_steps(real x) { return step(step(x)); }
