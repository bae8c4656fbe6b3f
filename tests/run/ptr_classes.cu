// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Classes of the host around device pointers: RAII buffers as templates, wrappers that return
// void *, views, allocators, reinterpret_cast, overloads and templates over the element type.
#include "check.h"

#include <cstddef>
#include <cstdlib>
#include <utility>
#include <vector>

template <typename T> __global__ void scale(T *v, int n, T by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= by;
}

static void *device_alloc(size_t bytes) {
  void *p = nullptr;
  return cudaMalloc(&p, bytes) == cudaSuccess ? p : nullptr;
}
static void device_free(void *p) { cudaFree(p); }

template <typename T> class Buffer {
public:
  explicit Buffer(size_t n) : data_(nullptr), size_(n) {
    cudaMalloc((void **)&data_, n * sizeof(T));
  }
  Buffer(const std::vector<T> &v) : Buffer(v.size()) { upload(v.data()); }
  Buffer(Buffer &&other) : data_(other.data_), size_(other.size_) { other.data_ = nullptr; }
  Buffer(const Buffer &) = delete;
  ~Buffer() { reset(); }
  Buffer &operator=(Buffer &&other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  T *get() { return data_; }
  const T *get() const { return data_; }
  operator T *() { return data_; }
  T *begin() { return data_; }
  T *end() { return data_ + size_; }
  size_t size() const { return size_; }
  void reset() {
    if (data_)
      cudaFree(data_);
    data_ = nullptr;
  }
  void upload(const T *from) { cudaMemcpy(data_, from, size_ * sizeof(T), cudaMemcpyHostToDevice); }
  std::vector<T> download() const {
    std::vector<T> out(size_);
    cudaMemcpy(out.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost);
    return out;
  }

private:
  T *data_;
  size_t size_;
};

static const char *name_of(float *) { return "float"; }
static const char *name_of(double *) { return "double"; }
template <typename T> static size_t element_size(T *) { return sizeof(T); }
template <typename T> static void run(T *v, int n, T by) { scale<T><<<(n + 7) / 8, 8>>>(v, n, by); }
template <typename T> struct Span {
  T *first;
  size_t count;
  Span<T> drop(size_t k) const { return Span<T>{first + k, count - k}; }
};
template <typename T> static Span<T> span_of(Buffer<T> &b) { return Span<T>{b.get(), b.size()}; }

// Converts to the pointer, as thin wrappers do.
class Handle {
  float *p_ = nullptr;

public:
  explicit Handle(int n) { cudaMalloc(&p_, n * sizeof(float)); }
  ~Handle() { cudaFree(p_); }
  operator float *() { return p_; }
  operator const float *() const { return p_; }
};

__global__ void copy(float *to, const float *from, int n) {
  if (threadIdx.x < n)
    to[threadIdx.x] = from[threadIdx.x];
}

static void conversions() {
  Handle a(4), b(4);
  const Handle &source = a;
  float values[4] = {1, 2, 3, 4};
  OK(cudaMemcpy(a, values, sizeof values, cudaMemcpyHostToDevice));
  copy<<<1, 1>>>(a, (float *)a + 3, 1);
  copy<<<1, 4>>>(b, source, 4);
  copy<<<1, 1>>>((float *)b + 1, source, 1);
  OK(cudaMemset(b, 0, sizeof values));
  copy<<<1, 4>>>(b, source, 4);
  copy<<<1, 1>>>((float *)b + 1, a, 1);
  OK(cudaMemcpy(values, b, sizeof values, cudaMemcpyDeviceToHost));
  EXPECT_EQ(values[0], 4.0f);
  EXPECT_EQ(values[1], 4.0f);
  EXPECT_EQ(values[3], 4.0f);
}

// Members that are initialised in their class, whose constructors nobody wrote.
static int *numbers(int n, int v) {
  int *p;
  OK(cudaMalloc(&p, n * sizeof(int)));
  std::vector<int> h(n, v);
  OK(cudaMemcpy(p, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  return p;
}
struct Defaults {
  int *moved = numbers(2, 5), *named{numbers(2, 6)};
  int *own = make(7), *const fixed = ready;
  static int *ready;
  static int *make(int v) { return numbers(2, v); }
};
int *Defaults::ready = numbers(2, 8);
template <class T> struct DefaultsOf {
  T *at = uploaded(3);
  T *uploaded(int v) { return numbers(2, v); }
};
struct Made : DefaultsOf<int> {
  Made() = default;
};
__global__ void increase(int *p) { *p += 1; }
static int number(const int *p) {
  int v;
  OK(cudaMemcpy(&v, p, sizeof v, cudaMemcpyDeviceToHost));
  return v;
}
static void default_members() {
  Defaults d, *at = &d;
  increase<<<1, 1>>>(d.moved + 1);
  EXPECT_EQ(number(d.moved) + 10 * number(d.moved + 1), 65);
  int *Defaults::*member = &Defaults::named;
  increase<<<1, 1>>>(d.*member);
  increase<<<1, 1>>>(at->*member);
  EXPECT_EQ(number(d.named), 8);
  increase<<<1, 1>>>(d.own);
  increase<<<1, 1>>>(d.fixed);
  EXPECT_EQ(number(d.own), 8);
  EXPECT_EQ(number(Defaults::ready), 9);
  Made made;
  increase<<<1, 1>>>(made.at + 1);
  EXPECT_EQ(number(made.at + 1), 4);
  for (int *p : {d.moved, d.named, d.own, d.fixed, made.at})
    OK(cudaFree(p));
}

// A conversion that only device code makes, of a class for both sides.
struct Particle {
  float x;
  int id;
};
struct ParticleRef {
  float &x;
  int &id;
  __host__ __device__ ParticleRef(float &a, int &b) : x(a), id(b) {}
  __host__ __device__ operator Particle() const { return {x, id}; }
};
struct ParticleColumns {
  float *x;
  int *id;
  __host__ __device__ ParticleRef operator[](int i) const { return {x[i], id[i]}; }
};
__global__ void convert_second(ParticleColumns columns) {
  Particle second = columns[1];
  columns[0].id = second.id + (int)second.x;
}
static void converted() {
  ParticleColumns columns;
  const int ids[2] = {1, 5};
  const float places[2] = {2, 3};
  OK(cudaMalloc(&columns.x, sizeof places));
  OK(cudaMalloc(&columns.id, sizeof ids));
  OK(cudaMemcpy(columns.x, places, sizeof places, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(columns.id, ids, sizeof ids, cudaMemcpyHostToDevice));
  convert_second<<<1, 1>>>(columns);
  int got = 0;
  OK(cudaMemcpy(&got, columns.id, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got, 8);
  OK(cudaFree(columns.x));
  OK(cudaFree(columns.id));
}

int main() {
  default_members();
  conversions();
  std::vector<float> f(20, 1.5f);
  std::vector<double> g(10, 0.25);
  Buffer<float> bf(f);
  Buffer<double> bg(g);
  run(bf.get(), 20, 2.0f);
  run<double>(bg, 10, 4.0);
  EXPECT_EQ(bf.download()[19], 3.0f);
  EXPECT_EQ(bg.download()[9], 1.0);
  EXPECT(strcmp(name_of(bf.get()), "float") == 0 && strcmp(name_of(bg.get()), "double") == 0);
  EXPECT_EQ(element_size(bf.get()), sizeof(float));
  EXPECT_EQ(element_size(bg.begin() + 1), sizeof(double));
  EXPECT_EQ(bf.end() - bf.begin(), 20);
  Buffer<float> moved(std::move(bf));
  EXPECT(bf.get() == nullptr && moved.get() != nullptr);
  Span<float> tail = span_of(moved).drop(15);
  run(tail.first, (int)tail.count, 10.0f);
  std::vector<float> out = moved.download();
  EXPECT_EQ(out[14], 3.0f);
  EXPECT_EQ(out[15], 30.0f);

  float *raw = (float *)device_alloc(8 * sizeof(float));
  EXPECT(raw != NULL);
  OK(cudaMemcpy(raw, f.data(), 8 * sizeof(float), cudaMemcpyHostToDevice));
  scale<<<1, 8>>>(raw, 8, 3.0f);
  unsigned *bits = reinterpret_cast<unsigned *>(raw), word;
  OK(cudaMemcpy(&word, bits + 7, sizeof word, cudaMemcpyDeviceToHost));
  EXPECT_EQ(word, 0x40900000u);
  scale<<<1, 1>>>(static_cast<float *>(static_cast<void *>(bits)) + 1, 1, -1.0f);
  float back[8];
  OK(cudaMemcpy(back, raw, sizeof back, cudaMemcpyDeviceToHost));
  EXPECT_EQ(back[0], 4.5f);
  EXPECT_EQ(back[1], -4.5f);
  device_free(raw);
  converted();
  return verdict();
}
