// Copies by literal and computed kind; null and zero cases keep clrt's functions.
#include <cuda_runtime.h>
#include <cstdio>

__global__ void touch(float *v) { v[0] += 1; }

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t e = (call);                                                                        \
    if (e != cudaSuccess)                                                                          \
      printf("%s %s\n", #call, cudaGetErrorString(e));                                             \
  } while (0)
// HOST: clrt::error e = (call);
// HOST: if (e != CLRT_SUCCESS)
// HOST: clrt::error_string(e)

void host(float *h, int n, cudaMemcpyKind kind) {
  float *d, *d2;
  CHECK(cudaMalloc((void **)&d, n * sizeof(float)));
  // HOST: CHECK(clrt::malloc(&d, n * sizeof(float)));
  CHECK(cudaMalloc(&d2, 0));
  CHECK(cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice));
  // HOST: CHECK(clrt::write(d, h, n * sizeof(float)));
  CHECK(cudaMemcpy(d2, d, n, cudaMemcpyDeviceToDevice));
  // HOST: CHECK(clrt::copy(d2, d, n));
  touch<<<1, 1>>>(d);
  cudaMemset(d, 0, n);
  // HOST: clrt::memset(d, 0, n);
  CHECK(cudaMemcpyAsync(h, d, n, cudaMemcpyDeviceToHost, 0));
  // HOST: CHECK(clrt::read_async(h, d, n, 0));
  CHECK(cudaMemcpy(h, d, n, kind));
  // HOST: CHECK(clrt::memcpy(h, d, n, kind));
  CHECK(cudaGetLastError());
  // HOST: CHECK(clrt::last_error());
  cudaFree(0);
  // HOST: clrt::free(0);
}
