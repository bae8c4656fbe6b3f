// Function templates take variables of the device by reference: T becomes the symbol's class.
#include <cuda_runtime.h>

__constant__ float table[4];
__device__ int one;

template <class T> void put(const T &symbol, const void *from) {
  cudaMemcpyToSymbol(symbol, from, sizeof(T));
  // HOST: sizeof(typename T::value_type)
}
template <class S> void get(S &symbol, void *to) {
  cudaMemcpyFromSymbol(to, symbol, sizeof(symbol));
  // HOST: sizeof(typename S::value_type)
}
template <class T> void putValue(T &symbol, const T &value) {
  // HOST: template <class T> void putValue(T &symbol, const typename T::value_type &value) {
  cudaMemcpyToSymbol(symbol, &value, sizeof(T));
  // HOST: sizeof(typename T::value_type)
}
template <class T, class U = T> U converted(const T &symbol) {
  // HOST: template <class T, class U = typename T::value_type> U converted(const T &symbol) {
  T value;
  cudaMemcpyFromSymbol(&value, symbol, sizeof value);
  return value;
}
struct Device {
  template <class T> T take(const T &symbol) {
    // HOST: template <class T> typename T::value_type take(const T &symbol) {
    T value;
    // HOST: typename T::value_type value;
    cudaMemcpyFromSymbol(&value, symbol, sizeof value);
    return value;
  }
};
template <class T> typename T::size read(const T &symbol) { // what T leads to is not the symbol's
  T value;
  // HOST: T value;
  cudaMemcpyFromSymbol(&value, symbol, sizeof value);
  return value.count;
}
struct Counted {
  typedef int size;
  int count;
};
__device__ Counted counted;

__managed__ int both;
template <class T> T valueOf(const T &symbol) {
  T value;
  cudaMemcpyFromSymbol(&value, symbol, sizeof(T));
  return value;
}

__global__ void use(float *v) { *v += table[one]; }

int main() {
  float h[4] = {1, 2, 3, 4};
  put(table, h);
  // HOST: put(table, h);
  get(one, h);
  // HOST: get(one, h);
  putValue(one, 3);
  // HOST: putValue(one, 3);
  converted(one);
  // HOST: converted(one);
  Device().take(one);
  // HOST: Device().take(one);
  read(counted);    // DIAG: 3011
  get(both, h);
  // HOST: get(both, h);
  valueOf(both);
  // HOST: valueOf(both);
  get<int>(both, h); // DIAG: 3011
}
