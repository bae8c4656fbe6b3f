// A macro whose uses need different text is refused.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void k(float *p) { *p = 1; }

#define NEW(name) float *name
// DIAG: 3008

int main() {
  NEW(h);
  NEW(d);
  h = (float *)malloc(4);
  cudaMalloc(&d, 4);
  k<<<1, 1>>>(d);
  *h = 1;
}
