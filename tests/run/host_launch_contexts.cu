// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches from class methods, host templates, lambdas, static functions, constructors, threads that
// end, and through kernels in namespaces.
#include "check.h"

#include <functional>
#include <thread>
#include <utility>
#include <type_traits>

namespace physics {
__global__ void push(float *v, float by) { v[blockIdx.x * blockDim.x + threadIdx.x] += by; }
} // namespace physics

static float *d;
static float first() {
  float v;
  OK(cudaMemcpy(&v, d, sizeof v, cudaMemcpyDeviceToHost));
  return v;
}

template <class T> __global__ void put(T *v, T x) { v[threadIdx.x] = x; }
template <int N> __global__ void put_number(float *v) { v[threadIdx.x] = N; }

// Launches in generic lambdas, by the types that these are called with.
template <class F> static void with_two(F f) { f(2); }
template <class T> static void in_template(T *v) {
  auto launch = [=](auto x) { put<<<1, 2>>>(v, T(x)); };
  launch(8);
  launch(9.5);
}
static void generic_lambdas(float *v) {
  float h[2];
  auto seen = [&] {
    cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
    return h[0] + h[1] * 100;
  };
  auto launch = [&](auto x, int n) { put<<<1, n>>>((decltype(x) *)v, x); };
  auto never_called = [&](auto x) { put<<<1, 1>>>(&x, x); };
  auto two = [&](auto x) { put<<<1, 2>>>(v, float(x)); };
  auto number = [&](auto n) {
    constexpr int N = decltype(n)::value;
    put_number<N><<<1, 2>>>(v);
    float *second = v + 1;
    put_number<N + 1><<<1, 1>>>(second);
  };
  launch(5.f, 2);
  EXPECT_EQ(seen(), 505.0f);
  launch(0x40000000, 1);
  EXPECT_EQ(seen(), 502.0f);
  with_two(two);
  EXPECT_EQ(seen(), 202.0f);
  number(std::integral_constant<int, 4>());
  EXPECT_EQ(seen(), 504.0f);
  number(std::integral_constant<int, 6>());
  EXPECT_EQ(seen(), 706.0f);
  in_template(v);
  EXPECT_EQ(seen(), 959.5f);
  (void)never_called;
}

class Runner {
  int blocks_;
  float *target_;

public:
  Runner(int blocks, float *target) : blocks_(blocks), target_(target) {
    physics::push<<<blocks_, 8>>>(target_, 1);
  }
  void go(float by) const { physics::push<<<blocks_, 8>>>(target_, by); }
  Runner &operator<<(float by) {
    physics::push<<<this->blocks_, dim3(8)>>>(this->target_, by);
    return *this;
  }
  static void run_static(float *v) { physics::push<<<1, 1>>>(v, 100); }
};

template <int Blocks, class T> static void launch_template(T *v, T by) {
  physics::push<<<Blocks, 8>>>(v, by);
}
template <class F> static void twice(F f) {
  f();
  f();
}
inline int blocks_for(int n, int block = 8) { return (n + block - 1) / block; }

// Macros that hold the configuration alone, as headers for editors have them; the arguments stand
// after the use.
#define KERNEL_ARGS2(grid, block) <<< grid, block >>>
#define KERNEL_ARGS4(grid, block, bytes, queue) <<<grid, block, bytes, queue>>>
#define ONE_THREAD <<<1, 1>>>
#define RUN_FOR(k, n) k<<<((n) + 7) / 8, 8>>>
#define COUNT_ONE count<<<1, 1>>>
__global__ void count(int *v, int n, int by = 2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += by;
}
__global__ void from_shared(int *v) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = 7;
  __syncthreads();
  v[threadIdx.x] += tile[threadIdx.x];
}
__global__ void no_parameters() {}
template <class T> __global__ void add_to_all(T *v, T by) { v[threadIdx.x] += by; }
template <class T> static void add_in_template(T *v) {
  add_to_all KERNEL_ARGS2(1, 2)(v, T(3));
  add_to_all<T> KERNEL_ARGS2(1, 2) (v, T(3));
  RUN_FOR(add_to_all<T>, 1)(v, T(1));
}
__global__ void one_more(int *v) { *v += 1; }
__global__ void ten_more(int *v) { *v += 10; }
#define RUN_VALUE(k, grid, block) k<<<grid, block>>>

