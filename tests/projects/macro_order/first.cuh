// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Included after second.cuh, whose SCALE it replaces.
#pragma once
#undef SCALE
#define SCALE 3
__device__ int by_first(int x) { return x * SCALE; }
