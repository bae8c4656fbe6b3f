// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A small program that environment_test.sh runs in several environments: prints what clrt makes of
// them.

#include <clrt/clrt.hpp>
#include <cstdio>

CLRT_PROGRAM(kernels_cl);
static const clrt::kernel<clrt::global<int>, int, int> fill(kernels_cl, "fill");

int main() {
  int count = -1, v[64] = {0};
  clrt::error e = clrt::device_count(&count);
  printf("devices %d %s\n", count, clrt::error_name(e));
  clrt::device_properties p;
  if (clrt::get_device_properties(&p, 0) == CLRT_SUCCESS)
    printf("device %s\n", p.name);
  int *d;
  e = clrt::malloc(&d, sizeof v);
  printf("malloc %s\n", clrt::error_name(e));
  e = clrt::launch(fill, {1, 64}, d, 42, 64);
  printf("launch %s\n", clrt::error_name(e));
  printf("last %s\n", clrt::error_name(clrt::last_error()));
  if (clrt::read(v, d, sizeof v) == CLRT_SUCCESS)
    printf("result %d\n", v[63]);
  return clrt::free(d) == CLRT_SUCCESS ? 0 : 1;
}
