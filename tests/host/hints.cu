// Calls that mean nothing in OpenCL leave a value where one is wanted, and no statement.
#include <cuda_runtime.h>
#include <cuda_profiler_api.h>

static int status(cudaError_t e) { return e; }

int main(int argc, char **) {
  // HOST: int main(int argc, char **) {
  cudaProfilerStart();
  int *d;
  // HOST-NOT: cudaProfiler
  cudaMalloc(&d, 4); cudaProfilerStart();
  if (argc > 1)
    cudaProfilerStop();
  // HOST: clrt::malloc(&d, 4);
  // HOST: if (argc > 1)
  // HOST: CLRT_SUCCESS;
  int e = status(cudaProfilerStop());
  // HOST: int e = status(CLRT_SUCCESS);
  cudaProfilerStop();
  cudaFree(d);
  return e;
}
