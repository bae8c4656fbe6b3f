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
"""

PARAMETERS = ("__global float *out, __global int *out_i, __global pair *out_q, __global float4 *out_v, __global uchar *out_c, "
              "__global int *counts, __global const float *a, __global const int *b, __global const int *index_a, "
              "__global const pair *p, __global const float4 *v4, pairs g, int k, float f, float h, int n")
