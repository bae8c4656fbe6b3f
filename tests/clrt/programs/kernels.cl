// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels of the clrt tests.

__kernel void nothing() {}

__kernel void fill(__global int *out, int value, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = value;
}

// Takes long, then writes.
__kernel void slow_fill(__global int *out, int value, int n, int rounds) {
  int i = get_global_id(0);
  uint x = i + 1;
  for (int r = 0; r < rounds; ++r)
    x = x * 1664525u + 1013904223u;
  if (i < n)
    out[i] = x == 12345u ? value + 1 : value;
}

__kernel void copy_ints(__global int *out, __global const int *in, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = in[i];
}

__kernel void add(__global int *out, int value, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[i] += value;
}

typedef struct {
  float x, y, z;
} packed3;
typedef struct {
  int a;
  float b[2];
} record;

__kernel void kinds(__global float *out, uchar flag, char c, ulong u, record r, packed3 v, float4 w) {
  out[0] = flag;
  out[1] = c;
  out[2] = u;
  out[3] = r.a;
  out[4] = r.b[0];
  out[5] = r.b[1];
  out[6] = v.x;
  out[7] = v.y;
  out[8] = v.z;
  out[9] = w.w;
}

__kernel void is_null(__global int *out, __global int *p) { out[0] = p == 0; }

__kernel void shape(__global uint *out) {
  if (get_global_id(0) == 0 && get_global_id(1) == 0 && get_global_id(2) == 0)
    for (int d = 0; d < 3; ++d) {
      out[d] = get_num_groups(d);
      out[3 + d] = get_local_size(d);
    }
}

__kernel __attribute__((reqd_work_group_size(8, 2, 1))) void eight_by_two(__global int *out) {
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = 1;
}

__kernel void with_local(__global int *out, __local int *dynamic) {
  __local int fixed[1024];
  int i = get_local_id(0);
  fixed[i] = i;
  dynamic[i] = 2 * i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = fixed[get_local_size(0) - 1 - i] + dynamic[i];
}

__kernel void count(__global int *total, __global int *counter) {
  atomic_inc(total);
  atomic_inc(counter);
}

// Packed: int a at 0, float b[5] at 16, record c at 48.
__kernel void packed(__global float *out, int which, __constant uchar *pack) {
  out[0] = *(__constant int *)(pack + 0);
  out[1] = ((__constant float *)(pack + 16))[which];
  out[2] = ((__constant record *)(pack + 48))->b[1];
}

__kernel void fails(int error, __global int *fault) { atomic_cmpxchg(fault, 0, error); }

__kernel void number(__global int *out, ulong out_offset, int first, int n) {
  out += out_offset;
  int i = get_global_id(0);
  if (i < n)
    out[first + i] = first + i;
}

__kernel void add_at(__global int *out, ulong out_offset, int value, int n) {
  out += out_offset;
  int i = get_global_id(0);
  if (i < n)
    out[i] += value;
}

#ifdef CLRT_CONCURRENT_GROUPS // waits.cu:7
__kernel void waits(__global volatile int *v) {
  if (get_group_id(0) == 1)
    *v = 5;
  else
    while (*v != 5)
      ;
}
#endif

#ifdef CLRT_OF_NO_DEVICE // nowhere.cu:8
__kernel void nowhere(__global int *v) { *v = 6; }
#endif
