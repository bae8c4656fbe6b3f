// A macro that declares pointers of all kinds stays as it is.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void k(float *p) { *p = 1; }

#define NEW(name) float *name
// HOST: #define NEW(name) float *name
#define DEVICE NEW
#define FREE(p) cudaFree((void *)(p))
// HOST: #define FREE(p) clrt::free((void *)(p))

int main() {
  NEW(h);
  // HOST: NEW(h);
  DEVICE(d);
  // HOST: DEVICE(d);
  h = (float *)malloc(4);
  cudaMalloc(&d, 4);
  k<<<1, 1>>>(d);
  *h = 1;
  FREE(d);
}
