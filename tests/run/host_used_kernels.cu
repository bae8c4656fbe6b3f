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

// Namespaces without a name around ones that have one, and inside of them.
namespace nameless {
namespace {
namespace one::two {
struct Step {
  int by;
  int *p;
};
__global__ void five(int *p) { *p = 5; }
template <class T> __global__ void stepped(T *p, Step s) { *p += s.by; }
template <class T> void launch(T *p) {
  five<<<1, 1>>>((int *)p);
  stepped<T><<<1, 1>>>(p, Step{8, nullptr});
  stepped<<<1, 1>>>(p, Step{10, nullptr});
}
} // namespace one::two
} // namespace
} // namespace nameless
namespace {
namespace three {
namespace {
__global__ void twice(int *p) { *p *= 2; }
} // namespace
__global__ void as_value(int *p) { *p += 1; }
} // namespace three
inline namespace four {
__global__ void thrice(int *p) { *p *= 3; }
} // namespace four
} // namespace
static int in_nameless(int *p) {
  int h = 0;
  nameless::one::two::launch(p); // 23
  nameless::one::two::stepped<<<1, 1>>>(p, nameless::one::two::Step{1, p});
  three::twice<<<1, 1>>>(p);
  thrice<<<1, 1>>>(p);
  void (*k)(int *) = three::as_value;
  k<<<1, 1>>>(p);
  cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
  nameless::one::two::launch((long long *)p);
  return h;
}

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
  wrong += in_nameless((int *)p) != 145;
  cudaFree(p);
  puts(wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
