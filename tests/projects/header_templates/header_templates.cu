// Templates of a header, launched by deduction and instantiated otherwise in each source.
#include <cstdio>
#include "launch.h"

void other(float *v);
int one_line(int *v);
int plain(int x);

struct Twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};

int main() {
  int *d, v[4];
  float *f, w[4];
  cudaMalloc(&d, sizeof v);
  cudaMalloc(&f, sizeof w);
  run_fill(d, 4);
  run_apply(d, Twice());
  other(f);
  cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost);
  cudaMemcpy(w, f, sizeof w, cudaMemcpyDeviceToHost);
  bool lines = one_line(d) == 1;
  int after[4];
  cudaMemcpy(after, d, sizeof after, cudaMemcpyDeviceToHost);
  lines = lines && after[0] == 5 && after[3] == 6;
  cudaFree(d);
  cudaFree(f);
  bool good = v[0] == 8 && v[3] == 8 && w[0] == 1.5f && w[3] == 1.5f && plain(3) == 8 && lines;
  printf("%d %g %d\n%s\n", v[0], w[0], plain(3), good ? "PASSED" : "FAILED");
  return !good;
}
