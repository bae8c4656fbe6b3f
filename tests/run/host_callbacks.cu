// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Host functions in a stream run after what is before them and before what follows.
#include "check.h"

__global__ void set(int *v, int x) { *v = x; }

struct Seen {
  int *pinned;
  int value, calls;
};
static void CUDART_CB look(void *data) {
  Seen *s = (Seen *)data;
  s->value = s->value * 100 + *s->pinned;
  s->calls++;
}

int main() {
  int *d;
  Seen seen = {nullptr, 0, 0};
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  OK(cudaMalloc(&d, sizeof(int)));
  OK(cudaMallocHost((void **)&seen.pinned, sizeof(int)));
  for (int k = 1; k <= 3; k++) {
    set<<<1, 1, 0, s>>>(d, 10 * k);
    OK(cudaMemcpyAsync(seen.pinned, d, sizeof(int), cudaMemcpyDeviceToHost, s));
    OK(cudaLaunchHostFunc(s, look, &seen));
  }
  OK(cudaStreamSynchronize(s));
  EXPECT_EQ(seen.calls, 3);
  EXPECT_EQ(seen.value, 102030);
  OK(cudaFreeHost(seen.pinned));
  OK(cudaFree(d));
  OK(cudaStreamDestroy(s));
  return verdict();
}
