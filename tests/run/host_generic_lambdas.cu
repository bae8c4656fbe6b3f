// Launches in lambdas with `auto` parameters: each instance counts for block sizes, offsets and types of pointers.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
#include <functional>
#include <tuple>
#include <variant>
#include <vector>

template <typename T>
__global__ void putGeneric(T *p, T v) {
  p[threadIdx.x] = v;
}
template <typename T>
__global__ void sizeGeneric(T *p) {
  extern __shared__ int shared[];
  shared[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x] + blockDim.x;
}
template <typename T>
__global__ void visitGeneric(T *p, int n) {
  if (threadIdx.x < n)
    p[threadIdx.x] += 1;
}

template <typename T>
__global__ void functorGeneric(T *p, T v) {
  p[threadIdx.x] = v;
}

template <typename... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <typename... F>
Overloaded(F...) -> Overloaded<F...>;

struct GenericFunctor {
  int v;
  template <typename T>
  void operator()(T *p) const {
    functorGeneric<T><<<1, 2>>>(p, v);
  }
};

static bool holds(const int *d, std::vector<int> want) {
  std::vector<int> got(want.size());
  cudaMemcpy(got.data(), d, got.size() * sizeof(int), cudaMemcpyDeviceToHost);
  return got == want && cudaGetLastError() == cudaSuccess;
}

int main() {
  int *d;
  cudaMalloc(&d, 8 * sizeof(int));
  cudaMemset(d, 0, 8 * sizeof(int));
  bool ok = true;

  // Block sizes.
  auto sized = [](auto *p, int n) { sizeGeneric<<<1, n, n * sizeof(int)>>>(p); };
  sizeGeneric<<<1, 1, sizeof(int)>>>(d);
  sized(d, 4);
  ok = ok && holds(d, {7, 6, 5, 4, 0});

  // Offsets, behind functions of the library.
  std::vector<int *> places{d + 3, d + 5};
  std::for_each(places.begin(), places.end(), [](auto p) { putGeneric<int><<<1, 1>>>(p, 9); });
  ok = ok && holds(d, {7, 6, 5, 9, 0, 9, 0});
  std::invoke([](auto *p, auto v) { putGeneric<<<1, 2>>>(p, v); }, d + 6, 2);
  std::apply([](auto p, int v) { putGeneric<int><<<1, 1>>>(p + 1, v); }, std::make_tuple(d, 8));
  ok = ok && holds(d, {7, 8, 5, 9, 0, 9, 2, 2});

  // What a variant holds.
  std::variant<int *, float *> either = d + 2;
  std::visit([](auto *p) { visitGeneric<<<1, 3>>>(p, 2); }, either);
  std::variant<int, int *> mixed = d;
  std::visit(Overloaded{[](int) {}, [](int *p) { visitGeneric<<<1, 1>>>(p, 1); }}, mixed);
  ok = ok && holds(d, {8, 8, 6, 10, 0, 9, 2, 2});

  // Lambdas in lambdas, and a functor whose operator is a template.
  auto outer = [&](auto p) {
    auto inner = [=](auto v) { putGeneric<<<1, 1>>>(p + 4, v); };
    inner(-1);
  };
  outer(d);
  std::for_each(places.begin(), places.begin() + 1, GenericFunctor{30});
  ok = ok && holds(d, {8, 8, 6, 30, 30, 9, 2, 2});
  puts(ok ? "PASSED" : "FAILED");
  return !ok;
}
