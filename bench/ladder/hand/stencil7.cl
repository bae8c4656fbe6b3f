// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a person would write for a processor with vectors: the yardstick for the variants of
// samples/stencil7. Rows end one by one, so any size will do.
//@device type=cpu

//@variant 1 stencil7_hand of stencil7_naive for hand
//@ items 16 1 1, group 16 1 1
//@ when items0 >= i32(2,0) - 2 && items1 >= i32(3,0) - 2
__kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void stencil7_hand(__global const float *in, __global float *out, int nx, int ny, int nz, float c0,
                   float c1) {
  int x = get_global_id(0) * 16 + 1;
  const int y = get_global_id(1) + 1, z = get_global_id(2) + 1, row = nx, plane = nx * ny;
  if (x >= nx - 1 || y >= ny - 1)
    return;
  __global const float *from = in + x + row * y + plane * z;
  __global float *to = out + x + row * y + plane * z;
  if (x + 16 <= nx - 1) {
    const float16 sum = vload16(0, from - 1) + vload16(0, from + 1) + vload16(0, from - row) +
                        vload16(0, from + row) + vload16(0, from - plane) + vload16(0, from + plane);
    vstore16(sum * c1 - vload16(0, from) * c0, 0, to);
    return;
  }
  for (; x < nx - 1; x++, from++, to++)
    *to = (from[-1] + from[1] + from[-row] + from[row] + from[-plane] + from[plane]) * c1 - *from * c0;
}
