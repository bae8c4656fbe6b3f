// A use that needs other text than the rest, and whose name and arguments stand in two places, is
// refused.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void k(float *p) { *p = 1; }

#define NEW(name) float *name
// DIAG: 3008
#define DEVICE NEW

int main() {
  NEW(h);
  DEVICE(d);
  h = (float *)malloc(4);
  cudaMalloc(&d, 4);
  k<<<1, 1>>>(d);
  *h = 1;
}
