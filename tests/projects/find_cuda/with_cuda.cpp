#include "steps.h"

__global__ void turn(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = -v[i];
}

bool steps_are_right() {
  int h[50], *d;
  cudaMalloc(&d, sizeof(h));
  run_steps(d, 50);
  turn<<<1, 64>>>(d, 50);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 0; i < 50; ++i)
    if (h[i] != -(i * 5 + 7))
      return false;
  return true;
}
