#include "sums.h"

__global__ void scale_parts(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= OWN_FACTOR;
}

void run_parts(int *v, int n) { scale_parts<<<(n + 63) / 64, 64>>>(v, n); }
