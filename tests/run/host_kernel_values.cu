// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels as values: pointers in variables, tables, members, maps; as arguments of functions and of
// templates; launched by what they are found by, and asked about.
#include "check.h"
#include "parts/host_kernel_values.cuh"
#include <functional>
#include <map>
#include <string>
#include <vector>

static const int count = 32;
static int *data;

static void reset() {
  int h[count];
  for (int i = 0; i < count; ++i)
    h[i] = i;
  OK(cudaMemcpy(data, h, sizeof h, cudaMemcpyHostToDevice));
}
static int at(int i) {
  int h[count];
  OK(cudaMemcpy(h, data, sizeof h, cudaMemcpyDeviceToHost));
  return h[i];
}

// ---- pointers in all places ----

__global__ void add_one(int *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] += 1;
}
// Comment of a kernel.
__global__ void __launch_bounds__(64) twice(int *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] *= 2;
}
namespace {
__global__ void local(int *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] += 100;
}
} // namespace
namespace deep {
namespace inner {
static __global__ void seven(int *v, int) { v[threadIdx.x] = 7; }
struct Pipeline {
  std::vector<Step> steps;
  Step last = seven;
  static Step (*const chooser)(bool);
  void run(int *v, int n) {
    for (Step s : steps)
      s<<<1, count>>>(v, n);
    this->last<<<1, 1>>>(v, n);
  }
};
static Step choose(bool more) { return more ? twice : add_one; }
Step (*const Pipeline::chooser)(bool) = choose;
} // namespace inner
} // namespace deep

static void (*const table[])(int *, int) = {add_one, &twice, local, deep::inner::seven};
static Step global_step = nullptr;
static std::map<std::string, Step> named = {{"one", add_one}, {"twice", twice}};

static void test_places() {
  reset();
  void (*k)(int *, int) = &add_one;
  k<<<1, count>>>(data, 4);
  EXPECT_EQ(at(3), 4);
  EXPECT_EQ(at(4), 4);
  for (int i = 0; i < 3; ++i)
    table[i]<<<1, count>>>(data, 2);
  EXPECT_EQ(at(1), (2 + 1) * 2 + 100);
  auto deduced = twice;
  auto &reference = add_one;
  (*deduced)<<<1, count>>>(data + 8, 1);
  reference<<<1, count>>>(data + 8, 1);
  EXPECT_EQ(at(8), 17);
  EXPECT(global_step == nullptr && !global_step);
  global_step = named["twice"];
  if (global_step)
    global_step<<<1, count>>>(data + 9, 1);
  EXPECT_EQ(at(9), 18);
  named.at("one")<<<dim3(1), dim3(count), 0, 0>>>(data + 9, 1);
  EXPECT_EQ(at(9), 19);
  deep::inner::Pipeline p;
  p.steps = {add_one, twice, add_one};
  p.run(data + 10, 2);
  EXPECT_EQ(at(10), 7);
  EXPECT_EQ(at(11), 25);
  deep::inner::Pipeline::chooser(false)<<<1, 1>>>(data + 10, 1);
  (at(10) == 8 ? twice : add_one)<<<1, 1>>>(data + 10, 1);
  EXPECT_EQ(at(10), 16);
  EXPECT(deep::inner::choose(true) == twice && deep::inner::choose(true) != add_one);
  EXPECT(table[2] == local && table[0] == k && table[0] != table[1]);
  std::map<Step, int> uses;
  for (Step s : {add_one, twice, add_one})
    ++uses[s];
  EXPECT(uses.size() == 2 && uses[add_one] == 2);
}

// ---- two files ----

static void test_two_files() {
  reset();
  EXPECT_EQ(entry_count, 5);
  for (int i = 0; i < entry_count; ++i)
    entries[i].step<<<1, count>>>(data, 4);
  EXPECT_EQ(at(3), (-3 + 1) * (-3 + 1) + 200 - 5);
  find_step("negate")<<<1, count>>>(data + 5, 1);
  negate<<<1, count>>>(data + 6, 1);
  c_increment<<<1, count>>>(data + 6, 1);
  EXPECT_EQ(at(5), -5);
  EXPECT_EQ(at(6), -5);
  EXPECT(find_step("none") == nullptr);
  EXPECT(is_same_in_other_file(negate, subtract<int>, local));
  EXPECT(find_step("increment") == c_increment && find_step("square") == other::square);
  Step s = of_header;
  s<<<1, 1>>>(data, 1);
  EXPECT_EQ(at(0), 1000 + 1 + 200 - 5);
}

// ---- overloads and templates ----

