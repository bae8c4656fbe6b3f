// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Allocating functions as values, and called by the program's own wrappers: who calls them needs
// memory whose address kernels find in memory.
#include "check.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

const int n = 8;
const size_t bytes = n * sizeof(float);

struct Data {
  float *x;
  int count;
};
__global__ void add_index(Data *data) {
  int i = threadIdx.x;
  if (i < data->count)
    data->x[i] += i;
}

// Whether a kernel that finds the address in memory computes there.
static bool works(void *memory) {
  Data h = {static_cast<float *>(memory), n}, *d;
  float result[n] = {};
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMemset(h.x, 0, bytes));
  OK(cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice));
  add_index<<<1, n>>>(d);
  OK(cudaMemcpy(result, h.x, bytes, cudaMemcpyDeviceToHost));
  OK(cudaFree(d));
  for (int i = 0; i < n; i++)
    if (result[i] != i)
      return false;
  return true;
}

typedef cudaError_t (*Take)(void **, size_t);
typedef cudaError_t (*Give)(void *);
struct Functions {
  Take take;
  Give give;
};
struct Defaults {
  Take take = &cudaMalloc;
  Give give = cudaFree;
};
static Functions shared_functions = {cudaMalloc, cudaFree};
static const struct {
  const char *name;
  Take take;
} named[] = {{"device", cudaMalloc}, {"host", &cudaMallocHost}};

static void structs() {
  void *p;
  Functions f{&cudaMalloc, &cudaFree};
  OK(f.take(&p, bytes));
  EXPECT(works(p));
  OK(f.give(p));
  OK(shared_functions.take(&p, bytes));
  EXPECT(works(p));
  OK(shared_functions.give(p));
  Defaults d;
  float *typed;
  OK(d.take((void **)&typed, bytes));
  EXPECT(works(typed));
  OK(d.give(typed));
  OK(named[0].take(&p, bytes));
  EXPECT(works(p));
  OK(cudaFree(p));
  OK(named[1].take(&p, bytes));
  static_cast<char *>(p)[3] = 1;
  OK(cudaFreeHost(p));
}

static Take choose(bool host) {
  return host ? static_cast<Take>(cudaMallocHost) : static_cast<Take>(cudaMalloc);
}
#define TAKE cudaMalloc
#define CALL(function, ...) function(__VA_ARGS__)
static void pointers() {
  float *x;
  void *p;
  cudaError_t (*typed)(float **, size_t) = cudaMalloc;
  OK(typed(&x, bytes));
  EXPECT(works(x));
  OK(cudaFree(x));
  auto deduced = cudaMalloc<float>;
  OK(deduced(&x, bytes));
  EXPECT(works(x));
  OK(cudaFree(x));
  Take table[] = {TAKE, &TAKE};
  OK(CALL(table[1], (void **)&x, bytes));
  EXPECT(works(x));
  OK(cudaFree(x));
  OK(choose(false)(&p, bytes));
  memcpy(&x, &p, sizeof p);
  EXPECT(works(x));
  OK(cudaFree(x));
  cudaError_t (*rows)(void **, size_t *, size_t, size_t) = cudaMallocPitch;
  size_t pitch;
  OK(rows((void **)&x, &pitch, bytes, 2));
  EXPECT(works(x));
  OK(cudaFree(x));
  cudaError_t (*managed)(void **, size_t, unsigned) = cudaMallocManaged;
  OK(managed((void **)&x, bytes, cudaMemAttachGlobal));
  EXPECT(works(x));
  EXPECT_EQ(x[7], 7.0f);
  OK(cudaFree(x));
}

template <class F, class... Arguments> cudaError_t call(F f, Arguments... arguments) {
  return f(arguments...);
}
template <class T> static auto taker() { return cudaMalloc<T>; }
template <class Type> static cudaError_t convert(Type f, void **p) { return f(p, bytes); }
template <Take take, Give give> struct Owner {
  void *p = nullptr;
  Owner() { OK(take(&p, bytes)); }
  ~Owner() { OK(give(p)); }
};
static void templates() {
  float *x;
  OK(call(cudaMalloc<float>, &x, bytes));
  EXPECT(works(x));
  OK(call(cudaFree, x));
  OK(taker<float>()(&x, bytes));
  EXPECT(works(x));
  OK(cudaFree(x));
  void *p;
  OK(convert<Take>(cudaMalloc, &p));
  EXPECT(works(p));
  OK(cudaFree(p));
  Owner<cudaMalloc, cudaFree> owner;
  EXPECT(works(owner.p));
  Owner<&cudaMallocHost, cudaFreeHost> host;
  static_cast<char *>(host.p)[bytes - 1] = 1;
}

