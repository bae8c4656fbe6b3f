// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Asynchronous copies from pinned memory in chunks over streams, and pageable memory beside them.
#include "check.h"

#include <vector>

__global__ void square(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = v[i] * v[i];
}

int main() {
  const int chunks = 4, size = 1000;
  cudaStream_t s[chunks];
  float *in, *out, *d;
  OK(cudaMallocHost((void **)&in, chunks * size * sizeof(float)));
  OK(cudaHostAlloc((void **)&out, chunks * size * sizeof(float), cudaHostAllocDefault));
  OK(cudaMalloc(&d, chunks * size * sizeof(float)));
  for (int i = 0; i < chunks * size; i++)
    in[i] = (float)(i % 300);
  for (int c = 0; c < chunks; c++)
    OK(cudaStreamCreate(&s[c]));
  for (int c = 0; c < chunks; c++) {
    int at = c * size;
    OK(cudaMemcpyAsync(d + at, in + at, size * sizeof(float), cudaMemcpyHostToDevice, s[c]));
    square<<<(size + 127) / 128, 128, 0, s[c]>>>(d + at, size);
    OK(cudaMemcpyAsync(&out[at], &d[at], size * sizeof(float), cudaMemcpyDeviceToHost, s[c]));
  }
  for (int c = 0; c < chunks; c++) {
    OK(cudaStreamSynchronize(s[c]));
    for (int i = c * size; i < (c + 1) * size; i++)
      EXPECT_EQ(out[i], in[i] * in[i]);
  }
  std::vector<float> pageable(size, 3.0f), back(size);
  OK(cudaMemcpyAsync(d, pageable.data(), size * sizeof(float), cudaMemcpyHostToDevice, s[0]));
  pageable.assign(size, 0.0f);
  square<<<8, 128, 0, s[0]>>>(d, size);
  OK(cudaMemcpyAsync(back.data(), d, size * sizeof(float), cudaMemcpyDeviceToHost, s[0]));
  OK(cudaStreamSynchronize(s[0]));
  EXPECT_EQ(back[size - 1], 9.0f);
  OK(cudaMemsetAsync(d, 0, size * sizeof(float), s[1]));
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpy(back.data(), d, size * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(back[size / 2], 0.0f);
  for (int c = 0; c < chunks; c++)
    OK(cudaStreamDestroy(s[c]));
  OK(cudaFree(d));
  OK(cudaFreeHost(in));
  OK(cudaFreeHost(out));
  return verdict();
}
