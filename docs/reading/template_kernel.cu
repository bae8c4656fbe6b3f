// A kernel template: one kernel for each instance that the program launches.
#include <cuda_runtime.h>

struct Sum {
  template <typename T> __device__ static T of(T a, T b) { return a + b; }
};
struct Largest {
  template <typename T> __device__ static T of(T a, T b) { return a < b ? b : a; }
};

// Each work-item folds Items values.
template <typename T, typename Operation, int Items>
__global__ void fold(const T *in, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T result = in[i * Items];
#pragma unroll
  for (int k = 1; k < Items; ++k)
    result = Operation::of(result, in[i * Items + k]);
  out[i] = result;
}

template <typename T> void sumOfFours(const T *in, T *out, int n) {
  fold<T, Sum, 4><<<n / 64, 64>>>(in, out);
}

int main() {
  float *values;
  int *counts;
  cudaMalloc(&values, 5 * 64 * sizeof(float));
  cudaMalloc(&counts, 5 * 64 * sizeof(int));
  sumOfFours(values, values + 256, 64);
  sumOfFours(counts, counts + 256, 64);
  fold<float, Largest, 2><<<1, 64>>>(values, values + 256);
  fold<int, Largest, 3><<<1, 64>>>(counts, counts + 256);
  cudaFree(values);
  cudaFree(counts);
}
