// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Global ids and sizes as CUDA's programs write them: of blocks and threads, with sizes as numbers, in variables.

#define ID (bx * 8 + tx)

__kernel void of_variables(__global float *out, __global const float *a, int n) {
  int bx = get_group_id(0);
  int tx = get_local_id(0);
  int i = bx * get_local_size(0) + tx;
  if (i < n)
    out[i] = a[i] * 2.0f + a[i + 1];
}

__kernel void of_uints(__global int *out, __global const int *a, uint n) {
  if ((uint)get_local_id(0) + (uint)get_group_id(0) * (uint)get_local_size(0) >= n)
    return;
  uint i = (uint)get_group_id(0) * (uint)get_local_size(0) + (uint)get_local_id(0);
  out[i] = a[i] + (int)((uint)get_group_id(0) * (uint)get_local_size(0) + (uint)get_local_id(0));
}

__kernel void with_number(__global float *out, __global const float *a, int n) {
  int bx = get_group_id(0), tx = get_local_id(0);
  if (ID < n)
    out[ID] = a[ID + 1] * a[ID];
}

__kernel void other_number(__global float *out, __global const float *a, int n) {
  int i = get_group_id(0) * 5 + get_local_id(0);
  if (i < n)
    out[get_global_id(0)] = a[i];
}

__kernel void number_and_group(__global int *out, __global const int *a, int n) {
  int bx = get_group_id(0);
  int i = bx * 8 + get_local_id(0);
  if (i < n)
    out[i] = a[bx] + i + get_num_groups(0);
}

__kernel void numbers(__global int *out, __global const int *a, int n, int m) {
  int bx = get_group_id(0), by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
  int x = bx * 8 + tx, y = by * 2 + ty;
  if (x < n && y < m)
    out[y * n + x] = a[y * n + x] * 3 + a[n * 2 * by + 8 * bx + n * ty + tx];
}

__kernel void assigned_later(__global int *out, __global const int *a, int n) {
  int i, s = 0;
  i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  if (i < n) {
    for (int j = 0; j < 3; j++)
      s += a[i + j];
    out[i] = s;
  }
}

__kernel void grid_stride(__global int *out, __global const int *a, int n) {
  for (int i = get_group_id(0) * get_local_size(0) + get_local_id(0); i < n; i += get_local_size(0) * get_num_groups(0))
    out[i] = a[i] * 5;
}

__kernel void grid_stride_sums(__global float *out, __global const float *a, int n) {
  int t = get_local_id(0) + get_group_id(0) * get_local_size(0), step = get_local_size(0) * get_num_groups(0);
  float s = 0.0f;
  while (t < n) {
    s += a[t] * 0.5f;
    t += step;
  }
  out[get_global_id(0)] = s;
}

__kernel void grid_stride_uint(__global int *out, __global const int *a, uint n) {
  uint i = (uint)get_group_id(0) * (uint)get_local_size(0) + (uint)get_local_id(0);
  uint step = (uint)get_num_groups(0) * (uint)get_local_size(0);
  for (; i < n; i += step)
    out[i] = a[i] + (int)step;
}

__kernel void sizes(__global int *out, __global const int *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  out[(get_global_size(1) - 1 - y) * get_global_size(0) + x] = a[y * (int)(get_num_groups(0) * get_local_size(0)) + x];
}

__kernel void size_of_eight(__global int *out, __global const int *a, int n) {
  int i = get_group_id(0) * 8 + get_local_id(0), all = get_num_groups(0) * 8;
  for (; i < n; i += all)
    out[i] = a[i] + all;
}

__kernel void narrow_ids(__global int *out, __global const int *a, int n) {
  short bx = get_group_id(0);
  uchar tx = get_local_id(0);
  int i = bx * 8 + tx;
  if (i < n)
    out[i] = a[i];
}
