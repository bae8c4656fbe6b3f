// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the program and the libraries that it loads know of each other.
#pragma once

#include <cuda_runtime.h>

struct Shape {
  float *data;
  int count;
};

// Of table.cu.
struct Table {
  int *(*make)(int count);
  cudaError_t (*add)(Shape shape, const int *table, cudaStream_t stream);
  void (*drop)(int *table);
};