static void function_objects() {
  void *p;
  std::function<cudaError_t(void **, size_t)> f = static_cast<Take>(cudaMalloc);
  OK(f(&p, bytes));
  EXPECT(works(p));
  OK(cudaFree(p));
  auto bound = std::bind(static_cast<Take>(cudaMalloc), &p, bytes);
  OK(bound());
  EXPECT(works(p));
  OK(cudaFree(p));
  std::thread(cudaMalloc<void>, &p, bytes).join();
  EXPECT(works(p));
  OK(cudaFree(p));
}

// Wrappers.
struct Source {
  virtual void *take(size_t) = 0;
  virtual ~Source() {}
};
struct DeviceSource : Source {
  void *take(size_t size) override {
    void *p = nullptr;
    OK(cudaMalloc(&p, size));
    return p;
  }
};
static void *take(size_t size) { return DeviceSource().take(size); }
template <class T> struct Allocator {
  using value_type = T;
  T *allocate(size_t count) {
    T *p;
    OK(cudaMalloc(&p, count * sizeof(T)));
    return p;
  }
  void deallocate(T *p, size_t) { OK(cudaFree(p)); }
};
template <class T> struct ManagedAllocator {
  using value_type = T;
  T *allocate(size_t count) {
    T *p;
    OK(cudaMallocManaged(&p, count * sizeof(T)));
    return p;
  }
  void deallocate(T *p, size_t) { OK(cudaFree(p)); }
};
struct Number {
  uint64_t bits;
};
static Number take_number(size_t size) { return {(uint64_t)take(size)}; }
static void wrappers() {
  std::unique_ptr<Source> source(new DeviceSource);
  void *p = source->take(bytes);
  EXPECT(works(p));
  OK(cudaFree(p));
  std::map<std::string, void *(*)(size_t)> names = {{"device", take}};
  p = names["device"](bytes);
  EXPECT(works(p));
  OK(cudaFree(p));
  Allocator<float> a;
  float *x = std::allocator_traits<Allocator<float>>::allocate(a, n);
  EXPECT(works(x));
  std::allocator_traits<Allocator<float>>::deallocate(a, x, n);
  Number number = take_number(bytes);
  EXPECT(works((float *)number.bits));
  OK(cudaFree((void *)number.bits));
  std::vector<float, ManagedAllocator<float>> v(n);
  EXPECT(works(v.data()));
  EXPECT_EQ(v[5], 5.0f);
  EXPECT(works(&v[0]));
}

// Where the way of a pointer is lost.
static float *allocated() {
  float *p;
  OK(cudaMalloc(&p, bytes));
  return p;
}
struct Pool {
  void *take(size_t size) {
    void *p;
    OK(cudaMalloc(&p, size));
    return p;
  }
};
static void lost() {
  float *a = allocated(), *b = allocated(), *c = allocated(), *d = allocated();
  std::vector<char> store(sizeof a);
  memcpy(store.data(), &a, sizeof a);
  void *p;
  memcpy(&p, store.data(), sizeof p);
  EXPECT(works(p));
  uint64_t number = reinterpret_cast<uint64_t &>(b);
  EXPECT(works(reinterpret_cast<void *>(number)));
  number = *(uint64_t *)&c;
  EXPECT(works((void *)number));
  char text[40];
  snprintf(text, sizeof text, "%p", (void *)d);
  OK(sscanf(text, "%p", &p) - 1);
  EXPECT(works(p));
  void *(Pool::*take)(size_t) = &Pool::take;
  Pool pool;
  void *e = (pool.*take)(bytes);
  EXPECT(works(e));
  for (void *each : {(void *)a, (void *)b, (void *)c, (void *)d, e})
    OK(cudaFree(each));
}

int main() {
  float *probe, **d; // whether the device has such memory at all
  OK(cudaMalloc(&probe, sizeof *probe));
  OK(cudaMalloc(&d, sizeof probe));
  OK(cudaMemcpy(d, &probe, sizeof probe, cudaMemcpyHostToDevice));
  if (failure_count())
    return verdict();
  structs();
  pointers();
  templates();
  function_objects();
  wrappers();
  lost();
  OK(cudaDeviceSynchronize());
  return verdict();
}
