// What is not translated is left inside a name that does not compile, with its number.
#include <cuda_runtime.h>

__global__ void k(int *p) { *p = 1; }
typedef void (*Kernel)(int *);

int main() {
  int *p;
  cudaStreamAttachMemAsync(0, p);
  // HOST: CU2CL_ERROR(3301, cudaStreamAttachMemAsync(0, p));
  // DIAG: 3301
  Kernel f = k;
  // DIAG: 3007
  (void)f;
}
