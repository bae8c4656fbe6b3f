// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Macros in front of all includes that have names of clrt's headers; constants of the device that
// host code reads as values; buffers of pointers that share a declaration; a symbol whose type
// follows a macro; parts of constant tables and structs of the device that host code reads; friends
// that are classes of unnamed and inline namespaces; using-declarations of CUDA's names.
#define T float
#define N 64
#define size 2
#define int_count(x) ((x) + size)
#define min(a, b) ((a) < (b) ? (a) : (b))
#include <cstdio>
#include <cuda_runtime.h>

#define DEVICE __device__
static DEVICE __const__ unsigned char mask = 15;
static DEVICE __const__ unsigned char left = mask << 4;
__constant__ const int limit = 64;
static __device__ constexpr float quarter = 0.25f;
__device__ const bool on = true;
__device__ const unsigned long long big = 1ull << 63;
enum Color : short { RED = -3 };
__constant__ const short shade = RED;

__global__ void sum(int *p) {
  p[threadIdx.x] = mask + left + limit + (int)(quarter * 8) + on + (int)(big >> 60) + shade;
}

static int *single, **unused;
static T **rows, **more, *one;

__global__ void add_rows(T **a, T **b, T *c) {
  c[threadIdx.x] = a[0][threadIdx.x] + b[0][threadIdx.x] + min(N, int_count(0));
}

static bool constants() {
  int *d, h[2], room[limit];
  cudaMalloc(&d, sizeof h);
  sum<<<1, 2>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  int own = mask + left + limit + (int)(quarter * 8) + on + (int)(big >> 60) + shade;
  return h[1] == own && own == 15 + 240 + 64 + 2 + 1 + 8 - 3 && sizeof room == 64 * sizeof(int);
}

