// A function that is called with host and with device pointers takes addresses.
#include <cuda_runtime.h>

__global__ void k(float *p) { *p = 1; }

static bool isSet(const float *p) { return p != nullptr; }
// HOST: static bool isSet(const float *p) { return p != nullptr; }

int main() {
  float h = 0, *d, *alone;
  // HOST: float h = 0, *d; cl_mem alone;
  cudaMalloc((void **)&d, 4);
  // HOST: clrt::malloc((void **)&d, 4);
  cudaMalloc((void **)&alone, 4);
  // HOST: clrt::malloc(&alone, 4);
  k<<<1, 1>>>(d);
  k<<<1, 1>>>(alone);
  cudaMemcpy(d, &h, 4, cudaMemcpyDefault);
  // HOST: clrt::memcpy(d, &h, 4, CLRT_MEMCPY_DEFAULT);
  return isSet(&h) && isSet(d);
}
