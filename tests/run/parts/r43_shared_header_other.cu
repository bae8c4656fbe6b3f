// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <parts/r43_common.cuh>

#include <vector>

static __global__ void there(int *v, int n) {
  int i = global_index();
  Shape s = {i, 3};
  if (i < n)
    v[i] = shape_area(s) + LIMIT;
}

int other_unit(int *d, int n) {
  there<<<(n + 15) / 16, 16>>>(d, n);
  std::vector<int> v(n);
  cudaMemcpy(v.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += v[i] + shape_area(Shape{0, 5});
  return sum;
}
