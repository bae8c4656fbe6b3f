// Constants that host and device declare differently because of __CUDA_ARCH__.
#include <cstdio>

#ifdef __CUDA_ARCH__
#define TABLE __device__ static const
#else
#define TABLE static const
#endif
TABLE int pairs[12][2] = {{0, 1},   {2, 3},   {4, 5},   {6, 7},   {8, 9},   {10, 11},
                          {12, 13}, {14, 15}, {16, 17}, {18, 19}, {20, 21}, {22, 23}};
TABLE float weights[3] = {1.5f, 2.5f, 3.5f};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 300
__constant__ const int limits[2] = {7, 9};
#else
const int limits[2] = {7, 9};
#endif

#ifndef __CUDA_ARCH__
static const double scale = 0.5;
#else
__device__ static const double scale = 0.5;
#endif

// One that both say, in texts of their own.
#if __CUDA_ARCH__ >= 120
volatile __device__ int total = 3, own[2] = {1, 2};
#else
volatile __device__ int total = 3; // as above
__device__ int volatile own[2] = {1, 2};
#endif

struct Step {
  int by;
  float factor;
};
TABLE Step steps[2] = {{1, 2.0f}, {3, 4.0f}};
// A variable of the device on both sides stays one.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 200
__device__ int counter = 5;
#endif

__host__ __device__ float sum(int i) {
  const int *pair = pairs[i];
  return pair[0] + pairs[i][1] + weights[i % 3] * scale + limits[i & 1] + steps[i & 1].by * steps[i & 1].factor;
}

__global__ void kernel(float *out) {
  out[threadIdx.x] = sum(threadIdx.x);
  atomicAdd(&counter, 1);
  atomicAdd((int *)&total, own[1]);
}

int main() {
  float *device, result[12];
  int wrong = 0, count = 0;
  cudaMalloc(&device, sizeof result);
  kernel<<<1, 12>>>(device);
  cudaMemcpy(result, device, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 12; ++i)
    if (result[i] != sum(i) && ++wrong)
      std::printf("%d: %g instead of %g\n", i, result[i], sum(i));
  cudaMemcpyFromSymbol(&count, counter, sizeof count);
  if (count != 17 && ++wrong)
    std::printf("counter: %d\n", count);
  cudaMemcpyFromSymbol(&count, total, sizeof count);
  if (count != 27 && ++wrong)
    std::printf("total: %d\n", count);
  std::puts(wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