static void arguments_behind_macros() {
  int *v, h[16];
  cudaStream_t queue;
  OK(cudaMalloc(&v, sizeof h));
  OK(cudaMemset(v, 0, sizeof h));
  OK(cudaStreamCreate(&queue));
  count KERNEL_ARGS2(2, 8)(v, 16, 5);
  count KERNEL_ARGS2(dim3(1), dim3(8)) (v, 3);
  RUN_FOR(count, 16)(v, 16, 100);
  RUN_FOR(count, 16)(v, 16);
  COUNT_ONE(v, 1, 1);
  no_parameters ONE_THREAD ();
  from_shared KERNEL_ARGS4(1, 8, 8 * sizeof(int), queue)(v);
  OK(cudaStreamSynchronize(queue));
  add_in_template(v);
  void (*table[])(int *) = {one_more, ten_more};
  for (auto kernel : table)
    RUN_VALUE(kernel, 1, 1)(v);
  RUN_VALUE(table[1], 1, 1)(v);
  OK(cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 5 + 2 + 102 + 1 + 7 + 7 + 21);
  EXPECT_EQ(h[2], 5 + 2 + 102 + 7 + 1);
  EXPECT_EQ(h[15], 107);
  OK(cudaStreamDestroy(queue));
  OK(cudaFree(v));
}

// Launches of which macros write a part: the arguments' parenthesis is in another text.
#define RUN(k, configuration, args) k<<<configuration>>> args
#define EXTENTS(n) n, 8
#define ON <<<4, 8>>>
#define PUSH physics::push<<<EXTENTS(4)>>>

// Kernel templates that only this file has, launched by a template; a pack as a value.
namespace {
template <class T> __global__ void add_to(T *v, T by) {
  v[blockIdx.x * blockDim.x + threadIdx.x] += by;
}
} // namespace
namespace outer {
namespace {
template <class T, int N> __global__ void add_number(T *v) {
  v[blockIdx.x * blockDim.x + threadIdx.x] += N;
}
} // namespace
} // namespace outer
template <class... Numbers> __global__ void add_all(float *v, Numbers... numbers) {
  float all[] = {(float)numbers...};
  for (float one : all)
    v[blockIdx.x * blockDim.x + threadIdx.x] += one;
}
template <class T> static void add_both(T *v) {
  add_to<T><<<4, 8>>>(v, 1);
  outer::add_number<T, 2><<<4, 8>>>(v);
}
template <class F, class... Args> static void start(F f, Args &&...args) {
  f<<<4, 8>>>(std::forward<Args>(args)...);
}

static void macro_parts() {
  const float before = first();
  RUN(physics::push, EXTENTS(4), (d, 1));
  RUN(physics::push, EXTENTS(dim3(4)), (d, 2));
  physics::push ON(d, 4);
  PUSH(d, 8);
  EXPECT_EQ(first(), before + 15);
  add_both(d);
  int *integers, one = 5;
  OK(cudaMalloc(&integers, 32 * sizeof(int)));
  OK(cudaMemset(integers, 0, 32 * sizeof(int)));
  add_both(integers);
  OK(cudaMemcpy(&one, integers, sizeof one, cudaMemcpyDeviceToHost));
  EXPECT_EQ(one, 3);
  OK(cudaFree(integers));
  start(add_all<int, float>, d, 3, 2.5f);
  start(add_all<int>, d, 1);
  EXPECT_EQ(first(), before + 15 + 3 + 6.5f);
}

// Macros that use their argument, a lambda with a launch, once for each value of a name.
#define BOOL_SWITCH(C, NAME, ...)                                                                  \
  [&] {                                                                                            \
    if (C) {                                                                                       \
      constexpr bool NAME = true;                                                                  \
      return __VA_ARGS__();                                                                        \
    } else {                                                                                       \
      constexpr bool NAME = false;                                                                 \
      return __VA_ARGS__();                                                                        \
    }                                                                                              \
  }()
#define DISPATCH(KIND, ...)                                                                        \
  switch (KIND) {                                                                                  \
  case 0: {                                                                                        \
    using scalar_t = float;                                                                        \
    __VA_ARGS__();                                                                                 \
  } break;                                                                                         \
  case 1: {                                                                                        \
    using scalar_t = double;                                                                       \
    __VA_ARGS__();                                                                                 \
  } break;                                                                                         \
  default: {                                                                                       \
    using scalar_t = int;                                                                          \
    __VA_ARGS__();                                                                                 \
  }                                                                                                \
  }