static bool pointers() {
  T *h_rows[1], *h_more[1], x[4] = {1, 2, 3, 4};
  if (cudaMalloc(&h_rows[0], sizeof x) != cudaSuccess ||
      cudaMalloc(&h_more[0], sizeof x) != cudaSuccess)
    return false;
  cudaMalloc(&one, sizeof x);
  cudaMemcpy(h_rows[0], x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemcpy(h_more[0], x, sizeof x, cudaMemcpyHostToDevice);
  cudaMalloc(&rows, sizeof h_rows);
  cudaMalloc(&more, sizeof h_more);
  cudaMemcpy(rows, h_rows, sizeof h_rows, cudaMemcpyHostToDevice);
  cudaMemcpy(more, h_more, sizeof h_more, cudaMemcpyHostToDevice);
  add_rows<<<1, 4>>>(rows, more, one);
  cudaMemcpy(x, one, sizeof x, cudaMemcpyDeviceToHost);
  cudaFree(rows);
  cudaFree(more);
  cudaFree(one);
  return x[0] == 4 && x[3] == 10 && !single && !unused;
}

// The type is a macro, which a declarator of its own needs again.
#define Real float
static bool types_of_macros() {
  Real *d, h[4] = {1, 2, 3, 4};
  Real other[4], *second;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&second, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(second, d, sizeof h, cudaMemcpyDeviceToDevice);
  cudaMemcpy(other, second, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(second);
  return other[0] == 1 && other[3] == 4;
}

// What host code reads of const variables of the device is their initial value.
struct Limits {
  int first;
  float second[2];
};
__device__ const int table[3] = {1, 2, N};
__constant__ const unsigned char bytes[] = {4, 5, 6};
__constant__ const float third = 3.14f;
__device__ const double half = -0.5;
__device__ const Limits limits = {1, {2.f, 4}}, two_limits[2] = {{7, {8, 9}}, {10}};
namespace deep {
__constant__ float const grid[2][2] = {{1, 2}, {3, 4}};
}
__device__ const int derived[2] = {limit, limit + 1};

__host__ __device__ int from_both(int i) { return table[i] + limits.first; }
__global__ void read_parts(float *f, int *d, int i) {
  f[0] =
      table[i] + bytes[i + 1] + third + limits.second[i] + two_limits[i].first + deep::grid[i][1];
  f[1] = half * third;
  d[0] = from_both(i + 1) + derived[i];
}

static bool parts_of_constants() {
  float *f, h[2];
  int *d, number, i = 1;
  cudaMalloc(&f, sizeof h);
  cudaMalloc(&d, sizeof number);
  read_parts<<<1, 1>>>(f, d, i);
  cudaMemcpy(h, f, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&number, d, sizeof number, cudaMemcpyDeviceToHost);
  cudaFree(f);
  cudaFree(d);
  float own =
      table[i] + bytes[i + 1] + third + limits.second[i] + two_limits[i].first + deep::grid[i][1];
  return h[0] == own && h[1] == (float)(half * third) && number == from_both(2) + 65 &&
         from_both(2) == 65;
}

// nvcc looks through unnamed and inline namespaces for the class of a friend, GCC does not.
__global__ void count_up(T *p) { p[threadIdx.x] += threadIdx.x; }
namespace outer {
namespace {
class FirstTest;
class SecondTest;
} // namespace
inline namespace version {
struct ThirdTest;
}
#define FRIEND_TEST(name) friend class name##Test
#define FRIEND(name) friend class name
class Layer {
  T *d = nullptr;
  friend class FirstTest;
  FRIEND_TEST(Second);
  FRIEND(ThirdTest);
  friend class LastTest;
};
class LastTest { // of the namespace around
public:
  static bool run(const Layer &layer) { return layer.d != nullptr; }
};
namespace {
class FirstTest {
public:
  static void run(Layer &layer) {
    cudaMalloc(&layer.d, 4 * sizeof(T));
    cudaMemset(layer.d, 0, 4 * sizeof(T));
  }
};
class SecondTest {
public:
  static void run(Layer &layer) { count_up<<<1, 4>>>(layer.d); }
};
} // namespace
inline namespace version {
struct ThirdTest {
  static T run(Layer &layer) {
    T h[4];
    cudaMemcpy(h, layer.d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(layer.d);
    return h[3];
  }
};
} // namespace version
} // namespace outer

static bool friends() {
  outer::Layer layer;
  outer::FirstTest::run(layer);
  outer::SecondTest::run(layer);
  return outer::LastTest::run(layer) && outer::ThirdTest::run(layer) == 3;
}

// Types of CUDA's behind the arrow of a result.
struct Owner {
  cudaStream_t stream = nullptr;
  auto get() const -> cudaStream_t { return stream; }
};
template <class V> auto give(V) -> cudaError_t { return cudaErrorInvalidValue; }
static auto first() noexcept -> const cudaError_t;
static auto first() noexcept -> const cudaError_t { return cudaSuccess; }
static auto properties(cudaDeviceProp &p) -> cudaDeviceProp * { return &p; }
static auto copyOf(cudaDeviceProp &p) -> struct cudaDeviceProp { return p; }

static bool results() {
  int *d, h = 1;
  cudaDeviceProp p;
  p.major = 7;
  auto allocate = [&]() -> cudaError_t { return cudaMalloc(&d, sizeof h); };
  auto download = [&]() mutable -> cudaError_t {
    return cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  };
  auto event = []() -> cudaEvent_t {
    cudaEvent_t e;
    cudaEventCreate(&e);
    return e;
  };
  bool fine = allocate() == cudaSuccess && cudaMemset(d, 0, sizeof h) == cudaSuccess &&
              cudaEventRecord(event(), Owner().get()) == cudaSuccess;
  return fine && download() == first() && h == 0 && give(1) != cudaSuccess &&
         properties(p)->major == 7 && copyOf(p).major == 7;
}

// Names of CUDA's that namespaces of the project have, too.
namespace gpu {
using ::cudaStream_t;
using ::cudaStreamCreate;
// two that go, two that stay
using ::cudaMemset, ::cudaError_t, ::float4;
using ::cudaDeviceProp;
using ::cudaGetDeviceProperties;
using ::cudaMalloc, ::cudaErrorInvalidValue; // an enumerator stays
using ::cudaMemcpy, ::cudaMemcpyHostToDevice, ::cudaMemcpyDeviceToHost;
using ::cudaMemcpyKind;
using ::cudaSuccess;
using ::dim3;
using ::make_float4;
using std::size_t;
static cudaStream_t make() {
  cudaStream_t s;
  return cudaStreamCreate(&s) == cudaSuccess ? s : nullptr;
}
struct Queue {
  cudaStream_t stream = nullptr;
  cudaDeviceProp properties;
  cudaError_t error = cudaSuccess;
};
template <class V> cudaError_t allocate(V **p, size_t n) { return cudaMalloc(p, n * sizeof(V)); }
} // namespace gpu
namespace other {
using namespace gpu;
using gpu::cudaStream_t;
static cudaError_t clear(int *p) { return cudaMemset(p, 0, sizeof(int)); }
static cudaStream_t stream;
} // namespace other
__global__ void add_first(int *p, float4 v) { *p += v.x; }

template <class V> static bool in_template(V *p) {
  using ::cudaMemsetAsync, ::float4, ::cudaEvent_t;
  cudaEvent_t event = nullptr;
  float4 four = make_float4(0, 0, 0, 0);
  return cudaMemsetAsync(p, (int)four.x, sizeof(V)) == cudaSuccess && !event;
}

static bool using_declarations() {
  int *d, h = 1, two = 2;
  gpu::cudaStream_t s;
  bool fine = gpu::allocate(&d, 1) == gpu::cudaSuccess &&
              gpu::cudaStreamCreate(&s) == cudaSuccess && other::clear(d) == gpu::cudaSuccess;
  other::stream = gpu::make();
  gpu::Queue q;
  fine &= gpu::cudaGetDeviceProperties(&q.properties, 0) == q.error && q.properties.warpSize > 0;
  gpu::dim3 grid(1, 1);
  add_first<<<grid, gpu::dim3(1), 0, s>>>(d, gpu::make_float4(3, 0, 0, 0));
  fine &= cudaStreamSynchronize(s) == cudaSuccess && other::stream != nullptr;
  fine &= gpu::cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess && h == 3;
  fine &= gpu::cudaMemcpy(nullptr, d, 4, gpu::cudaMemcpyDeviceToHost) == gpu::cudaErrorInvalidValue;
  gpu::cudaMemcpyKind kind = gpu::cudaMemcpyHostToDevice;
  fine &= gpu::cudaMemcpy(d, &two, sizeof h, kind) == cudaSuccess;
  fine &= gpu::cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess && h == 2;
  fine &= in_template(d) && in_template((float *)d);
  using ::cudaEvent_t;
  using ::cudaFree, ::cudaSuccess, ::cudaError_t;
  cudaEvent_t event;
  return cudaEventCreate(&event) == cudaSuccess && cudaFree(d) == cudaSuccess && fine;
}

// Labels with names of CUDA's, and types by their keywords and from outside of all.
static int with_labels(int *d) {
  if (cudaMemset(d, 0, sizeof(int)) != cudaSuccess)
    goto cudaError;
  goto cudaMemcpy;
cudaMemcpy:
  if (cudaDeviceSynchronize() != cudaSuccess)
    goto cudaError;
  return 0;
cudaError:
  return 1;
}
static bool labels_and_keywords() {
  int *d, h = 1;
  struct ::cudaDeviceProp properties;
  struct cudaPointerAttributes attributes;
  enum ::cudaMemcpyKind kind = cudaMemcpyDeviceToHost;
  enum cudaError error = cudaSuccess;
  bool fine = cudaMalloc(&d, sizeof h) == error && with_labels(d) == 0;
  fine &= cudaMemcpy(&h, d, sizeof h, kind) == error && h == 0;
  fine &= cudaGetDeviceProperties(&properties, 0) == error && properties.warpSize > 0;
  fine &= cudaPointerGetAttributes(&attributes, d) == error && attributes.devicePointer == d;
  return cudaFree(d) == error && fine;
}

int main() {
  bool fine = labels_and_keywords() && using_declarations() && results() && constants() && pointers() && types_of_macros() && parts_of_constants() && friends();
  printf("%s\n", fine ? "PASSED" : "FAILED");
  return fine ? 0 : 1;
}
