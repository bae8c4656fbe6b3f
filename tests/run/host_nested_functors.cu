// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels take objects of nested classes that follow the first launch, or are in the class that
// launches the kernel.
#include "check.h"
#include <string>
#include <vector>

// A launch in the class of the argument: the handle precedes the class.
template <class F> __global__ void nested_direct(int *p, F f) { p[threadIdx.x] = f(threadIdx.x); }
struct NestedBox {
  int r;
  explicit NestedBox(int a) : r(a) {}
  struct F {
    int r;
    __device__ int operator()(int i) const { return i * r; }
  };
  void run(int *p) const { nested_direct<<<1, 32>>>(p, F{r}); }
};

// The same with a device pointer, which goes member by member.
template <class A> __global__ void nested_members(A a) { a.p[threadIdx.x] = a.r * threadIdx.x; }
class NestedSolver {
  std::vector<int> v;

public:
  struct Args {
    int *p;
    int r;
  };
  void go(int *p) {
    v.push_back(3);
    nested_members<<<1, 32>>>(Args{p + 1, v[0]});
    nested_members<Args><<<1, 1>>>({p, 0});
  }
};

// One helper for the functors of a class template, of a class in a namespace, and of one that is
// defined outside of its class.
template <class F> __global__ void nested_each(int n, F f) {
  int i = threadIdx.x;
  if (i < n)
    f(i);
}
template <class F> void nested_for(int n, F f) { nested_each<<<1, 32>>>(n, f); }
template <class T> class NestedOp {
  std::vector<T> c;

public:
  explicit NestedOp(T v) : c{v} {}
  struct F {
    T *p;
    T r;
    __device__ void operator()(int i) const { p[i] = i * r; }
  };
  void go(T *p) { nested_for(32, F{p, c[0]}); }
};
class NestedOutside {
  std::string s = "a";

public:
  struct F;
  void go(int *p, int r);
};
struct NestedOutside::F {
  int *p;
  int r;
  __device__ void operator()(int i) const { p[i] = i + r; }
};
void NestedOutside::go(int *p, int r) { nested_for(32, F{p, r + int(s.size())}); }
namespace nested_phys { struct NestedBody { float m;
    struct Integrator { int *p; int r; __device__ void operator()(int i) const { p[i] = i - r; } }; };
  inline void advance(int *p) { nested_for(32, NestedBody::Integrator{p, 3}); } }

// Pointers to nested classes, which have offsets, and enumerations of a class as arguments.
template <class P> __global__ void nested_move(P *p, int n) {
  if (threadIdx.x < n)
    p[threadIdx.x].x += p[threadIdx.x].v;
}
template <class M> __global__ void nested_mode(int *p, M m) { *p = m; }
template <class M, M m> __global__ void nested_constant(int *p) { *p = m; }
template <class M, M m> void nested_launch(int *p) { nested_constant<M, m><<<1, 1>>>(p); }
class NestedSim {
public:
  struct Particle {
    int x, v, w;
  };
  enum Mode { Slow = 7, Fast };
  int move() {
    Particle h[4] = {{1, 1, 0}, {2, 2, 0}, {3, 3, 0}, {4, 4, 0}}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    nested_move<<<1, 4>>>(d + 1, 2);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return h[0].x * 1000 + h[1].x * 100 + h[2].x * 10 + h[3].x;
  }
  void mode(int *p, Mode m) {
    nested_mode<<<1, 1>>>(p, m);
    nested_launch<Mode, Fast>(p + 1);
    nested_launch<Mode, Slow>(p + 2);
  }
};

int main() {
  int *d, h[33];
  OK(cudaMalloc(&d, sizeof h));
  auto read = [&] { cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost); };
  NestedBox(3).run(d);
  read();
  EXPECT(h[5] == 15);
  NestedSolver().go(d);
  read();
  EXPECT(h[5] == 12 && h[32] == 93 && h[0] == 0);
  NestedOp<int>(4).go(d);
  read();
  EXPECT(h[5] == 20);
  NestedOutside().go(d, 5);
  read();
  EXPECT(h[5] == 11);
  nested_phys::advance(d);
  read();
  EXPECT(h[5] == 2);
  float *f, g[32];
  cudaMalloc(&f, sizeof g);
  NestedOp<float>(0.5f).go(f);
  cudaMemcpy(g, f, sizeof g, cudaMemcpyDeviceToHost);
  EXPECT(g[5] == 2.5f);
  EXPECT(NestedSim().move() == 1464);
  NestedSim().mode(d, NestedSim::Fast);
  read();
  EXPECT(h[0] == 8 && h[1] == 8 && h[2] == 7);
  return verdict();
}
