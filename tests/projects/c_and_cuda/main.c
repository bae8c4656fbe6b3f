/* A C program that uses the runtime. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernels.h"

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t status = (call);                                                                   \
    if (status != cudaSuccess) {                                                                   \
      printf("%s\nFAILED\n", cudaGetErrorString(status));                                          \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

struct Pair {
  float *first, *second;
};

static void upload(float *d, const float *h, size_t n) {
  CHECK(cudaMemcpy(d, h, n * sizeof *h, cudaMemcpyHostToDevice));
}

int main(void) {
  enum { N = 100 };
  float h[N], got[N];
  struct Pair p;
  enum cudaMemcpyKind back = cudaMemcpyDeviceToHost;
  cudaStream_t stream;
  int i, wrong = 0;
  for (i = 0; i < N; i++)
    h[i] = (float)i;
  CHECK(cudaMalloc((void **)&p.first, sizeof h));
  CHECK(cudaMalloc((void **)&p.second, N * sizeof *p.second));
  CHECK(cudaStreamCreate(&stream));
  upload(p.first, h, N);
  launch_scale(p.first, N, 3.0f);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyAsync(p.second, p.first, sizeof h, cudaMemcpyDeviceToDevice, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaMemset(p.first, 0, sizeof h));
  CHECK(cudaMemcpy(got, p.second, sizeof got, back));
  for (i = 0; i < N; i++)
    wrong += got[i] != 3.0f * h[i];
  CHECK(cudaMemcpy(got, p.first, sizeof got, cudaMemcpyDeviceToHost));
  for (i = 0; i < N; i++)
    wrong += got[i] != 0.0f;
  wrong += clamped(7, 5) != 5;
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(p.first));
  CHECK(cudaFree(p.second));
  printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
