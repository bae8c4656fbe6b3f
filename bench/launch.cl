// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel with the arguments of an ordinary one, and little to do.
__kernel void saxpy(__global float *y, ulong y_offset, __global const float *x, int n, float a, __local float *tile,
                    __constant float *table) {
  y += y_offset;
  int i = get_global_id(0);
  if (i < n && a == table[0])
    y[i] += a * x[i];
}

// The same, with variants in launch.same.cl.
__kernel void saxpy_asked(__global float *y, ulong y_offset, __global const float *x, int n, float a,
                          __local float *tile, __constant float *table) {
  y += y_offset;
  int i = get_global_id(0);
  if (i < n && a == table[0])
    y[i] += a * x[i];
}
