// Functions for both sides, and host templates that nothing instantiates, may name functions that the
// host does not have. (To nvcc a call of one is an error unless `if constexpr` discards it.)
#include <cuda_runtime.h>

namespace math {
// What it does.
__forceinline__ __device__ float inverse(float x) { return 1 / x; }
// HOST: inline float inverse(float x) { clrt::device_function(__func__); }
__device__ float unnamed(float x) { return x; }
// HOST-NOT: unnamed
} // namespace math
__device__ int later(int);
// HOST: inline int later(int);
template <typename T> __device__ T half(T x) { return x / 2; }
// HOST: template <typename T> T half(T x) { clrt::device_function(__func__); }
struct Pair {
  int a, b;
  __device__ explicit Pair(int x) : a(x), b{later(x)} {}
  // HOST: explicit Pair(int x) { clrt::device_function(__func__); }
  __device__ int sum() const { return a + b; }
  // HOST: int sum() const { clrt::device_function(__func__); }
  __device__ int difference() const { return a - b; }
  // HOST-NOT: difference
};
__device__ int later(int x) { return x + 1; }
// HOST: inline int later(int x) { clrt::device_function(__func__); }

struct Point {
  float x, y;
};
template <bool> struct Variant {
  float scale;
  template <typename P> __host__ __device__ explicit Variant(const P &p) : scale(p.x) {}
  // Nothing instantiates it.
  template <typename P> __host__ __device__ Variant(const P &p, float by) : scale(by) {
    scale = p.x * math::inverse(p.y) + half<float>(scale) + Pair(3).sum() + later(2);
  }
};
__global__ void apply(float *out, Point p) {
  Variant<true> v(p);
  out[0] = v.scale + math::unnamed(p.y) + Pair(2).difference();
}

template <int N, typename T> __global__ void sum(T *p) { p[0] += N; }
// HOST: template <int N, typename T> void sum(T *p) { clrt::kernel_entry(__func__, p); }
template <typename T> cudaError_t never(T *p) {
  auto kernel = sum<2, T>;
  void *args[] = {&p};
  return cudaLaunchKernel((void *)kernel, dim3(1), dim3(32), args, 0, 0);
}
template <int N> __global__ void launched(float *p) { p[0] += N; }
// HOST-NOT: void launched
template <int N> void launches(float *p) { launched<N><<<1, 1>>>(p); }
void run(float *d) {
  apply<<<1, 1>>>(d, Point{1, 2});
  launches<3>(d);
}
