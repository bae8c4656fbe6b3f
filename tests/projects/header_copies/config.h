// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once
#ifdef USE_DOUBLE
typedef double REAL;
#define FACTOR 3
#else
typedef float REAL;
#define FACTOR 2
#endif
