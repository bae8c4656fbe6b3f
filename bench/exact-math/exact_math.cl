// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clrt/device/exact_math.clh"

// Each work-item takes `each` floats by their bits. found[0]: how many are near; found[1]: of how
// many of these exact_rsqrt has other bits than the operations; found[2]: the bits of such a one.
__kernel void compare(__global uint *found, uint each) {
  uint first = get_global_id(0) * each, near = 0, differ = 0, example = 0;
  for (uint i = 0; i < each; i++) {
    float x = as_float(first + i);
    if (!exact_near(x))
      continue;
    near++;
    if (as_uint(exact_rsqrt(x)) != as_uint(1.0f / sqrt(x))) {
      differ++;
      example = first + i;
    }
  }
  atomic_add(found, near);
  if (differ) {
    atomic_add(found + 1, differ);
    found[2] = example;
  }
}
