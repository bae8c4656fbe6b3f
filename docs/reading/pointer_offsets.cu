// Device pointers on the host: a buffer and an offset, behind the same expressions.
#include <cuda_runtime.h>

__global__ void add(const float *a, const float *b, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[i] = a[i] + b[i];
}

/// Three arrays in one allocation.
struct Arrays {
  float *a, *b, *sum;
};

Arrays carve(float *pool, int n) { return {pool, pool + n, pool + 2 * n}; }

int main() {
  const int n = 1024;
  float host[n] = {1}, *pool;
  cudaMalloc(&pool, 3 * n * sizeof(float));
  Arrays arrays = carve(pool, n);
  cudaMemcpy(arrays.a, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(arrays.b, host, sizeof host, cudaMemcpyHostToDevice);
  // The upper half only.
  int half = n / 2;
  add<<<half / 128, 128>>>(arrays.a + half, arrays.b + half, arrays.sum + half, half);
  cudaMemcpy(host, &arrays.sum[half], half * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(pool);
}
