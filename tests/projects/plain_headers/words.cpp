// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Knows nothing of CUDA, and has macros with names of clrt's headers, which the port's plain.h
// includes.
#define int2 int
#define T double
#define value 2
#include "plain.h"
T half_of(int2 number) { return number / T(value); }
