// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels, the classes that they take and the functions that launch them, in all orders and
// in namespaces of every form.
#include "check.h"
#include "parts/host_handle_places.cuh"

// A template's kernel, the class, the launcher.
template <class Op> __global__ void change(int *p, Op op) {
  p[threadIdx.x] = op(p[threadIdx.x]);
}
struct Twice {
  __host__ __device__ int operator()(int v) const { return 2 * v; }
};
template <class F> void apply(int *p, F f) { change<<<1, 4>>>(p, f); }

// Another kernel is launched before.
__global__ void zero(int *p) { p[threadIdx.x] = 0; }
template <class Op> __global__ void change_all(int *p, Op op) {
  p[threadIdx.x] = op(p[threadIdx.x]);
}
typedef struct {
  int by;
} Amount;
struct Raise {
  Amount amount;
  __host__ __device__ int operator()(int v) const { return v + amount.by; }
};
void clear(int *p) { zero<<<1, 4>>>(p); }
void raise(int *p, Raise r) { change_all<<<1, 4>>>(p, r); }

// In a namespace.
namespace app {
__global__ void one(int *p) { p[threadIdx.x] = 1; }
static void first(int *p) { one<<<1, 4>>>(p); }
struct Less {
  int by;
  __host__ __device__ int operator()(int v) const { return v - by; }
};
__global__ void two(int *p, Less a) { p[threadIdx.x] = a(p[threadIdx.x]); }
static void second(int *p) { two<<<1, 4>>>(p, Less{4}); }
} // namespace app

namespace {
struct Negative {
  __host__ __device__ int operator()(int v) const { return -v; }
};
} // namespace

// Inline, with attributes, with several names before one brace.
inline namespace always {
__global__ void add_ten(int *p) { *p += 10; }
void ten(int *p) { add_ten<<<1, 1>>>(p); }
} // namespace always
namespace outer {
inline namespace v1 {
namespace x::y {
__global__ void add_ten(int *p) { *p += 100; }
void ten(int *p) { add_ten<<<1, 1>>>(p); }
} // namespace x::y
} // namespace v1
} // namespace outer
namespace [[gnu::visibility("default")]] old { __global__ void add(int *p) { *p += 1000; }
static void run(int *p) { add<<<1, 1>>>(p); }
} // namespace old
namespace hidden __attribute__((visibility("hidden"))) {
__global__ void add(int *p) { *p += 10000; }
void run(int *p) { add<<<1, 1>>>(p); }
} // namespace hidden
namespace made::of
{
  namespace { __global__ void add(int *p) { *p += 100000; } }
  extern "C" { void run_made(int *p) { add<<<1, 1>>>(p); } }
  __constant__ int million = 1000000;
  __global__ void more(int *p) { *p += million; }
  struct Runner { int *p; void run() { more<<<1, 1>>>(p); } };
} // namespace made::of

static void nested_names(int *p) {
  int h;
  lib::parts::deep::first(p);
  lib::parts::deep::second(p);
  lib::parts::deep::third(p, 3);
  ten(p);
  outer::x::y::ten(p);
  old::run(p);
  hidden::run(p);
  made::of::run_made(p);
  made::of::Runner{p}.run();
  OK(cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h, 1111128);
}

static int last(const int *p) {
  int h[4];
  OK(cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
  return h[3];
}

int main() {
  int *p;
  OK(cudaMalloc(&p, 4 * sizeof(int)));
  clear(p);
  raise(p, Raise{{5}});
  apply(p, Twice());
  EXPECT_EQ(last(p), 10);
  app::first(p);
  app::second(p);
  EXPECT_EQ(last(p), -3);
  lib::start(p);
  lib::Runner run{p};
  run(lib::Add{{5}, lib::Plus});
  run(Negative());
  EXPECT_EQ(last(p), -7);
  nested_names(p);
  OK(cudaFree(p));
  return verdict();
}
