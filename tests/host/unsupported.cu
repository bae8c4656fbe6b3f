// What is not translated is left inside a name that does not compile, with its number.
#include <cuda_runtime.h>

__global__ void k(int *p) { *p = 1; }
template <class F> __global__ void apply(int *p, F f) { *p = f(*p); }
template <class K, class F> void run(K kernel, int *p, F f) { kernel<<<1, 1>>>(p, f); }

int main() {
  int *p;
  cudaStreamAttachMemAsync(0, p);
  // HOST: CU2CL_ERROR(3301, cudaStreamAttachMemAsync(0, p));
  // DIAG: 3301
  auto lambda = [] __device__(int x) { return x + 1; };
  run(apply<decltype(lambda)>, p, lambda);
  // DIAG: 3007
  void (*const table[])(int *) = {k, k};
  int i = 0;
  table[i]<<<++i, 1>>>(p);
  // DIAG: 3021
  cudaMemcpyToSymbol("elsewhere", &i, sizeof i);
  // DIAG: 3022
}
