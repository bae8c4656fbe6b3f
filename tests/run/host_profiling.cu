// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Hints, marks for a profiler and questions to NVML: a program does what it did without them.
#include <cstdio>
#include <cstring>
#include <cuda_profiler_api.h>
#include <map>
#include <nvml.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvtx3.hpp>
#include <string>
#include <vector>

#define CHECK(call) if ((call) != cudaSuccess) return false
#define PUSH(name, value)                                                                          \
  {                                                                                                \
    nvtxEventAttributes_t a = {};                                                                  \
    a.version = NVTX_VERSION;                                                                      \
    a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;                                                        \
    a.colorType = NVTX_COLOR_ARGB;                                                                 \
    a.color = value;                                                                               \
    a.messageType = NVTX_MESSAGE_TYPE_ASCII;                                                       \
    a.message.ascii = name;                                                                        \
    nvtxRangePushEx(&a);                                                                           \
  }

static int steps;
static const char *next() { return ++steps % 2 ? "odd" : "even"; }

struct Domain {
  static constexpr char const *name{"profiling"};
};
struct Message {
  static constexpr char const *message{"registered"};
};
struct Timer {
  nvtxRangeId_t id;
  nvtx3::unique_range range{"timer"};
  explicit Timer(const std::string &name) : id(nvtxRangeStartA(name.c_str())) {}
  ~Timer() { nvtxRangeEnd(id); }
};

__global__ void twice(int *p) { p[threadIdx.x] *= 2; }

template <class T> static int effects(T *p, std::vector<int> &sizes, std::map<int, int> &m) {
  int n = 0;
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  cudaMemPrefetchAsync(p, sizes[0] * sizeof(T), here, 0);
  cudaMemPrefetchAsync(p, ++n * sizeof(T), here, 0);
  cudaMemPrefetchAsync(p, m[7] * sizeof(T), here, 0);
  nvtxMarkA(next());
  if (n > 5) nvtxRangePushA("never"); else n += 10;
  for (int i = 0; i < 3; ++i, cudaMemPrefetchAsync(p, 4, here, 0)) cudaMemPrefetchAsync(p, 4, here, 0);
  cudaProfilerStart(), n += 100;
  return n + int(m.size()) * 1000 + steps * 10000;
}

static bool hints() {
  NVTX3_FUNC_RANGE();
  nvtx3::scoped_range_in<Domain> range{nvtx3::registered_string_in<Domain>::get<Message>(),
                                       nvtx3::rgb{1, 2, 3}, nvtx3::payload{4}};
  Timer timer("hints");
  PUSH("hints", 0xff00ff00);
  int *p, sum = 0;
  CHECK(cudaMallocManaged(&p, 64 * sizeof(int)));
  for (int i = 0; i < 64; ++i)
    p[i] = i;
  twice<<<1, 64>>>(p);
  CHECK(cudaProfilerStop());
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i)
    sum += p[i];
  std::vector<int> sizes(1, 3);
  std::map<int, int> m;
  int found = effects(p, sizes, m);
  nvtxRangePop();
  switch (found) {
  case 11111: nvtxMarkA("right"); break;
  default: sum = 0; cudaProfilerStop();
  }
  cudaFree(p);
  return sum == 64 * 63;
}

static bool questions() {
  unsigned count = 0, index = 9;
  if (nvmlDeviceGetCount(&count) != NVML_ERROR_UNINITIALIZED || nvmlInit() != NVML_SUCCESS)
    return false;
  int devices;
  cudaGetDeviceCount(&devices);
  nvmlDevice_t device;
  char name[96];
  nvmlMemory_t memory;
  bool ok = nvmlDeviceGetCount(&count) == NVML_SUCCESS && int(count) == devices &&
            nvmlDeviceGetHandleByIndex(count, &device) == NVML_ERROR_INVALID_ARGUMENT &&
            nvmlDeviceGetHandleByIndex(0, &device) == NVML_SUCCESS &&
            nvmlDeviceGetIndex(device, &index) == NVML_SUCCESS && index == 0 &&
            nvmlDeviceGetName(device, name, 1) == NVML_ERROR_INSUFFICIENT_SIZE &&
            nvmlDeviceGetName(device, name, sizeof name) == NVML_SUCCESS;
  char *p;
  cudaMalloc(&p, 1 << 20);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  ok = ok && nvmlDeviceGetMemoryInfo(device, &memory) == NVML_SUCCESS && memory.used >= 1 << 20 &&
       memory.total == properties.totalGlobalMem && memory.used + memory.free == memory.total &&
       !strncmp(name, properties.name, sizeof name);
  cudaFree(p);
  return ok && nvmlShutdown() == NVML_SUCCESS && nvmlShutdown() == NVML_ERROR_UNINITIALIZED;
}

int main() {
  nvtxNameOsThreadA(1, "main");
  bool first = hints(), second = questions();
  printf("hints %d, questions %d\n%s\n", first, second, first && second ? "PASSED" : "FAILED");
  return !(first && second);
}
