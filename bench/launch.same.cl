// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A variant that does what the plain kernel does, so that its launches cost what is asked ahead of them.
//@device any

//@variant 1 saxpy_refused of saxpy_asked for bench
//@ items 1 1 1, group same same same
//@ when i32(3,0) < 0 || !distinct(0,2)
__kernel void saxpy_refused(__global float *y, ulong y_offset, __global const float *x, int n, float a,
                            __local float *tile, __constant float *table) {
  y[y_offset] = a * x[n] + tile[0] + table[0];
}

//@variant 1 saxpy_chosen of saxpy_asked for bench
//@ items 1 1 1, group same same same
//@ when items0 >= i32(3,0) && items1 == 1 && items2 == 1 && i32(3,0) >= 16 && distinct(0,2) && aligned(0,64)
__kernel void saxpy_chosen(__global float *y, ulong y_offset, __global const float *x, int n, float a,
                           __local float *tile, __constant float *table) {
  y += y_offset;
  int i = get_global_id(0);
  if (i < n && a == table[0])
    y[i] += a * x[i];
}
