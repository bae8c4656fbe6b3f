// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//@device type=gpu platform~"no such platform"
//@device any

#include "common/twice.h"

//@variant 1 fill_from_x4 of fill_from for test
//@ schedule merge x 4
//@ items 4 1 1, group 16 1 1
//@ when items0 >= i32(3,0) && items1 == 1 && items2 == 1
//@ when distinct(0,4) && i32(3,0) >= 4
// Four neighbours are one work-item.
__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void
fill_from_x4(__global int *out, ulong out_offset, int first, int n, __global int *who) {
  out += out_offset;
  for (int k = 0; k < 4; ++k) {
    int i = 4 * get_global_id(0) + k;
    if (i < n)
      out[i] = first + i;
    if (i == 0)
      who[0] = 4;
  }
}

// Takes what fits the first one not.
//@variant 1 fill_from_x2 of fill_from for test
//@ items 2 1 1, group 8 1 1
//@ when items0 >= i32(3,0) && items1 == 1 && items2 == 1 && i32(3,0) == 3
__kernel void fill_from_x2(__global int *out, ulong out_offset, int first, int n, __global int *who) {
  out += out_offset;
  for (int k = 0; k < 2; ++k) {
    int i = TWICE(get_global_id(0)) + k;
    if (i < n)
      out[i] = first + i;
    if (i == 0)
      who[0] = 2;
  }
}

//@variant 1 sizes_x2 of sizes for test
//@ items 2 1 1, group same same same, append items1 items0
//@ when group0 == 8
__kernel void sizes_x2(__global uint *out, uint rows, uint columns) {
  for (uint k = 0; k < 2; ++k) {
    uint x = 2 * get_global_id(0) + k, y = get_global_id(1);
    if (x < columns && y < rows)
      out[x + columns * y + 1] = x + columns * y;
    if (x == 0 && y == 0)
      out[0] = 2;
  }
}

// Two work-groups are one.
//@variant 1 reverse_blocks_apart of reverse_blocks for test
//@ items 2 1 1, group same same same, local 2
//@ when items0 % (2 * group0) == 0 && bytes(1) == 4 * group0
__kernel void reverse_blocks_apart(__global int *v, __local int *tile) {
  int l = get_local_id(0), n = get_local_size(0), first = TWICE(n) * get_group_id(0);
  for (int k = 0; k < 2; ++k)
    tile[k * n + l] = v[first + k * n + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 2; ++k)
    v[first + k * n + l] = tile[k * n + n - 1 - l] + 1000;
}

// Three work-groups are one.
//@variant 1 parts_of_local_apart of parts_of_local for test
//@ items 3 1 1, group same same same, append local_bytes items0, local 3
//@ when items0 % (3 * group0) == 0
__kernel void parts_of_local_apart(__global int *out, __local int *tile, uint local_bytes, uint items) {
  int l = get_local_id(0), n = get_local_size(0), first = 3 * n * get_group_id(0);
  for (int k = 0; k < 3; ++k)
    tile[k * local_bytes / 4 + l] = first + k * n + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 3; ++k)
    out[first + k * n + l] = tile[k * local_bytes / 4 + n - 1 - l] + 1000000;
  if (l == 0 && get_group_id(0) == 0)
    out[items] = local_bytes;
}

//@variant 1 halves_x2 of halves for test
//@ items 2 1 1, group same/2 same same
__kernel void halves_x2(__global int *out) {
  out[2 * get_global_id(0)] = -(int)get_local_size(0);
  out[2 * get_global_id(0) + 1] = -(int)get_local_size(0);
}

//@variant 1 weighted_x2 of weighted for test
//@ items 2 1 1, group 4 1 1, append items0
//@ when items0 >= i32(1,0) && items1 == 1 && items2 == 1 && distinct(0,2) && distinct(0,3) && distinct(0,4)
__kernel void weighted_x2(__global int *out, int n, __constant int *weights, __constant uchar *pack,
                          __global int *fault, uint items) {
  for (int k = 0; k < 2; ++k) {
    int i = 2 * get_global_id(0) + k;
    if (i < n)
      out[i] = weights[i % 4] + ((__constant int *)(pack + 16))[0] + 100 * (int)items;
  }
  if (n < 0)
    *fault = 710;
}

//@variant 1 too_many_parameters of too_many for test
//@ items 1 1 1, group 1 1 1
__kernel void too_many_parameters(__global int *who, int n) { who[0] = n; }

//@variant 1 no_such_kernel of not_there for test
//@ items 1 1 1, group 1 1 1

//@variant 1 wrong_group of other_group for test
//@ items 1 1 1, group 2 1 1
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void wrong_group(__global int *who) { who[0] = 2; }

//@variant 1 too_large_group of too_large for test
//@ items 1 1 1, group 2048 1 1
__kernel void too_large_group(__global int *who) { who[0] = 2; }

//@variant 1 second_of_first_file of second for test
//@ items 1 1 1, group 1 1 1
//@ when i32(0,0) == 0 || items0 > 1
__kernel void second_of_first_file(__global int *who) { who[0] = 2; }

// Wrong where the values are odd.
//@variant 1 both_wrong of both for test
//@ items 1 1 1, group same same same
//@ when distinct(0,2) && i32(1,4) == 7
__kernel void both_wrong(__global int *out, int2 p, __global const int *in) {
  int i = get_global_id(0);
  out[i] = in[i] + p.x - p.y + (i == 5);
}

//@variant 1 bump_x2 of bump for test
//@ items 2 1 1, group 8 1 1
//@ when items0 >= i32(2,0) && items1 == 1 && items2 == 1
__kernel void bump_x2(__global int *v, ulong v_offset, int n) {
  for (int k = 0; k < 2; ++k) {
    int i = 2 * get_global_id(0) + k;
    if (i < n)
      v[v_offset + i] += 1;
  }
}