__global__ void scale(int *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] *= 3;
}
__global__ void scale(float *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] *= 0.5f;
}
template <typename T, int N = 4> __global__ void shift(T *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] += T(N);
}
template <> __global__ void shift<int, 9>(int *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] -= 9;
}
template <typename T> __global__ void set(T *v, T x, bool high) {
  v[threadIdx.x] = high ? x : T(0);
}

template <typename F, typename... Args> static void run(F kernel, int threads, Args... args) {
  kernel<<<1, threads>>>(args...);
}
template <typename F, typename... Args> static void forward(F &&kernel, Args &&...args) {
  kernel<<<1, 1>>>(std::forward<Args>(args)...);
}
template <void (*K)(int *, int)> static void launch(int *v, int n) { K<<<1, n>>>(v, n); }
template <typename T, void (*K)(T *, int)> struct Launcher {
  static constexpr void (*kernel)(T *, int) = K;
  void (*member)(T *, int) = K;
  void run(T *v) {
    kernel<<<1, 1>>>(v, 1);
    this->member<<<1, 1>>>(v, 1);
    Launcher::kernel<<<1, 1>>>(v, 1);
  }
};
template <typename T> static void by_type(T *v) {
  void (*k)(T *, int) = shift<T>;
  k<<<1, 1>>>(v, 1);
  cudaFuncAttributes a;
  OK(cudaFuncGetAttributes(&a, shift<T>));
  EXPECT(a.maxThreadsPerBlock > 0);
  OK(cudaFuncSetAttribute(shift<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, 256));
}

