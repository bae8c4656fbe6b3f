// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "qualifiers.h"
int seen_by_gcc(int a) { return twice(a) + thrice(a); }
