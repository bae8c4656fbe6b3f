// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R09: a device pointer at file scope, passed to host functions that launch.
#include "check.h"

float *d_values = 0;
static float *d_copy;
const int count = 50;

__global__ void scale(float *v, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= by;
}

void launch(float *v, float by) { scale<<<(count + 31) / 32, 32>>>(v, by, count); }
void launch_twice(float *v) {
  launch(v, 2.0f);
  launch(v, 3.0f);
}
static void allocate() {
  OK(cudaMalloc((void **)&d_values, count * sizeof(float)));
  OK(cudaMalloc((void **)&d_copy, count * sizeof(float)));
}
static void fetch(float *to, const float *from) {
  OK(cudaMemcpy(to, from, count * sizeof(float), cudaMemcpyDeviceToHost));
}

int main() {
  float v[count], out[count], copy[count];
  for (int i = 0; i < count; i++)
    v[i] = (float)i;
  allocate();
  EXPECT(d_values != 0 && d_copy != nullptr && d_values != d_copy);
  OK(cudaMemcpy(d_values, v, sizeof v, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_copy, d_values, sizeof v, cudaMemcpyDeviceToDevice));
  launch_twice(d_values);
  launch(d_copy, -1.0f);
  fetch(out, d_values);
  fetch(copy, d_copy);
  for (int i = 0; i < count; i++) {
    EXPECT_EQ(out[i], 6.0f * i);
    EXPECT_EQ(copy[i], -1.0f * i);
  }
  OK(cudaFree(d_values));
  OK(cudaFree(d_copy));
  return verdict();
}
