// Comments, strings and names that look like CUDA stay: cudaMalloc, __global__, kernel<<<1, 1>>>().
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
// HOST: #include <cstdio>
// HOST: #include <clrt/clrt.hpp>
// HOST-NOT: cuda_runtime_api.h

/* uses shared memory: __shared__ float s[4]; */
static int cudaHelper(int x) { return x; }
// HOST: static int cudaHelper(int x) { return x; }
struct Local {
  int cudaSuccess;
};
__host__ __device__ inline int square(int x) { return x * x; }
// HOST: inline int square(int x) { return x * x; }

__global__ void k(int *p) { *p = square(3); }

#if CUDART_VERSION < 3000
// HOST: #if CLRT_CUDART_VERSION < 3000
struct double3 {
  double x, y, z;
};
#endif

int main() {
  Local l;
  l.cudaSuccess = cudaHelper(1);
  // HOST: l.cudaSuccess = cudaHelper(1);
  printf("cudaMalloc %d /* cudaFree */\n", l.cudaSuccess); // cudaMemcpy
  // HOST: printf("cudaMalloc %d /* cudaFree */\n", l.cudaSuccess);
  int *d;
  cudaMalloc(&d, 4);
  k<<<1, 1>>>(d);
#ifdef __CUDACC__
  return square(1);
#else
  return 2;
#endif
  // HOST: #ifdef CLRT_CUDA_SOURCE
}
