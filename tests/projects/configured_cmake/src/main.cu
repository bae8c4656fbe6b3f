#include "beside.h"
#include "sums.h"
#include <cstdio>
#include <fstream>
#include <cstring>
#include <sums_export.h>
#ifdef HAVE_NO_SUCH_HEADER
#error "a header that does not exist was found"
#endif
#ifdef HAVE_VECTOR
#include <vector>
#endif

template <class T> bool check() {
  const int blocks = 2, n = blocks * WIDTH;
  std::vector<T> h(n);
  for (int i = 0; i < n; ++i)
    h[i] = T(i);
  T *in, *out;
  cudaMalloc(&in, n * sizeof(T));
  cudaMalloc(&out, n * sizeof(T));
  cudaMemcpy(in, h.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  run_sum(out, in, blocks);
  cudaMemcpy(h.data(), out, n * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < n; ++i)
    if (h[i] != T(i + i / Tile))
      return false;
  return true;
}

bool checkParts() {
  int h[100], *d;
  for (int i = 0; i < 100; ++i)
    h[i] = i;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  run_parts(d, 100);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 0; i < 100; ++i)
    if (h[i] != 6 * i)
      return false;
  return true;
}

int main() {
  bool Fine = check<float>() && check<int>() && checkParts();
  int a = 0, b = 0;
  std::ifstream(FACTORS) >> a >> b;
  Fine = Fine && a == 3 && b == 4 && std::strcmp(CONFIGURED_VERSION, "2.5") == 0;
  std::puts(Fine ? "PASSED" : "FAILED");
  return !Fine;
}
