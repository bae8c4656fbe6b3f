// expect: CU2CL2080 total std::reference_wrapper
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which memory the address in an object of such a class is in, nobody knows.
#include <cuda_runtime.h>
#include <functional>

struct Total {
  int times;
  std::reference_wrapper<int> sum;
};
__global__ void add(Total total, int *out) { *out += total.times; }

int main() {
  int *d;
  cudaMalloc(&d, sizeof(int));
  add<<<1, 32>>>(Total{2, std::ref(*d)}, d);
}
