// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void fill(float *d) { d[threadIdx.x] = threadIdx.x; }
void launch(float *d, cudaStream_t s) {
  fill<<<1, 4, 0, s>>>(d);
  cudaStreamSynchronize(s);
}
