// A function that is called with host and with device pointers is written twice.
#include <cuda_runtime.h>

__global__ void k(float *p) { *p = 1; }

static bool isSet(const float *p) { return p != nullptr; }
// HOST: static bool isSet(
// HOST: static bool isSet(

int main() {
  float h = 0, *d;
  cudaMalloc(&d, 4);
  k<<<1, 1>>>(d);
  return isSet(&h) && isSet(d);
}
