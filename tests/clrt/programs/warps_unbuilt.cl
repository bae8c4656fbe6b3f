// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program that the compiler takes only where warps exchange through local memory.

#include "clrt/device/warp.clh"

#ifndef CLRT_WARP_LOCAL
#error no warps here
#endif

__kernel void sum_up(__global int *out) {
  __local ulong warp[clrt_warp_slots(32)];
  out[get_local_id(0)] = clrt_reduce_add_int(0xffffffffu, (int)get_local_id(0), warp);
}
