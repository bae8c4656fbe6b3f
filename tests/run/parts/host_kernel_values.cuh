// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A table of kernels that two source files share, and kernels of a header.
#pragma once

typedef void (*Step)(int *v, int n);

struct Entry {
  const char *name;
  Step step;
};

// Of the other file.
__global__ void negate(int *v, int n);
extern "C" __global__ void c_increment(int *v, int n);
namespace other {
__global__ void square(int *v, int n);
}
extern const Entry entries[];
extern const int entry_count;
Step find_step(const char *name);
bool is_same_in_other_file(Step negated, Step header_step, Step other_local);

static __global__ void of_header(int *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] += 1000;
}

template <typename T> __global__ void subtract(T *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] -= T(5);
}
