// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Memory that is allocated and freed in the order of a stream; memory pools and their attributes.
#include "check.h"
#include <cstdint>

__global__ void fill(int *v, int n, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = value + i;
}

__global__ void slow_add(int *v, int n, int by, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int x = v[i];
  for (int r = 0; r < rounds; r++)
    x = (x ^ r) + (r & 1 ? by : -by) - (r & 1 ? r : -r) * 0;
  v[i] = x * 0 + v[i] + by;
}

__global__ void sum(const int *a, const int *b, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = a[i] + b[i];
}

const int n = 1000;

// Each step's memory goes while its work still runs.
static void freed_under_way(cudaStream_t s) {
  int *keep, out[n];
  OK(cudaMalloc(&keep, n * sizeof(int)));
  OK(cudaMemsetAsync(keep, 0, n * sizeof(int), s));
  for (int round = 0; round < 8; round++) {
    int *a, *b;
    OK(cudaMallocAsync(&a, n * sizeof(int), s));
    OK(cudaMallocAsync((void **)&b, n * sizeof(int), s));
    fill<<<(n + 127) / 128, 128, 0, s>>>(a, n, round);
    OK(cudaMemcpyAsync(b, keep, n * sizeof(int), cudaMemcpyDeviceToDevice, s));
    slow_add<<<(n + 127) / 128, 128, 0, s>>>(b, n, 1, 2000);
    sum<<<(n + 127) / 128, 128, 0, s>>>(a, b, keep, n);
    OK(cudaFreeAsync(a, s));
    OK(cudaFreeAsync(b, s));
  }
  OK(cudaMemcpyAsync(out, keep, sizeof out, cudaMemcpyDeviceToHost, s));
  OK(cudaStreamSynchronize(s));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(out[i], 8 * i + 28 + 8);
  OK(cudaFreeAsync(keep, s)); // of cudaMalloc, too
}

// A second stream has the memory after an event; the third round frees with cudaFree.
static void shared_between_streams(cudaStream_t s) {
  cudaStream_t other;
  cudaEvent_t made, used;
  OK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  OK(cudaEventCreateWithFlags(&made, cudaEventDisableTiming));
  OK(cudaEventCreateWithFlags(&used, cudaEventDisableTiming));
  for (int round = 0; round < 3; round++) {
    int *p = nullptr, out[n];
    OK(cudaMallocAsync(&p, n * sizeof(int), s));
    fill<<<(n + 127) / 128, 128, 0, s>>>(p, n, 5 * round);
    OK(cudaEventRecord(made, s));
    OK(cudaStreamWaitEvent(other, made, 0));
    slow_add<<<(n + 127) / 128, 128, 0, other>>>(p, n, 7, 2000);
    OK(cudaMemcpyAsync(out, p, sizeof out, cudaMemcpyDeviceToHost, other));
    OK(cudaEventRecord(used, other));
    OK(cudaStreamWaitEvent(s, used, 0));
    if (round == 2)
      OK(cudaFree(p));
    else
      OK(cudaFreeAsync(p, s));
    OK(cudaStreamSynchronize(other));
    for (int i = 0; i < n; i++)
      EXPECT_EQ(out[i], 5 * round + i + 7);
  }
  OK(cudaStreamSynchronize(s));
  OK(cudaEventDestroy(made));
  OK(cudaEventDestroy(used));
  OK(cudaStreamDestroy(other));
}

static uint64_t counted(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  uint64_t value = ~0ull;
  OK(cudaMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

static void default_pool(cudaStream_t s) {
  int device, supported = 0;
  cudaMemPool_t pool, current;
  OK(cudaGetDevice(&device));
  OK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, device));
  EXPECT_EQ(supported, 1);
  OK(cudaDeviceGetDefaultMemPool(&pool, device));
  OK(cudaDeviceGetMemPool(&current, device));
  EXPECT(pool == current);
  EXPECT(pool != nullptr);
  EXPECT_EQ(counted(pool, cudaMemPoolAttrReleaseThreshold), 0u);
  uint64_t threshold = UINT64_MAX;
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  EXPECT(counted(pool, cudaMemPoolAttrReleaseThreshold) == UINT64_MAX);
  int reuse = 5;
  OK(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse));
  EXPECT_EQ(reuse, 1);
  reuse = 0;
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse));
  reuse = 5;
  OK(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse));
  EXPECT_EQ(reuse, 0);

  uint64_t before = counted(pool, cudaMemPoolAttrUsedMemCurrent);
  char *a, *b;
  OK(cudaMallocAsync(&a, 1 << 20, s));
  OK(cudaMallocAsync(&b, 1 << 20, s));
  EXPECT(counted(pool, cudaMemPoolAttrUsedMemCurrent) - before == 2u << 20);
  EXPECT(counted(pool, cudaMemPoolAttrReservedMemCurrent) >= before + (2u << 20));
  OK(cudaFreeAsync(a, s));
  OK(cudaStreamSynchronize(s));
  EXPECT(counted(pool, cudaMemPoolAttrUsedMemCurrent) - before == 1u << 20);
  EXPECT(counted(pool, cudaMemPoolAttrUsedMemHigh) >= before + (2u << 20));
  uint64_t zero = 0;
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
  EXPECT(counted(pool, cudaMemPoolAttrUsedMemHigh) == before + (1u << 20));
  OK(cudaFreeAsync(b, s));
  OK(cudaStreamSynchronize(s));
  EXPECT(counted(pool, cudaMemPoolAttrUsedMemCurrent) == before);
  OK(cudaMemPoolTrimTo(pool, 0));
  EXPECT(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &zero) ==
         cudaErrorInvalidValue);
  EXPECT(cudaMemPoolDestroy(pool) == cudaErrorInvalidValue);
  (void)cudaGetLastError();
}