static void test_templates() {
  reset();
  run(static_cast<void (*)(int *, int)>(scale), 4, data, 2);
  EXPECT_EQ(at(1), 3);
  float *f, h[2] = {6, 8};
  OK(cudaMalloc(&f, sizeof h));
  OK(cudaMemcpy(f, h, sizeof h, cudaMemcpyHostToDevice));
  run((void (*)(float *, int))scale, 2, f, 1);
  by_type(f + 1);
  launch<scale>(data + 2, 1);
  OK(cudaMemcpy(h, f, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(h[0], 3);
  EXPECT_EQ(h[1], 12);
  EXPECT_EQ(at(2), 6);
  launch<shift<int>>(data + 3, 1);
  launch<shift<int, 9>>(data + 4, 1);
  launch<&local>(data + 5, 1);
  EXPECT_EQ(at(3), 7);
  EXPECT_EQ(at(4), -5);
  EXPECT_EQ(at(5), 105);
  Launcher<int, shift<int, 2>>().run(data + 6);
  EXPECT_EQ(at(6), 12);
  by_type(data + 7);
  EXPECT_EQ(at(7), 11);
  run(set<int>, 1, data + 8, 'a', true);
  forward(set<int>, data + 9, 42, 0);
  forward(add_one, data + 9, 1);
  EXPECT_EQ(at(8), 'a');
  EXPECT_EQ(at(9), 1);
  auto generic = [](auto kernel, int *v) { kernel<<<1, 1>>>(v, 1); };
  generic(twice, data + 10);
  EXPECT_EQ(at(10), 20);
  EXPECT((void *)shift<int, 1> != (void *)shift<int, 2>);
  OK(cudaFree(f));
}

// ---- what kernels take ----

struct Pair {
  int a, b;
};
struct View {
  int *data;
  int n;
};
struct Node {
  int value;
  Node *next;
};
__constant__ int bias = 3;
__device__ int total;
static __global__ void many(int *v, Pair p, char c, double d, long long l, bool b) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = p.a - p.b + c;
  __syncthreads();
  v[threadIdx.x] = tile[threadIdx.x] + int(d) + int(l) + b + bias;
  atomicAdd(&total, 1);
}
static __global__ void through(View view, int x) { view.data[threadIdx.x % view.n] = x; }
static __global__ void link(Node *a, Node *b) { a->next = b; }
static __global__ void follow(const Node *a, int *v) { *v = a->next->value; }
static __global__ void nothing() { total = 0; }

typedef void (*Linker)(Node *, Node *);
static Linker linker = link;

static void test_arguments() {
  reset();
  auto k = many;
  k<<<1, 4, 4 * sizeof(int)>>>(data, Pair{50, 8}, 'A', 2.75, 1LL << 4, true);
  EXPECT_EQ(at(3), 42 + 'A' + 2 + 16 + 1 + 3);
  int sum = 0;
  OK(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
  EXPECT_EQ(sum, 4);
  void (*n)() = nothing;
  n<<<1, 1>>>();
  OK(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
  EXPECT_EQ(sum, 0);
  void (*t)(View, int) = through;
  t<<<1, 2>>>({data + 4, 2}, 11);
  EXPECT_EQ(at(5), 11);
  Node *nodes, h[2] = {{1, nullptr}, {2, nullptr}};
  Node *second;
  OK(cudaMalloc(&nodes, sizeof(Node)));
  OK(cudaMalloc(&second, sizeof(Node)));
  OK(cudaMemcpy(nodes, h, sizeof(Node), cudaMemcpyHostToDevice));
  OK(cudaMemcpy(second, h + 1, sizeof(Node), cudaMemcpyHostToDevice));
  linker<<<1, 1>>>(nodes, second);
  follow<<<1, 1>>>(nodes, data + 6);
  EXPECT_EQ(at(6), 2);
  OK(cudaFree(nodes));
  OK(cudaFree(second));
}

// ---- cudaLaunchKernel and questions ----

static __global__ void join(Node *a, Node *b, int *v) {
  a->next = b;
  v[0] = a->next->value;
}

static void test_runtime() {
  reset();
  int n = 2, *moved = data + 4;
  void *args[] = {&data, &n};
  OK(cudaLaunchKernel((const void *)add_one, dim3(1), dim3(count), args, 0, 0));
  EXPECT_EQ(at(1), 2);
  args[0] = &moved;
  OK(cudaLaunchKernel(deep::inner::choose(true), 1, count, args));
  EXPECT_EQ(at(5), 10);
  const void *erased = (const void *)negate;
  OK(cudaLaunchKernel(erased, dim3(1), dim3(count), args, 0, 0));
  EXPECT_EQ(at(5), -10);
  EXPECT(erased == (void *)find_step("negate"));
  View view = {data + 8, 1};
  int x = 77;
  void *of_view[] = {&view, &x};
  OK(cudaLaunchKernel((void *)through, dim3(1), dim3(1), of_view));
  EXPECT_EQ(at(8), 77);
  x = 78; // a cooperative launch, of a kernel whose blocks do not wait for each other
  OK(cudaLaunchCooperativeKernel((void *)through, dim3(1), dim3(1), of_view, 0, nullptr));
  EXPECT_EQ(at(8), 78);
  x = 79;
  OK(cudaLaunchCooperativeKernel(through, 1, 1, of_view));
  EXPECT_EQ(at(8), 79);
  Pair p = {5, 1};
  char c = 1;
  double d = 1.5;
  long long l = 100;
  bool b = false;
  void *of_many[] = {&moved, &p, &c, &d, &l, &b};
  OK(cudaLaunchKernel(many, dim3(1), dim3(1), of_many, sizeof(int), nullptr));
  EXPECT_EQ(at(4), 4 + 1 + 1 + 100 + 3);
  Node *nodes, *second, h = {31, nullptr};
  OK(cudaMalloc(&nodes, sizeof(Node)));
  OK(cudaMalloc(&second, sizeof(Node)));
  OK(cudaMemcpy(second, &h, sizeof h, cudaMemcpyHostToDevice));
  void *of_join[] = {&nodes, &second, &data};
  OK(cudaLaunchKernel(join, 1, 1, of_join));
  EXPECT_EQ(at(0), 31);
  OK(cudaFree(nodes));
  OK(cudaFree(second));

  cudaFuncAttributes a;
  for (Step s : table)
    OK(cudaFuncGetAttributes(&a, (const void *)s));
  OK(cudaFuncGetAttributes(&a, table[1]));
  EXPECT(a.maxThreadsPerBlock > 0);
  int blocks = 0, grid = 0, block = 0;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, table[0], 32, 0));
  OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, find_step("square"), 0, 0));
  EXPECT(blocks > 0 && grid > 0 && block > 0);
  OK(cudaFuncSetAttribute(table[0], cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
  OK(cudaFuncSetCacheConfig(table[0], cudaFuncCachePreferL1));
  OK(cudaFuncSetAttribute(table[0], cudaFuncAttributePreferredSharedMemoryCarveout,
                          cudaSharedmemCarveoutMaxShared));
  EXPECT(cudaFuncSetAttribute(table[0], cudaFuncAttributePreferredSharedMemoryCarveout, 101) ==
         cudaErrorInvalidValue);
  cudaGetLastError();
  EXPECT(cudaFuncGetAttributes(&a, (const void *)&n) == cudaErrorInvalidDeviceFunction);
  EXPECT(cudaLaunchKernel((const void *)&n, dim3(1), dim3(1), args, 0, 0) ==
         cudaErrorInvalidDeviceFunction);
  EXPECT(cudaGetLastError() == cudaErrorInvalidDeviceFunction);
}

// ---- order and contexts ----

static int next = 0;
static int following() { return ++next; }

static void test_contexts() {
  reset();
  Step s = add_one;
  for (int i = 0; i < 3; ++i)
    s<<<1, count>>>(data, i), twice<<<1, count>>>(data + 8, i);
  EXPECT_EQ(at(0), 2);
  EXPECT_EQ(at(8), 32);
  if (s)
    table[1]<<<1, count>>>(data + 3, 1);
  else
    s<<<1, count>>>(data + 3, 1);
  EXPECT_EQ(at(3), 6);
  table[0]<<<following(), 4>>>(data + 4, following());
  EXPECT_EQ(next, 2);
  std::function<void(int *)> call = [s](int *v) { s<<<1, 1>>>(v, 1); };
  call(data + 20);
  EXPECT_EQ(at(20), 21);
#define START(k, ...) k<<<1, count>>>(__VA_ARGS__)
  START(s, data + 21, 1);
  START(table[1], data + 21, 1);
  START(add_one, data + 21, 1);
  EXPECT_EQ(at(21), 45);
}

// Launches with attributes, and what a program asks before them.
static void test_attributes() {
  reset();
  int n = 2;
  void *args[] = {&data, &n};
  cudaLaunchAttribute attribute[2] = {};
  attribute[0].id = cudaLaunchAttributePriority;
  attribute[0].val.priority = 0;
  attribute[1].id = cudaLaunchAttributeCooperative;
  attribute[1].val.cooperative = 0;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(count);
  config.attrs = attribute;
  config.numAttrs = 2;
  OK(cudaLaunchKernelExC(&config, (const void *)add_one, args));
  EXPECT_EQ(at(1), 2);
  Step s = twice;
  config.attrs = nullptr;
  config.numAttrs = 0;
  OK(cudaLaunchKernelExC(&config, (void *)s, args));
  EXPECT_EQ(at(1), 4);
  EXPECT(cudaLaunchKernelExC(nullptr, (void *)s, args) != cudaSuccess);
  config.attrs = attribute;
  config.numAttrs = 2;
  OK(cudaLaunchKernelEx(&config, add_one, data, 3));
  EXPECT_EQ(at(1), 5);
  OK(cudaLaunchKernelEx(&config, s, data, n));
  EXPECT_EQ(at(1), 10);
  EXPECT(cudaLaunchKernelEx(nullptr, s, data, n) != cudaSuccess);
  cudaGetLastError();

  int blocks = 0, device = -1;
  size_t bytes = 0;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, add_one, 32, 0,
                                                            cudaOccupancyDefault));
  EXPECT(blocks > 0);
  OK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, add_one, 1, 32));
  EXPECT(bytes >= 1024);
  int grid = 0, size = 0;
  auto a_word_each = [](int threads) { return threads * sizeof(int); };
  OK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &size, local, a_word_each, 128));
  EXPECT(grid > 0 && size > 0 && size <= 128);
  int grid_with_flags = 0, size_with_flags = 0;
  OK(cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      &grid_with_flags, &size_with_flags, local, a_word_each, 128, cudaOccupancyDefault));
  EXPECT(grid_with_flags == grid && size_with_flags == size);
  OK(cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &size, twice, 0, 0, cudaOccupancyDefault));
  EXPECT(size > 0 && size <= 64);
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  cudaEvent_t event;
  OK(cudaEventCreate(&event));
  OK(cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault));
  OK(cudaEventSynchronize(event));
  OK(cudaEventDestroy(event));
#if CUDART_VERSION >= 12080
  OK(cudaStreamGetDevice(stream, &device));
  EXPECT_EQ(device, 0);
#endif
  OK(cudaStreamDestroy(stream));
  EXPECT_EQ(device <= 0, true);
}

// ---- a value on the line of the kernel ----

// clang-format off
__global__ void on_a_line(int *v, int n) { v[threadIdx.x] += n; } static void (*const of_that_line[])(int *, int) = {on_a_line};
// clang-format on

static void check_line() {
  reset();
  of_that_line[0]<<<1, count>>>(data, 5);
  EXPECT_EQ(at(0), 5);
  EXPECT_EQ(at(count - 1), count + 4);
}

int main() {
  OK(cudaMalloc(&data, count * sizeof(int)));
  test_places();
  if (failure_count()) // the device is too small
    return verdict();
  test_two_files();
  test_templates();
  test_arguments();
  test_runtime();
  test_attributes();
  test_contexts();
  check_line();
  OK(cudaFree(data));
  return verdict();
}
