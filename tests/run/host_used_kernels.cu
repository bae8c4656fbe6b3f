// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels that a using-declaration brings into a scope: templates, names that are functions, too, kernels that are values.

#include <cstdio>
#include <cuda_runtime.h>

namespace a {
namespace b {
template <class T> __global__ void add(T *p, T v) { p[threadIdx.x] += v; }
__global__ void both(float *p) { p[threadIdx.x] += 1; }
void both(int) {}
__global__ void value(float *p) { p[threadIdx.x] *= 3; }
__constant__ float scale = 2;
__global__ void scaled(float *p) { p[threadIdx.x] *= scale; }
} // namespace b
} // namespace a
using a::b::add;
using a::b::both;
using a::b::scale;
using a::b::scaled;
using a::b::value;

#define GO(k) k<<<1, 8>>>
#define NAMED both<<<1, 8>>>

template <class T> void run(T *p) {
  add<<<1, 8>>>(p, T(1));
  add<T><<<1, 8>>>(p, T(2));
}
namespace c {
using a::b::both;
void go(float *p) { both<<<1, 8>>>(p); }
} // namespace c

int main() {
  float *p, h[8];
  cudaMalloc(&p, sizeof h);
  cudaMemset(p, 0, sizeof h);
  run(p);
  GO(both)(p);
  NAMED(p);
  both(3);
  c::go(p); // 6 so far
  {
    using a::b::both;
    both<<<1, 8>>>(p);
    add<float><<<1, 8>>>(p, 1);
  }
  void (*k)(float *) = value;
  k<<<1, 8>>>(p);
  value<<<1, 8>>>(p); // 72
  cudaFuncAttributes attributes;
  bool known = cudaFuncGetAttributes(&attributes, value) == cudaSuccess;
  float four = 4;
  scaled<<<1, 8>>>(p);
  cudaMemcpyToSymbol(scale, &four, sizeof four);
  scaled<<<1, 8>>>(p); // 576
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  int wrong = !known;
  for (float f : h)
    wrong += f != 576;
  cudaFree(p);
  puts(wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
