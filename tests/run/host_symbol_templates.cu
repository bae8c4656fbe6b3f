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

template <class S> void *addressOf(S &symbol) {
  void *p = nullptr;
  cudaGetSymbolAddress(&p, symbol);
  return p;
}

// Managed variables are such, too; for host code they are values besides.
__managed__ int shared[4] = {1, 2, 3, 4};
__managed__ float factor = 2.5f;
__global__ void count() { shared[threadIdx.x] += (int)(factor * 2); }
static int managed() {
  int got[4], wrong = 0;
  float three = 3;
  putWhole(factor, &three);
  wrong += factor != 3;
  count<<<1, 4>>>();
  cudaDeviceSynchronize();
  wrong += get(shared, got) != sizeof got;
  for (int i = 0; i < 4; ++i)
    wrong += got[i] != i + 7 || shared[i] != i + 7;
  return wrong + (addressOf(shared) != shared);
}

// CUDA's handles in the memory of the device.
__device__ cudaStream_t lastStream;
__device__ cudaEvent_t events[2];
__global__ void lookAtHandles(int *out) {
  *out = (lastStream == nullptr) + 2 * (events[1] != nullptr);
  lastStream = (cudaStream_t)16;
}
static int handles() {
  int *d, wrong = 0, h = 0;
  cudaMalloc(&d, sizeof h);
  for (int round = 0; round < 2; ++round) {
    lookAtHandles<<<1, 1>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    wrong += h != (round == 0);
  }
  cudaStream_t s = nullptr;
  cudaMemcpyFromSymbol(&s, lastStream, sizeof s);
  return wrong + (s != (cudaStream_t)16);
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
  int has_managed = 0;
  cudaDeviceGetAttribute(&has_managed, cudaDevAttrManagedMemory, 0);
  wrong += (has_managed ? managed() : 0) + handles();
  std::puts(wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
