// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What runtime calls cost in loops: built with nvcc, and ported by cu2cl, side by side. Each row is
// the seconds of one loop; a name given as argument runs this loop alone.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t e = (call);                                                                        \
    if (e != cudaSuccess) {                                                                        \
      printf("FAILED: %s in line %d\n", cudaGetErrorString(e), __LINE__);                          \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

__global__ void touch(int *p) { p[threadIdx.x] += 1; }

// Bytes of one allocation of the loop that runs.
static size_t bytes = 4096;

static void managed_untouched() {
  for (int i = 0; i < 2000; ++i) {
    int *p;
    CHECK(cudaMallocManaged(&p, bytes));
    CHECK(cudaFree(p));
  }
}

static void managed_by_host() {
  for (int i = 0; i < 500; ++i) {
    int *p;
    CHECK(cudaMallocManaged(&p, bytes));
    memset(p, 1, bytes);
    CHECK(cudaFree(p));
  }
}

static void managed_by_both() {
  for (int i = 0; i < 500; ++i) {
    int *p;
    CHECK(cudaMallocManaged(&p, bytes));
    p[0] = i;
    touch<<<1, 32>>>(p);
    CHECK(cudaDeviceSynchronize());
    if (p[0] != i + 1) {
      printf("FAILED: %d is not %d\n", p[0], i + 1);
      exit(1);
    }
    CHECK(cudaFree(p));
  }
}

static void managed_many_live() {
  std::vector<int *> all;
  for (int i = 0; i < 1000; ++i) {
    int *p;
    CHECK(cudaMallocManaged(&p, bytes));
    all.push_back(p);
  }
  for (int i = 0; i < 20; ++i) {
    touch<<<1, 32>>>(all[i]);
    CHECK(cudaDeviceSynchronize());
  }
  for (int *p : all)
    CHECK(cudaFree(p));
}

static void device_memory() {
  for (int i = 0; i < 2000; ++i) {
    int *p;
    CHECK(cudaMalloc(&p, bytes));
    CHECK(cudaFree(p));
  }
}

static void pinned_memory() {
  for (int i = 0; i < 200; ++i) {
    int *p;
    CHECK(cudaMallocHost(&p, bytes));
    CHECK(cudaFreeHost(p));
  }
}

static void streams() {
  for (int i = 0; i < 2000; ++i) {
    cudaStream_t s;
    CHECK(cudaStreamCreate(&s));
    CHECK(cudaStreamDestroy(s));
  }
}

static void streams_used() {
  int *p;
  CHECK(cudaMalloc(&p, bytes));
  for (int i = 0; i < 1000; ++i) {
    cudaStream_t s[4];
    for (cudaStream_t &one : s) {
      CHECK(cudaStreamCreate(&one));
      touch<<<1, 32, 0, one>>>(p);
    }
    for (cudaStream_t one : s) {
      CHECK(cudaStreamSynchronize(one));
      CHECK(cudaStreamDestroy(one));
    }
  }
  CHECK(cudaFree(p));
}

static void events() {
  for (int i = 0; i < 10000; ++i) {
    cudaEvent_t event;
    CHECK(cudaEventCreate(&event));
    CHECK(cudaEventRecord(event));
    CHECK(cudaEventDestroy(event));
  }
  CHECK(cudaDeviceSynchronize());
}

static void launches() {
  int *p;
  CHECK(cudaMalloc(&p, bytes));
  for (int i = 0; i < 100000; ++i)
    touch<<<1, 32>>>(p);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(p));
}

static void launches_and_waits() {
  int *p;
  CHECK(cudaMalloc(&p, bytes));
  for (int i = 0; i < 20000; ++i) {
    touch<<<1, 32>>>(p);
    CHECK(cudaDeviceSynchronize());
  }
  CHECK(cudaFree(p));
}

static void small_copies() {
  int *p, value[4] = {1, 2, 3, 4};
  CHECK(cudaMalloc(&p, bytes));
  for (int i = 0; i < 20000; ++i) {
    CHECK(cudaMemcpy(p, value, sizeof value, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(value, p, sizeof value, cudaMemcpyDeviceToHost));
  }
  CHECK(cudaFree(p));
}

struct Row {
  const char *name;
  void (*run)();
  size_t bytes;
};

static const Row rows[] = {
    {"managed_untouched_4K", managed_untouched, 4096},
    {"managed_untouched_1M", managed_untouched, 1 << 20},
    {"managed_untouched_64M", managed_untouched, 64 << 20},
    {"managed_by_host_4K", managed_by_host, 4096},
    {"managed_by_host_16M", managed_by_host, 16 << 20},
    {"managed_by_both_4K", managed_by_both, 4096},
    {"managed_by_both_16M", managed_by_both, 16 << 20},
    {"managed_many_live_64K", managed_many_live, 1 << 16},
    {"device_memory_1M", device_memory, 1 << 20},
    {"pinned_memory_1M", pinned_memory, 1 << 20},
    {"streams", streams, 0},
    {"streams_used", streams_used, 4096},
    {"events", events, 0},
    {"launches", launches, 4096},
    {"launches_and_waits", launches_and_waits, 4096},
    {"small_copies", small_copies, 4096},
};

int main(int argc, char **argv) {
  int *p; // the context, and the kernel
  CHECK(cudaMalloc(&p, 4096));
  touch<<<1, 32>>>(p);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(p));
  for (const Row &row : rows) {
    if (argc > 1 && strcmp(argv[1], row.name) != 0)
      continue;
    bytes = row.bytes;
    auto start = std::chrono::steady_clock::now();
    row.run();
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    printf("%-24s %9.4f\n", row.name, seconds.count());
    fflush(stdout);
  }
  puts("PASSED");
}
