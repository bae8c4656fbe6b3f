// Templates that take variables of the device by reference and use their type for values, too.
#include <cstdio>
#include <cstring>
#include <vector>

struct SymbolPair {
  int x;
  double y;
};

__constant__ int symbolDims[2][3];
__device__ int symbolOne = 3, symbolTwo;
__device__ SymbolPair symbolPair;

template <class T> void upload(const T &symbol, const T &value) {
  cudaMemcpyToSymbol(symbol, &value, sizeof(T));
}
template <typename T> T download(const T &symbol) {
  T value;
  cudaMemcpyFromSymbol(&value, symbol, sizeof(T));
  return value;
}
template <typename T> T *address(T &symbol) {
  void *p;
  cudaGetSymbolAddress(&p, symbol);
  return static_cast<T *>(p);
}
template <typename T> std::vector<T> several(T &symbol, int n) {
  std::vector<T> values;
  for (int i = 0; i < n; ++i) {
    T t{};
    if (cudaMemcpyFromSymbol(&t, symbol, sizeof t) != cudaSuccess)
      break;
    values.push_back(t);
  }
  return values;
}
template <class T, class U> bool readBoth(T &a, U &b, const U &expected) {
  T x;
  U y;
  memset(&x, 0, sizeof(T));
  cudaMemcpyFromSymbol(&x, a, sizeof(x));
  cudaMemcpyFromSymbol(&y, b, sizeof(U));
  return x == 3 && y.x == expected.x && y.y == expected.y;
}
template <class T> void transfer(const T &from, const T &to) {
  T t;
  cudaMemcpyFromSymbol(&t, from, sizeof(T));
  cudaMemcpyToSymbol(to, &t, sizeof(T));
}
struct Uploader {
  template <class T> Uploader &put(T &symbol, const T *from) {
    cudaMemcpyToSymbol(symbol, from, sizeof(T));
    return *this;
  }
};

__global__ void sumSymbols(float *out) {
  out[0] = symbolOne;
  out[1] = symbolTwo;
  out[2] = symbolPair.x + symbolPair.y;
  out[3] = symbolDims[1][2];
}

int main() {
  upload(symbolOne, 5);
  SymbolPair p{2, 0.5};
  upload(symbolPair, p);
  SymbolPair q = download(symbolPair);
  bool right = q.x == 2 && q.y == 0.5 && download(symbolOne) == 5;
  upload(symbolOne, 3);
  std::vector<int> twice = several(symbolOne, 2);
  right &= twice.size() == 2 && twice[1] == 3 && readBoth(symbolOne, symbolPair, q);
  transfer(symbolOne, symbolTwo);
  right &= download(symbolTwo) == 3;
  int h = 0, seven = 7, dims[2][3] = {{1, 2, 3}, {4, 5, 6}};
  cudaMemcpy(&h, address(symbolOne), sizeof h, cudaMemcpyDeviceToHost);
  right &= h == 3;
  Uploader().put(symbolOne, &seven).put(symbolTwo, &h);
  upload(symbolDims, dims);

  float *out, result[4] = {};
  if (cudaMalloc(&out, sizeof result) != cudaSuccess) {
    printf("FAILED: no memory\n");
    return 1;
  }
  sumSymbols<<<1, 1>>>(out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  right &= result[0] == 7 && result[1] == 3 && result[2] == 2.5f && result[3] == 6;
  cudaFree(out);
  printf(right ? "PASSED\n" : "FAILED\n");
  return !right;
}
