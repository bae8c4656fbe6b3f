// expect: CU2CL2079 padding
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

struct Wide {
  __host__ __device__ Wide() : w(1), c(2) {}
  double w;
  char c;
};
struct Narrow : Wide {
  __host__ __device__ Narrow() : d(3) {}
  char d;
  __device__ double sum() const { return w + c + d; }
};

__global__ void kernel(double *out, Narrow n) {
  Wide *base = &n;
  out[0] = n.sum() + base->w;
}

void launch(double *d) { kernel<<<1, 1>>>(d, Narrow()); }
