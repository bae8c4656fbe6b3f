// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How the threads of a warp exchange values here.

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
