// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R08: every mix of dim3, int and expression for grid and block, with and without shared memory and
// stream.
#include "check.h"

// What a launch looked like from inside: grid, block, and how many threads ran.
__global__ void shape(unsigned *out) {
  extern __shared__ unsigned unused[];
  (void)unused;
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0 && blockIdx.x == 0 &&
      blockIdx.y == 0 && blockIdx.z == 0) {
    out[0] = gridDim.x, out[1] = gridDim.y, out[2] = gridDim.z;
    out[3] = blockDim.x, out[4] = blockDim.y, out[5] = blockDim.z;
  }
  atomicAdd(&out[6], 1u);
}

static unsigned *d_out;
static void check(unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz) {
  unsigned got[7], want[7] = {gx, gy, gz, bx, by, bz, gx * gy * gz * bx * by * bz};
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 7; i++)
    EXPECT_EQ(got[i], want[i]);
  OK(cudaMemset(d_out, 0, sizeof got));
}

int main() {
  OK(cudaMalloc(&d_out, 7 * sizeof(unsigned)));
  OK(cudaMemset(d_out, 0, 7 * sizeof(unsigned)));
  dim3 grid(3, 2, 2), block(8, 4);
  int threads = 16;
  unsigned groups = 5;
  size_t bytes = 128;
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  shape<<<grid, block>>>(d_out);
  check(3, 2, 2, 8, 4, 1);
  shape<<<grid, threads>>>(d_out);
  check(3, 2, 2, 16, 1, 1);
  shape<<<groups, block>>>(d_out);
  check(5, 1, 1, 8, 4, 1);
  shape<<<4, 32>>>(d_out);
  check(4, 1, 1, 32, 1, 1);
  shape<<<(threads + 6) / 7, 2 * threads - 1>>>(d_out);
  check(3, 1, 1, 31, 1, 1);
  shape<<<dim3(2, 3), dim3(4, 2, 3), 64>>>(d_out);
  check(2, 3, 1, 4, 2, 3);
  shape<<<groups, threads, bytes>>>(d_out);
  check(5, 1, 1, 16, 1, 1);
  shape<<<grid, 7, 0, 0>>>(d_out);
  check(3, 2, 2, 7, 1, 1);
  shape<<<groups - 1, block, bytes / 2, stream>>>(d_out);
  OK(cudaStreamSynchronize(stream));
  check(4, 1, 1, 8, 4, 1);
  block.x = 5;
  block.z = 2;
  shape<<<1, block>>>(d_out);
  check(1, 1, 1, 5, 4, 2);
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(d_out));
  return verdict();
}
