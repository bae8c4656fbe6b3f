// A use that needs other text than the rest, and whose name and arguments are in two places, is
// refused.
#include <cuda_runtime.h>

template <typename T> __global__ void fill(T *p) { *p = 1; }

#define FILL(p) fill<<<1, 1>>>(p)
// DIAG: 3008
// DIAG: 3008
#define RUN FILL

int main() {
  float *d;
  int *i;
  cudaMalloc(&d, 4);
  cudaMalloc(&i, 4);
  FILL(d);
  RUN(i);
}