namespace switched {
template <bool A, bool B> __global__ void both(int *o) { o[threadIdx.x] = A * 2 + B; }
} // namespace switched
template <class T, int N> __global__ void fill_first(T *o, T v) {
  if (threadIdx.x < N)
    o[threadIdx.x] = v;
}
__global__ void twofold(int *o) { o[threadIdx.x] *= 2; }
static void switch_both(int *out, bool a, bool b) {
  BOOL_SWITCH(a, kA, [&] {
    BOOL_SWITCH(b, kB, [&] {
      switched::both<kA, kB><<<1, 4>>>(out);
      twofold<<<1, 4>>>(out);
    });
  });
}
static void dispatch(void *p, int kind) {
  DISPATCH(kind, [&] { fill_first<scalar_t, 3><<<1, 4>>>((scalar_t *)p, scalar_t(7.5)); })
}
static void repeated_arguments() {
  int *d, h[4];
  float f[4];
  double g[4];
  OK(cudaMalloc(&d, sizeof g));
  for (int c = 0; c < 4; ++c) {
    switch_both(d, c & 2, c & 1);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    EXPECT_EQ(h[3], 2 * c);
  }
  dispatch(d, 0);
  OK(cudaMemcpy(f, d, sizeof f, cudaMemcpyDeviceToHost));
  EXPECT_EQ(f[2], 7.5f);
  dispatch(d, 1);
  OK(cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost));
  EXPECT_EQ(g[2], 7.5);
  dispatch(d, 2);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[2], 7);
  OK(cudaFree(d));
}

// Extents of classes of the program's own: their constructors say what the sizes are.
struct Square : dim3 {
  explicit Square(unsigned n) : dim3(n, n) {}
};
struct Swapped : dim3 {
  Swapped(unsigned x, unsigned y) : dim3(y, x) {}
};
template <unsigned X> struct TwoRows : dim3 {
  TwoRows() : dim3(X, 2) {}
};
struct Convertible {
  unsigned n;
  operator dim3() const { return dim3(n, n + 1); }
};
__global__ void shape_a(int *o) { *o = blockDim.x * 10 + blockDim.y; }
__global__ void shape_b(int *o) { *o = blockDim.x * 10 + blockDim.y; }
__global__ void shape_c(int *o) { *o = blockDim.x * 10 + blockDim.y; }
__global__ void shape_d(int *o) { *o = blockDim.x * 10 + blockDim.y; }
__global__ void shape_e(int *o) { *o = blockDim.x * 10 + blockDim.y; }
static void own_extents() {
  int *v, h[5] = {};
  OK(cudaMalloc(&v, sizeof h));
  shape_a<<<1, Square(2)>>>(v);
  shape_b<<<1, Swapped(1, 2)>>>(v + 1);
  shape_c<<<1, TwoRows<4>()>>>(v + 2);
  const dim3 sliced = Swapped(1, 3);
  shape_d<<<1, sliced>>>(v + 3);
  shape_e<<<1, Convertible{3}>>>(v + 4);
  OK(cudaGetLastError());
  OK(cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost));
  const int want[] = {22, 21, 42, 31, 34};
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(h[i], want[i]);
  OK(cudaFree(v));
}

int main() {
  const int n = 32;
  own_extents();
  using physics::push;
  arguments_behind_macros();
  OK(cudaMalloc(&d, n * sizeof(float)));
  OK(cudaMemset(d, 0, n * sizeof(float)));
  Runner runner(4, d);
  runner.go(2);
  runner << 3 << 4;
  EXPECT_EQ(first(), 10.0f);
  Runner::run_static(d);
  EXPECT_EQ(first(), 110.0f);
  launch_template<4>(d, 5.0f);
  launch_template<2, float>(d, 6.0f);
  EXPECT_EQ(first(), 121.0f);
  auto by_reference = [&] { push<<<blocks_for(n), 8>>>(d, 7); };
  by_reference();
  twice([=]() { push<<<n / 8, 8>>>(d, 0.5f); });
  std::function<void(float)> stored = [](float by) { push<<<1, 8>>>(d, by); };
  stored(1000);
  EXPECT_EQ(first(), 1129.0f);
  float all[n];
  OK(cudaMemcpy(all, d, sizeof all, cudaMemcpyDeviceToHost));
  EXPECT_EQ(all[31], 10.0f + 5 + 7 + 1);
  EXPECT_EQ(all[15], 10.0f + 5 + 6 + 7 + 1);
  EXPECT_EQ(all[1], 10.0f + 5 + 6 + 7 + 1 + 1000);
  // What a thread leaves is released at its end, while the driver's own thread-locals still live.
  for (int i = 0; i < 2; ++i)
    std::thread([=] { push<<<4, 8>>>(d, 10); }).join();
  EXPECT_EQ(first(), 1149.0f);
  generic_lambdas(d);
  macro_parts();
  OK(cudaFree(d));
  repeated_arguments();
  return verdict();
}
