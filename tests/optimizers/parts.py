# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What all random kernels have in common: device functions and parameters."""

HELPERS = """float mean(float a, float b) { return (a + b) * 0.5f; }
int mix_bits(int a, int b) { return (a ^ b) + (a & 7); }
int item_of(int d) { return d == 0 ? get_global_id(0) : get_global_id(1); }
int at_row(int y, int n) { return y * n + (int)get_global_id(0); }
int bounded(int i, int n) { return i < 0 ? 0 : i > n ? n : i; }
float pick(__global const float *p, int i) { return p[i] * 2.0f; }
void swap_if(int *a, int *b, int c) { if (c & 1) { int t = *a; *a = *b; *b = t; } }
int bumped(int *v, int by) { *v += by + (int)get_global_id(0); if (by & 2) return *v; int x = *v * 3; return x - by; }
void added_at(__global int *p, int at, int n, int v) { if (at > n || (v & 4)) return; p[at] += v + item_of(0); }
int found(__global const int *p, int at, int n, int by) {
  for (int i = get_global_id(0); i < n; i += 3) {
    if ((p[i] ^ by) % 5 == 2)
      return i - by;
    for (int j = 0; j < (by & 3); j++)
      if (p[at + j] == i)
        return j;
  }
  return by & 31;
}
int exchanged(__local int *first, __local int *second, int li, int size, int k, int n) {
  first[li] = k;
  second[size - 1 - li] = n;
  barrier(CLK_LOCAL_MEM_FENCE);
  int t0 = first[(li + 3) % size] + second[li];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (li & 1)
    return t0 - k;
  return t0 * 2 + (int)get_group_id(0);
}
"""

PARAMETERS = ("__global float *out, __global int *out_i, __global pair *out_q, __global float4 *out_v, __global uchar *out_c, "
              "__global int *counts, __global const float *a, __global const int *b, __global const int *index_a, "
              "__global const pair *p, __global const float4 *v4, pairs g, int k, float f, float h, int n")
