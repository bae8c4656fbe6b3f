// __constant__ and __device__ variables become symbols.
#include <cuda_runtime.h>

// The weights.
__constant__ float weights[4], scale = 2.0f; // in constant memory
// HOST: static clrt::symbol<float[4]> weights; static clrt::symbol<float> scale(2.0f); // in constant
__device__ int counter;
// HOST: static clrt::symbol<int> counter;

__device__ float weigh(int i) { return weights[i] * scale; }
// HOST-NOT: float weigh(
// A comment of the kernel.
__global__ void use(float *v) {
  v[threadIdx.x] *= weigh(threadIdx.x);
  counter = 1;
}
// HOST-NOT: A comment of the kernel
// HANDLES: clrt::constant(weights)

int main() {
  float h[4] = {1, 2, 3, 4}, *d;
  int n;
  cudaMemcpyToSymbol(weights, h, sizeof(weights));
  // HOST: clrt::write_symbol(weights, h, sizeof(float[4]));
  cudaMemcpyToSymbol(weights, h, 8, 4, cudaMemcpyHostToDevice);
  // HOST: clrt::write_symbol(weights, h, 8, 4);
  cudaMemcpyToSymbol("scale", h, 4);
  // HOST: clrt::write_symbol(scale, h, 4);
  cudaMalloc(&d, sizeof h);
  use<<<1, 4>>>(d);
  cudaMemcpyFromSymbol(&n, counter, sizeof(n));
  // HOST: clrt::read_symbol(&n, counter, sizeof(n));
  return n - 1;
}

// The port's lines are others.
#define HERE (__LINE__ + 1)
__constant__ int placed = __LINE__;
// HOST: static clrt::symbol<int> placed(38);
__device__ int places[2] = {1, HERE};
// HOST: static clrt::symbol<int[2]> places({1, 41});
