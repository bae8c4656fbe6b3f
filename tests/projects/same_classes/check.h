// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdio>
#include <vector>

// How many of what lies at `device` is not as wanted.
inline int differences(const float *device, const std::vector<float> &want) {
  std::vector<float> got(want.size(), -1);
  cudaMemcpy(got.data(), device, got.size() * sizeof got[0], cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (size_t i = 0; i < want.size(); i++)
    if (got[i] != want[i]) {
      std::printf("element %zu is %g, not %g\n", i, got[i], want[i]);
      wrong++;
    }
  return wrong;
}

int second();
