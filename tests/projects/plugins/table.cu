// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes memory that the program uses, and has a table of functions.
#include "plugin.h"

#include <vector>

__global__ void add(Shape s, const int *table) {
  int i = threadIdx.x;
  if (i < s.count)
    s.data[i] += table[i];
}

static int *make(int count) {
  std::vector<int> squares(count);
  for (int i = 0; i < count; i++)
    squares[i] = i * i;
  int *table = nullptr;
  if (cudaMalloc(&table, count * sizeof *table) == cudaSuccess)
    cudaMemcpy(table, squares.data(), count * sizeof *table, cudaMemcpyHostToDevice);
  return table;
}

static cudaError_t add_table(Shape shape, const int *table, cudaStream_t stream) {
  add<<<1, shape.count, 0, stream>>>(shape, table);
  return cudaGetLastError();
}

static void drop(int *table) { cudaFree(table); }

extern "C" {
extern const Table functions;
const Table functions = {make, add_table, drop};
}
