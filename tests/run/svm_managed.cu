// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Memory that host and device use by one address: cudaMallocManaged, __managed__ variables, mapped pinned memory.
#include "check.h"
#include <new>
#include <vector>

const int n = 200;

__managed__ int calls;
__managed__ float bounds[2] = {1.0f, 50.0f};

__global__ void add(float *a, const float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    calls++;
  if (i < n)
    a[i] = fminf(fmaxf(a[i] + b[i], bounds[0]), bounds[1]);
}

struct Item {
  int value;
  Item *next;
};

__global__ void twice(Item *list) {
  for (Item *i = list; i; i = i->next)
    i->value *= 2;
}

__global__ void invert(const unsigned char *in, unsigned char *out) { out[threadIdx.x] = ~in[threadIdx.x]; }

// Objects of classes that derive from it lie in managed memory.
struct Managed {
  void *operator new(size_t size) {
    void *p = nullptr;
    cudaMallocManaged(&p, size);
    cudaDeviceSynchronize();
    return p;
  }
  void *operator new[](size_t size) {
    void *p = nullptr;
    cudaMallocManaged(&p, size);
    return p;
  }
  void operator delete(void *p) {
    cudaDeviceSynchronize();
    cudaFree(p);
  }
  void operator delete[](void *p) { cudaFree(p); }
};

struct Series : Managed {
  int count;
  float *values;
  explicit Series(int count) : count(count) {
    cudaMallocManaged(&values, count * sizeof(float));
    for (int i = 0; i < count; i++)
      at(i) = i;
  }
  ~Series() { cudaFree(values); }
  __host__ __device__ float &at(int i) { return values[i]; }
};

__global__ void twice(Series *s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < s->count)
    s->at(i) *= 2;
}

struct Particle : Managed {
  float x = 1, v = 2;
  __device__ void move() { x += v; }
};

__global__ void move(Particle *p, int count) {
  if (threadIdx.x < count)
    p[threadIdx.x].move();
}

struct Plain { // its own operator new, of host memory
  static void *operator new(size_t size) { return ::operator new(size); }
  static void operator delete(void *p) { ::operator delete(p); }
  int x = 4;
};

// For both kinds of memory.
static void count_up(float *p, float first) {
  for (int i = 0; i < n; i++)
    p[i] = first + i;
}

