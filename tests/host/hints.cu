// Calls that mean nothing in OpenCL leave a value where one is wanted, and no statement.
#include <cuda_runtime.h>
#include <cuda_profiler_api.h>
#include <map>
#include <vector>

#define HINT(p, n) cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, 0)
// HOST: #define HINT(p, n) ((void)0)
#define PREFETCH(p) { cudaMemPrefetchAsync(p, 4, 0); cudaDeviceSynchronize(); }
// HOST: #define PREFETCH(p) { clrt::device_synchronize(); }
#define CHECK(call) if ((call) != cudaSuccess) return 1
#define DONE cudaProfilerStop();

static int status(cudaError_t e) { return e; }

template <class T> void ahead(T *p, std::vector<int> &v, std::map<int, int> &m, int n) {
  // HOST: void ahead(
  cudaMemPrefetchAsync(p, n * sizeof(T), 0);
  cudaMemPrefetchAsync(p, v.size() + v[0], 0);
  // HOST-NOT: v.size()
  cudaMemPrefetchAsync(p, m[0], 0);
  // HOST: clrt::hint(p, m[0], 0);
  cudaMemPrefetchAsync(p, n++, 0);
  // HOST: clrt::hint(p, n++, 0);
  int device = 0;
  cudaMemPrefetchAsync(p, n, device);
  // HOST: clrt::hint(p, n, device);
}

int main(int argc, char **) {
  // HOST: int main(int argc, char **) {
  cudaProfilerStart();
  int *d, *m;
  // HOST-NOT: cudaProfiler
  cudaMalloc(&d, 4); cudaProfilerStart();
  if (argc > 1)
    cudaProfilerStop();
  // HOST: clrt::malloc(&d, 4);
  // HOST: if (argc > 1)
  // HOST: {}
  if (argc > 2) cudaProfilerStart(); else status(cudaSuccess);
  // HOST: if (argc > 2) {} else status(CLRT_SUCCESS);
  int e = status(cudaProfilerStop());
  // HOST: int e = status(CLRT_SUCCESS);
  cudaMallocManaged(&m, 4);
  HINT(m, 4);
  // HOST: HINT(m, 4);
  PREFETCH(m);
  CHECK(cudaMemPrefetchAsync(m, 4, cudaCpuDeviceId));
  // HOST: CHECK(CLRT_SUCCESS);
  auto hint = [&] { cudaMemPrefetchAsync(m, 4, 0); };
  auto value = [&] { return cudaMemPrefetchAsync(m, 4, 0); };
  // HOST: auto value = [&] { return CLRT_SUCCESS; };
  hint();
  value();
  (void)cudaMemAdvise(m, 4, cudaMemAdviseSetPreferredLocation, 0);
  // HOST-NOT: (void)CLRT
  for (int i = 0; i < argc; i++, cudaProfilerStart()) cudaProfilerStop();
  // HOST: for (int i = 0; i < argc; i++) {}
  cudaProfilerStop(), e++;
  // HOST: e++;
  switch (e) {
  case 1: cudaProfilerStop(); break;
  // HOST: case 1: ; break;
  default: DONE
  }
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  // HOST: clrt::mem_location here = {CLRT_MEM_LOCATION_TYPE_DEVICE, 0};
  cudaMemPrefetchAsync(m, 4, here, 0);
  cudaMemoryAdvise advice = cudaMemAdviseSetReadMostly;
  // HOST: clrt::memory_advise advice = CLRT_MEM_ADVISE_SET_READ_MOSTLY;
  cudaMemAdvise(m, 4, advice, 0);
  // HOST: clrt::hint(m, 4, advice, 0);
  std::vector<int> v(1);
  std::map<int, int> numbers;
  ahead(m, v, numbers, 1);
  cudaProfilerStop();
  cudaFree(d);
  cudaFree(m);
  return e;
}