struct Arena {
  cudaMemPool_t pool;
  int *data;
};

static void own_pool(cudaStream_t s) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.handleTypes = cudaMemHandleTypeNone;
  props.location.type = cudaMemLocationTypeDevice;
  OK(cudaGetDevice(&props.location.id));
  const int device = props.location.id;
  Arena arena;
  OK(cudaMemPoolCreate(&arena.pool, &props));
  OK(cudaMallocFromPoolAsync(&arena.data, n * sizeof(int), arena.pool, s));
  fill<<<(n + 127) / 128, 128, 0, s>>>(arena.data, n, 3);
  EXPECT_EQ(counted(arena.pool, cudaMemPoolAttrUsedMemCurrent) != 0, true);
  int *second;
  OK(cudaDeviceSetMemPool(device, arena.pool)); // of cudaMallocAsync from here on
  uint64_t before = counted(arena.pool, cudaMemPoolAttrUsedMemCurrent);
  OK(cudaMallocAsync(&second, n * sizeof(int), s));
  EXPECT(counted(arena.pool, cudaMemPoolAttrUsedMemCurrent) > before);
  OK(cudaMemcpyAsync(second, arena.data, n * sizeof(int), cudaMemcpyDeviceToDevice, s));
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  OK(cudaMemPoolGetAccess(&flags, arena.pool, &props.location));
  EXPECT(flags == cudaMemAccessFlagsProtReadWrite);
  cudaMemAccessDesc access = {};
  access.location = props.location;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  OK(cudaMemPoolSetAccess(arena.pool, &access, 1));
  OK(cudaMemPoolDestroy(arena.pool)); // its memory stays; the default pool is the current one again
  cudaMemPool_t current, usual;
  OK(cudaDeviceGetMemPool(&current, device));
  OK(cudaDeviceGetDefaultMemPool(&usual, device));
  EXPECT(current == usual);
  int out[n];
  OK(cudaFreeAsync(arena.data, s));
  OK(cudaMemcpyAsync(out, second, sizeof out, cudaMemcpyDeviceToHost, s));
  OK(cudaFreeAsync(second, s));
  OK(cudaStreamSynchronize(s));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(out[i], 3 + i);
}

static void bad_input(cudaStream_t s) {
  int *p = nullptr, host = 0;
  OK(cudaFreeAsync(nullptr, s));
  EXPECT(cudaFreeAsync(&host, s) == cudaErrorInvalidValue);
  EXPECT(cudaMemPoolCreate(nullptr, nullptr) == cudaErrorInvalidValue);
  cudaMemPool_t pool;
  EXPECT(cudaDeviceGetDefaultMemPool(&pool, 1000) == cudaErrorInvalidDevice);
  EXPECT(cudaMallocAsync(&p, (size_t)1 << 60, s) == cudaErrorMemoryAllocation);
  (void)cudaGetLastError();
  OK(cudaGetLastError());
}

// An allocator that a program has around the calls.
template <class T> class Scratch {
public:
  Scratch(size_t count, cudaStream_t s) : stream(s) {
    OK(cudaMallocAsync(&data, count * sizeof(T), s));
  }
  ~Scratch() { OK(cudaFreeAsync(data, stream)); }
  T *get() const { return data; }

private:
  T *data = nullptr;
  cudaStream_t stream;
};

static void scratch(cudaStream_t s) {
  int out[n];
  {
    Scratch<int> a(n, s), b(n, s), c(n, s);
    fill<<<(n + 127) / 128, 128, 0, s>>>(a.get(), n, 1);
    fill<<<(n + 127) / 128, 128, 0, s>>>(b.get(), n, 10);
    sum<<<(n + 127) / 128, 128, 0, s>>>(a.get(), b.get(), c.get(), n);
    OK(cudaMemcpyAsync(out, c.get(), sizeof out, cudaMemcpyDeviceToHost, s));
  }
  OK(cudaStreamSynchronize(s));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(out[i], 11 + 2 * i);
}

int main() {
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  freed_under_way(s);
  freed_under_way(0);
  shared_between_streams(s);
  default_pool(s);
  own_pool(s);
  scratch(s);
  bad_input(s);
  OK(cudaStreamDestroy(s));
  return verdict();
}
