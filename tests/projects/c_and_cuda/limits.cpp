// Plain C++ that uses the runtime and has functions which nvcc would find twice.
#include <cuda_runtime.h>

#include "kernels.h"

static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }

int clamped(int value, int most) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices < 1)
    return -1;
  return max(0, min(value, most));
}
