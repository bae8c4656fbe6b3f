// expect: CU2CL2010 CU2CL2064 virtual
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

struct Shape {
  __device__ virtual float area() const = 0;
};
struct Square : Shape {
  float side;
  __device__ float area() const override { return side * side; }
};

__device__ float measure(const Shape *s) { return s->area(); }

__global__ void kernel(float *out) {
  Square s;
  s.side = threadIdx.x;
  out[threadIdx.x] = measure(&s);
}

void launch(float *d) { kernel<<<1, 8>>>(d); }
