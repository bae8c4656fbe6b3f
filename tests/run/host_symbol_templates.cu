// Function templates that take variables of the device by reference, and CUDA's types in device code.
#include <cstdio>

__constant__ float table[4];
__constant__ int one;
__device__ double totals[3];
struct Limits {
  int low, high;
};
__constant__ Limits limits;

template <class T> cudaError_t put(const T &symbol, const void *from, size_t bytes) {
  return cudaMemcpyToSymbol(symbol, from, bytes);
}
template <typename Symbol> void putWhole(Symbol &symbol, const void *from) {
  cudaMemcpyToSymbol(symbol, from, sizeof(Symbol), 0, cudaMemcpyHostToDevice);
}
template <typename S> size_t get(S &symbol, void *to) {
  size_t size = 0;
  cudaGetSymbolSize(&size, symbol);
  cudaMemcpyFromSymbol(to, symbol, sizeof(symbol));
  return size;
}

struct Work {
  cudaStream_t stream;
  int n;
};

__device__ cudaError_t check(int n) { return n > 2 ? cudaErrorInvalidValue : cudaSuccess; }

__global__ void kernel(float *out, Work work, cudaMemcpyKind kind) {
  int i = threadIdx.x;
  out[i] = table[i] + one + limits.high;
  if (i < 3)
    totals[i] = i * 2 + work.n;
  cudaError_t error = check(i);
  if (error != cudaSuccess)
    out[i] += kind == cudaMemcpyDeviceToHost ? 1000 : 100;
}

int main() {
  float h[4] = {1, 2, 3, 4}, *device;
  int ten = 10, wrong = 0;
  Limits l = {5, 7};
  wrong += put(table, h, sizeof h) != cudaSuccess;
  putWhole(one, &ten);
  putWhole(limits, &l);
  cudaMalloc(&device, sizeof h);
  Work work = {0, 1};
  kernel<<<1, 4>>>(device, work, cudaMemcpyDeviceToHost);
  cudaMemcpy(h, device, sizeof h, cudaMemcpyDeviceToHost);
  double t[3];
  wrong += get(totals, t) != sizeof t;
  for (int i = 0; i < 4; ++i)
    wrong += h[i] != i + 18 + (i > 2 ? 1000 : 0);
  for (int i = 0; i < 3; ++i)
    wrong += t[i] != 2 * i + 1;
  std::puts(wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
