// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// As an identifier, the folder's name is the same as its neighbour's.
static __global__ void work(int *v) { v[threadIdx.x] = 4 * 100 + threadIdx.x; }

void run_a_b(int *v) { work<<<1, 16>>>(v); }
