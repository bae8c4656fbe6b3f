// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RAII classes and wrappers of the user around cudaMalloc and friends; templates of the host;
// moves.
#include "check.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

inline void throw_on_error(cudaError_t e, const char *what) {
  if (e != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}
#define TRY(call) throw_on_error((call), #call)

template <typename T> class DeviceArray {
  T *data_ = nullptr;
  size_t size_ = 0;

public:
  explicit DeviceArray(size_t n) : size_(n) { TRY(cudaMalloc(&data_, n * sizeof(T))); }
  explicit DeviceArray(const std::vector<T> &v) : DeviceArray(v.size()) {
    TRY(cudaMemcpy(data_, v.data(), bytes(), cudaMemcpyHostToDevice));
  }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray(DeviceArray &&o) noexcept : data_(o.data_), size_(o.size_) { o.data_ = nullptr; }
  ~DeviceArray() { cudaFree(data_); }
  T *get() { return data_; }
  const T *get() const { return data_; }
  size_t bytes() const { return size_ * sizeof(T); }
  std::vector<T> fetch() const {
    std::vector<T> v(size_);
    TRY(cudaMemcpy(v.data(), data_, bytes(), cudaMemcpyDeviceToHost));
    return v;
  }
  void swap(DeviceArray &o) {
    std::swap(data_, o.data_);
    std::swap(size_, o.size_);
  }
};

class Stopwatch {
  cudaEvent_t start_, stop_;

public:
  Stopwatch() {
    cudaEventCreate(&start_);
    cudaEventCreate(&stop_);
    cudaEventRecord(start_);
  }
  ~Stopwatch() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  float elapsed() {
    float ms = 0;
    cudaEventRecord(stop_);
    cudaEventSynchronize(stop_);
    TRY(cudaEventElapsedTime(&ms, start_, stop_));
    return ms;
  }
};

__global__ void saxpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += a * x[i];
}

class Solver {
  DeviceArray<float> x_, y_;
  int n_;

public:
  Solver(const std::vector<float> &x, const std::vector<float> &y)
      : x_(x), y_(y), n_((int)x.size()) {}
  void step(float a) { saxpy<<<(n_ + 63) / 64, 64>>>(a, x_.get(), y_.get(), n_); }
  void turn() { x_.swap(y_); }
  std::vector<float> result() const { return y_.fetch(); }
};

template <typename T> static T sum(const std::vector<T> &v) {
  T s = 0;
  for (const T &x : v)
    s += x;
  return s;
}

int main() {
  std::vector<float> x(100, 2.0f), y(100, 1.0f);
  Stopwatch watch;
  try {
    Solver solver(x, y);
    solver.step(3.0f); // y = 7
    solver.turn();     // x = 7, y = 2
    solver.step(1.0f); // y = 9
    EXPECT_EQ(sum(solver.result()), 900.0f);
    DeviceArray<int> ints(std::vector<int>{1, 2, 3});
    DeviceArray<int> moved(std::move(ints));
    EXPECT_EQ(sum(moved.fetch()), 6);
    EXPECT(ints.get() == nullptr && moved.get() != nullptr);
    EXPECT(watch.elapsed() >= 0);
  } catch (const std::exception &e) {
    printf("%s\n", e.what());
    report_failure("no exception", __LINE__);
  }
  bool thrown = false;
  try {
    DeviceArray<double> huge((size_t)1 << 56);
  } catch (const std::runtime_error &e) {
    thrown = strlen(e.what()) > 10;
  }
  EXPECT(thrown);
  (void)cudaGetLastError();
  return verdict();
}
