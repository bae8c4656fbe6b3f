// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R20: a device is an int.
#include "check.h"

int main() {
  int dev = -1, count = 0;
  OK(cudaGetDeviceCount(&count));
  EXPECT(count >= 1);
  OK(cudaSetDevice(count - 1));
  OK(cudaGetDevice(&dev));
  EXPECT_EQ(dev, count - 1);
  int next = (dev + 1) % count;
  OK(cudaSetDevice(next));
  OK(cudaGetDevice(&dev));
  EXPECT_EQ(dev, next);
  cudaDeviceProp prop;
  OK(cudaGetDeviceProperties(&prop, dev));
  printf("device %d: %s\n", dev, prop.name);
  return verdict();
}
