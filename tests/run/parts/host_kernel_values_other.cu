// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "host_kernel_values.cuh"
#include <cstring>

__global__ void negate(int *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] = -v[threadIdx.x];
}
extern "C" __global__ void c_increment(int *v, int n) {
  if (threadIdx.x < n)
    ++v[threadIdx.x];
}
namespace other {
__global__ void square(int *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] *= v[threadIdx.x];
}
} // namespace other
// Both files have a kernel of this name.
namespace {
__global__ void local(int *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] += 200;
}
} // namespace

const Entry entries[] = {{"negate", negate},
                         {"increment", c_increment},
                         {"square", other::square},
                         {"local", &local},
                         {"subtract", subtract<int>}};
const int entry_count = sizeof entries / sizeof entries[0];

Step find_step(const char *name) {
  for (const Entry &e : entries)
    if (strcmp(e.name, name) == 0)
      return e.step;
  return nullptr;
}

bool is_same_in_other_file(Step negated, Step header_step, Step other_local) {
  return negated == negate && header_step == subtract<int> && other_local != local;
}
