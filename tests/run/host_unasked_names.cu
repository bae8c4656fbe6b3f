// Names that nobody includes: nvcc brings <cmath>, <cstdlib> and <new>.
#include <cstdio>

struct Pair {
  int a;
  float b;
};

__global__ void place(unsigned char *memory, int *out) {
  int t = threadIdx.x;
  Pair *p = new (memory + t * sizeof(Pair)) Pair{t, t * 0.5f};
  out[t] = p->a + int(p->b * 2) + std::isnan(p->b) + (int)std::round(p->b);
}

int main() {
  unsigned char *memory;
  int *out, result[8], wrong = 0;
  cudaMalloc(&memory, 8 * sizeof(Pair));
  cudaMalloc(&out, sizeof result);
  place<<<1, 8>>>(memory, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int t = 0; t < 8; ++t)
    wrong += result[t] != t + t + (int)std::round(t * 0.5f);
  alignas(Pair) char buffer[sizeof(Pair)];
  Pair *p = ::new (buffer) Pair{1, 2};
  wrong += p->a != 1;
  int *many = new (std::nothrow) int[4];
  wrong += !many;
  delete[] many;
  bool caught = false;
  try {
    throw std::bad_alloc();
  } catch (std::exception &) {
    caught = true;
  }
  wrong += !caught || std::abs(-2.5) != 2.5;
  std::puts(wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
