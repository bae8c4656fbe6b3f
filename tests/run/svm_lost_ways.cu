// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tables of device pointers that are filled by objects that the library makes of the pointers.
#include "check.h"

#include <memory>
#include <vector>

__global__ void throughTable(int **table, int n) { table[n][n] = 10 + n; }

struct LostRecord {
  int *p;
  LostRecord(int *q, int) : p(q) {}
};
int main() {
  const int n = 2;
  int **table, *h[n];
  OK(cudaMalloc(&table, sizeof h));
  int *a0, *a1;
  int **all[n] = {&a0, &a1};
  for (int **p : all)
    OK(cudaMalloc(p, 16 * sizeof(int)));
  std::vector<LostRecord> emplaced;
  emplaced.emplace_back(a0, 0);
  h[0] = emplaced[0].p;
  h[1] = std::make_shared<LostRecord>(a1, 0)->p;
  OK(cudaMemcpy(table, h, sizeof h, cudaMemcpyHostToDevice));
  for (int i = 0; i < n; ++i)
    throughTable<<<1, 1>>>(table, i);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    int got = 0;
    OK(cudaMemcpy(&got, *all[i] + i, sizeof got, cudaMemcpyDeviceToHost));
    EXPECT_EQ(got, 10 + i);
    OK(cudaFree(*all[i]));
  }
  OK(cudaFree(table));
  return verdict();
}
