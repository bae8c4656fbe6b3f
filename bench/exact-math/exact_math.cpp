// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// exact-math: compares exact_rsqrt of clrt/device/exact_math.clh with 1.0f / sqrt(x) for all
// floats, on the device that CLRT_DEVICE chooses. On a device for which the header has no short
// form no float is near, and it says so. Exit status 1 if one differs.

#include <clrt/clrt.hpp>
#include <cstdio>

CLRT_PROGRAM(exact_math_cl);

static const clrt::kernel<clrt::global<unsigned>, unsigned> compare(exact_math_cl, "compare");

int main() {
  const unsigned each = 4096, items = (1ull << 32) / each;
  unsigned *found = nullptr, result[3] = {0, 0, 0};
  if (clrt::malloc(&found, sizeof result) || clrt::memset(found, 0, sizeof result) ||
      clrt::launch(compare, {items / 256, 256}, found, each) ||
      clrt::read(result, found, sizeof result)) {
    std::fprintf(stderr, "exact-math: the kernel cannot be run\n");
    return 1;
  }
  std::printf("exact_rsqrt: %u of %u floats differ", result[1], result[0]);
  if (result[1])
    std::printf(", such as the one of bits 0x%08x", result[2]);
  std::printf("\n");
  clrt::free(found);
  return result[1] != 0;
}