static bool arrays() {
  float *a = nullptr, *b = nullptr;
  std::vector<float> host(n), old(n);
  OK(cudaMallocManaged(&a, n * sizeof(float)));
  OK(cudaMallocManaged((void **)&b, n * sizeof(float), cudaMemAttachGlobal));
  if (!a || !b)
    return false; // no such memory here
  count_up(a, 0);
  count_up(b, 1);
  count_up(host.data(), 2);
  add<<<4, 64>>>(a, b);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < n; i++)
    EXPECT_EQ(a[i], 2 * i + 1 > 50 ? 50.0f : 2 * i + 1.0f);
  EXPECT_EQ(calls, 1);
  bounds[1] = 20;
  calls += 10;
  b[3] = -100;
  add<<<4, 64>>>(a, b);
  OK(cudaStreamSynchronize(0));
  EXPECT_EQ(calls, 12);
  EXPECT_EQ(a[0], 2.0f);
  EXPECT_EQ(a[3], 1.0f);
  EXPECT_EQ(a[n - 1], 20.0f);
  // As a side of copies, of every kind.
  OK(cudaMemcpy(b, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  EXPECT_EQ(b[5], 7.0f);
  OK(cudaMemcpy(a, b, n * sizeof(float), cudaMemcpyDefault));
  a[1] = -5;
  OK(cudaMemcpy(old.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(old[1], -5.0f);
  EXPECT_EQ(old[n - 1], n + 1.0f);
  OK(cudaMemset(b, 0, n * sizeof(float))); // waits, for such memory
  EXPECT_EQ(b[9], 0.0f);
  OK(cudaMemPrefetchAsync(a, n * sizeof(float), 0, 0));
  float *plain;
  OK(cudaMalloc(&plain, n * sizeof(float)));
  OK(cudaMemcpy(plain, a, n * sizeof(float), cudaMemcpyDeviceToDevice));
  add<<<4, 64>>>(a, plain);
  OK(cudaMemcpy(old.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(old[0], 4.0f);
  EXPECT_EQ(a[0], 4.0f);
  OK(cudaFree(plain));
  OK(cudaFree(a));
  OK(cudaFree(b));
  return true;
}

static void lists() {
  Item *list = nullptr;
  for (int i = 0; i < 10; i++) {
    Item *item;
    OK(cudaMallocManaged(&item, sizeof(Item)));
    item->value = i;
    item->next = list;
    list = item;
  }
  twice<<<1, 1>>>(list);
  OK(cudaDeviceSynchronize());
  int want = 18;
  while (list) {
    EXPECT_EQ(list->value, want);
    want -= 2;
    Item *next = list->next;
    OK(cudaFree(list));
    list = next;
  }
  EXPECT_EQ(want, -2);
}

static void mapped() {
  unsigned char *in, *out, *d_in, *d_out;
  OK(cudaHostAlloc(&in, 64, cudaHostAllocMapped));
  OK(cudaHostAlloc((void **)&out, 64, cudaHostAllocMapped));
  OK(cudaHostGetDevicePointer((void **)&d_in, in, 0));
  OK(cudaHostGetDevicePointer(&d_out, out, 0));
  for (int i = 0; i < 64; i++)
    in[i] = i * 3;
  invert<<<1, 64>>>(d_in, d_out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 64; i++)
    EXPECT_EQ((int)out[i], 255 - i * 3);
  OK(cudaFreeHost(in));
  OK(cudaFreeHost(out));
}

__global__ void slow(int *v, int rounds) {
  int x = *v;
  for (int i = 0; i < rounds; i++)
    x = x * 5 % 1000003;
  *v = x;
}

// A copy between such memory and a plain buffer is in its stream.
static void streams() {
  const int rounds = 200000;
  int *counter, *shared, *plain, start = 7, got = 0, want = start;
  OK(cudaGetSymbolAddress((void **)&counter, calls));
  calls = 3;
  slow<<<1, 1>>>(counter, 1);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(calls, 15);
  for (int i = 0; i < rounds; i++)
    want = want * 5 % 1000003;
  OK(cudaMallocManaged(&shared, sizeof(int)));
  OK(cudaMalloc(&plain, sizeof(int)));
  *shared = 0;
  OK(cudaMemcpy(plain, &start, sizeof start, cudaMemcpyHostToDevice));
  cudaStream_t s;
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  slow<<<1, 1, 0, s>>>(plain, rounds);
  OK(cudaMemcpyAsync(shared, plain, sizeof(int), cudaMemcpyDeviceToDevice, s));
  slow<<<1, 1, 0, s>>>(shared, 0);
  OK(cudaStreamSynchronize(s));
  EXPECT_EQ(*shared, want);
  OK(cudaMemcpy(&got, plain, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got, want);
  OK(cudaStreamDestroy(s));
  OK(cudaFree(shared));
  OK(cudaFree(plain));
}

// An allocator for the C++ library.
template <typename T> struct SharedAllocator {
  using value_type = T;
  SharedAllocator() = default;
  template <typename U> SharedAllocator(const SharedAllocator<U> &) {}
  T *allocate(size_t count) {
    T *p = nullptr;
    cudaMallocManaged(&p, count * sizeof(T));
    return p;
  }
  void deallocate(T *p, size_t) { cudaFree(p); }
  template <typename U> bool operator==(const SharedAllocator<U> &) const { return true; }
  template <typename U> bool operator!=(const SharedAllocator<U> &) const { return false; }
};

static void allocators() {
  std::vector<float, SharedAllocator<float>> a(n, 2.0f), b(n, 3.0f);
  add<<<4, 64>>>(a.data(), b.data());
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(a[n - 1], 5.0f);
  a.push_back(1);
  EXPECT_EQ(a[7], 5.0f);
}

static void objects() {
  Series *s = new Series(100);
  twice<<<2, 64>>>(s);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(s->at(99), 198.0f);
  s->at(3) = 7;
  twice<<<2, 64>>>(s);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(s->values[3], 14.0f);
  delete s;
  Particle *many = new Particle[10];
  move<<<1, 32>>>(many, 10);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(many[9].x, 3.0f);
  delete[] many;
  void *memory;
  OK(cudaMallocManaged(&memory, sizeof(Particle)));
  Particle *placed = ::new (memory) Particle;
  move<<<1, 32>>>(placed, 1);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(placed->x, 3.0f);
  OK(cudaFree(placed));
  Plain *plain = new Plain;
  EXPECT_EQ(plain->x, 4);
  delete plain;
}

// Rows without braces of their own.
__managed__ short rows[2][3] = {1, 2, 3, 4};
__global__ void read_rows(int *out) { *out = rows[1][0] + rows[1][2] * 10; }
static void flat() {
  int *d, got = 0;
  OK(cudaMalloc(&d, sizeof got));
  read_rows<<<1, 1>>>(d);
  OK(cudaMemcpy(&got, d, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got, 4);
  EXPECT_EQ(rows[1][0], 4);
  OK(cudaFree(d));
}

int main() {
  if (arrays()) {
    lists();
    mapped();
    objects();
    streams();
    allocators();
    flat();
  }
  return verdict();
}
