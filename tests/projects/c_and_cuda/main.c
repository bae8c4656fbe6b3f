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

/* Device pointers that are moved, and some that device code finds in memory. */
static int rows_wrong(const float *h, int n) {
  float *rows[2], **d_rows, *all, *sums, got[4] = {0};
  int i, wrong = 0;
  for (i = 0; i < 2; i++)
    CHECK(cudaMalloc((void **)&rows[i], n * sizeof(float)));
  CHECK(cudaMalloc((void **)&d_rows, sizeof rows));
  CHECK(cudaMalloc((void **)&all, 4 * sizeof *all));
  CHECK(cudaMemset(all, 0, 4 * sizeof *all));
  CHECK(cudaMemcpy(rows[0], h, n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(rows[1], h, n * sizeof(float), cudaMemcpyHostToDevice));
  launch_scale(rows[1] + 1, n - 1, 2.0f);
  CHECK(cudaMemcpy(d_rows, rows, sizeof rows, cudaMemcpyHostToDevice));
  sums = all + 2;
  launch_sum_rows(d_rows, 2, n, sums);
  CHECK(cudaMemcpy(got, all, sizeof got, cudaMemcpyDeviceToHost));
  wrong = got[0] != 0 || got[1] != 0 || got[2] != n * (n - 1) / 2 ||
          got[3] != n * (n - 1) || sums - all != 2;
  CHECK(cudaFree(rows[0]));
  CHECK(cudaFree(rows[1]));
  CHECK(cudaFree(d_rows));
  CHECK(cudaFree(all));
  return wrong;
}

/* What the runtime tells of a kernel that is known by its address. */
static int questions_wrong(void) {
  struct cudaFuncAttributes a;
  int blocks = 0;
  CHECK(cudaFuncGetAttributes(&a, scale_function()));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale_function(), 32, 0));
  return a.maxThreadsPerBlock < 32 || blocks < 1;
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
  wrong += rows_wrong(h, N);
  wrong += questions_wrong();
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(p.first));
  CHECK(cudaFree(p.second));
  printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
