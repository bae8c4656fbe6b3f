// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clrt/device/exact_math.clh"

// Each work-item takes `each` floats, one of `step` by their bits. found[0]: for how many the short
// form is taken; found[1]: of how many of these it has other bits than the operations.
__kernel void compare_roots(__global uint *found, uint each, uint step) {
  uint first = get_global_id(0) * each * step, near = 0, differ = 0;
  for (uint i = 0; i < each; i++) {
    float x = as_float(first + i * step);
    if (!exact_near(x))
      continue;
    near++;
    differ += as_uint(exact_rsqrt(x)) != as_uint(1.0f / sqrt(x));
  }
  atomic_add(found, near);
  atomic_add(found + 1, differ);
}
