// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Read by several units, and nothing guards it.
struct Range {
  int first, count;
};
__host__ __device__ inline int last(Range r) { return r.first + r.count - 1; }
