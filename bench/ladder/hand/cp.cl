// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a person would write for a processor with vectors: the yardstick for the variants of
// samples/cp. Widths that 16 does not divide run the plain kernel.
//@device type=cpu
typedef struct {
  int width, height;
  float spacing, z;
} Grid;

//@variant 1 coulomb_hand of coulomb for hand
//@ items 16 1 1, group 16 8 1
//@ when items0 >= i32(1,0) && i32(1,0) % 16 == 0 && items1 >= i32(1,4) && distinct(2,3)
__kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void coulomb_hand(int count, Grid grid, __global float *energy, __constant float4 *atoms) {
  const int left = get_global_id(0) * 16, row = get_global_id(1);
  if (left >= grid.width || row >= grid.height)
    return;
  const float16 x =
      grid.spacing * convert_float16(left + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
  const float y = grid.spacing * row;
  float16 potential = 0.0f;
  for (int a = 0; a < count; a++) {
    const float4 atom = atoms[a];
    const float16 dx = x - atom.x, dy = y - atom.y;
    potential += atom.w * (1.0f / sqrt(dx * dx + dy * dy + atom.z));
  }
  __global float *to = energy + row * grid.width + left;
  vstore16(vload16(0, to) + potential, 0, to);
}
