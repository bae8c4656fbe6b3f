// A lambda as an argument: its captures become a struct.
#include <cuda_runtime.h>

template <typename Function> __global__ void forEach(int n, Function f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f(i);
}

void scale(float *values, int n, float factor) {
  forEach<<<(n + 127) / 128, 128>>>(n, [=] __device__(int i) { values[i] *= factor; });
}

int main() {
  float *values;
  cudaMalloc(&values, 1000 * sizeof(float));
  scale(values, 1000, 2.0f);
  cudaFree(values);
}
