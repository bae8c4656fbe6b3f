// expect: CU2CL3024 converted_Number braced_Plain copied_Counted by_value_Plain early_Other derived_Other no declaration of its own
// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Handles that precede a class take objects of its nested classes as bytes, which neither a
// conversion nor a constructor makes.
#include <cuda_runtime.h>

template <class F> __global__ void converted(int *v, F f) { *v = f.n; }
template <class F> __global__ void braced(int *v, F f) { *v = f.n; }
template <class F> __global__ void copied(int *v, F f) { *v = f.n; }
template <class F> __global__ void by_value(int *v, F f) { *v = f.n; }
template <class F> __global__ void early(int *v, F f) { *v = f.n; }
template <class F> auto launch_early(int *v, F f) {
  early<<<1, 1>>>(v, f);
  return cudaGetLastError();
}
template <class P> __global__ void derived(P *p) { p->n = 1; }

class Box {
public:
  struct Number {
    int n;
    __host__ __device__ Number(float n) : n(n) {}
  };
  struct Counted {
    int n;
    __host__ __device__ Counted(int n) : n(n) {}
    __host__ __device__ Counted(const Counted &other) : n(other.n + 1) {}
  };
  struct Plain {
    int n;
  };
  struct Other {
    int n;
  };
  struct Derived : Plain, Other {};
  void run(int *v, Derived *d) {
    launch_early(v, Plain{1});
    launch_early(v, Other{2});
    derived<Other><<<1, 1>>>(d);
    converted<Number><<<1, 1>>>(v, 1.0f);
    braced<Plain><<<1, 1>>>(v, {2});
    copied<<<1, 1>>>(v, Counted(3));
    void (*kernel)(int *, Plain) = by_value<Plain>;
    kernel<<<1, 1>>>(v, Plain{4});
  }
};
int main() {
  int *v;
  cudaMalloc(&v, 4);
  Box::Derived *d;
  cudaMalloc(&d, sizeof *d);
  Box().run(v, d);
}
