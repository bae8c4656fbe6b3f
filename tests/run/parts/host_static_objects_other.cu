// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The other file of host_static_objects.
#include "check.h"

#include <cstdlib>

static __global__ void accumulate(int *sum, int x) { atomicAdd(sum, x); }

// Made by whoever comes first.
static int *buffer() {
  static int *memory = [] {
    int *p;
    OK(cudaMalloc(&p, sizeof(int)));
    OK(cudaMemset(p, 0, sizeof(int)));
    return p;
  }();
  return memory;
}

void other_add(int x) {
  accumulate<<<1, 4>>>(buffer(), x);
  OK(cudaGetLastError());
}

int other_sum() {
  int v = 0;
  OK(cudaMemcpy(&v, buffer(), sizeof v, cudaMemcpyDeviceToHost));
  return v;
}

static struct Last {
  Last() { other_add(1); }
  ~Last() {
    int before = other_sum();
    other_add(2);
    if (other_sum() != before + 8 || failure_count() > 0) {
      printf("FAILED in the other file\n");
      fflush(stdout);
      std::_Exit(1);
    }
  }
} last;
