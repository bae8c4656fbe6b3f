// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How the threads of a warp exchange values here.

#include "clrt/device/convert.clh"
#include "clrt/device/warp.clh"

// out: of each work-item what its right neighbour in the warp gave, and whether its warp is a
// sub-group.
__kernel void neighbours(__global int *out) {
  __local ulong warp[clrt_warp_slots(256)];
  int thread = clrt_thread();
  int got = clrt_shfl_down_int(thread * 3, 1, 32, warp);
#ifdef CLRT_DEVICE_WARP_SUB_GROUPS_CLH
  int in_sub_groups = 1;
#else
  int in_sub_groups = 0;
#endif
  out[2 * thread] = got;
  out[2 * thread + 1] = in_sub_groups;
}

// out: of each work-item what -1e30, -3.5, 3.5 or 1e30, as its neighbour has it, is as integers.
__kernel void saturated(__global long *out) {
  __local ulong warp[clrt_warp_slots(256)];
  const int thread = clrt_thread(), sign = thread & 2 ? 1 : -1;
  const float value = clrt_shfl_xor_float(sign * (thread & 1 ? 3.5f : 1e30f), 1, 32, warp);
  __global long *mine = out + 8 * thread;
  mine[0] = clrt_float2ll_rz(value);
  mine[1] = (long)clrt_float2ull_rn(value);
  mine[2] = convert_int_sat_rtn(value);
  mine[3] = convert_uint_sat_rtp(value);
  mine[4] = convert_int_sat(mine[0]);
  mine[5] = convert_uint_sat(mine[0]);
  mine[6] = convert_char_sat((int)mine[4]) + convert_uchar_sat((int)mine[4]);
  mine[7] = convert_short_sat((int)mine[4]) + convert_ushort_sat((uint)mine[5]);
}
