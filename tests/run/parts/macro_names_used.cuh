// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once
__device__ inline int shifted(int a, int n, double d) { return (a >> n) + (int)d + isnan(a); }
