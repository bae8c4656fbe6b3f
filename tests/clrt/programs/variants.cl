// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels that have variants (variants.test.cl). Each says in `who` which text of it ran: 1 is this one.

__kernel void fill_from(__global int *out, ulong out_offset, int first, int n, __global int *who) {
  out += out_offset;
  int i = get_global_id(0);
  if (i < n)
    out[i] = first + i;
  if (i == 0)
    who[0] = 1;
}

__kernel void sizes(__global uint *out) {
  uint at = get_global_id(0) + get_global_size(0) * get_global_id(1);
  out[at + 1] = at;
  if (at == 0)
    out[0] = 1;
}

__kernel void reverse_blocks(__global int *v, __local int *tile) {
  int l = get_local_id(0), n = get_local_size(0);
  tile[l] = v[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  v[get_global_id(0)] = tile[n - 1 - l];
}

// The bytes at the end of the group's local memory are its own.
__kernel void parts_of_local(__global int *out, __local int *tile) {
  int l = get_local_id(0), n = get_local_size(0);
  tile[l] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[n - 1 - l];
}

__kernel void halves(__global int *out) {
  out[get_global_id(0)] = get_local_size(0);
}

__kernel void weighted(__global int *out, int n, __constant int *weights, __constant uchar *pack, __global int *fault) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = weights[i % 4] + ((__constant int *)(pack + 16))[0];
  if (n < 0)
    *fault = 710;
}

__kernel void too_many(__global int *who) { who[0] = 1; }
__kernel void not_there(__global int *who) { who[0] = 1; }
__kernel void other_group(__global int *who) { who[0] = 1; }
__kernel void too_large(__global int *who) { who[0] = 1; }
__kernel void elsewhere(__global int *who) { who[0] = 1; }
__kernel void unbuilt(__global int *who) { who[0] = 1; }
__kernel void second(__global int *who) { who[0] = 1; }

struct pair {
  int a, b;
};
__kernel void both(__global int *out, struct pair p, __global const int *in) {
  out[get_global_id(0)] = in[get_global_id(0)] + p.a - p.b;
}

__kernel void bump(__global int *v, ulong v_offset, int n) {
  int i = get_global_id(0);
  if (i < n)
    v[v_offset + i] += 1;
}
