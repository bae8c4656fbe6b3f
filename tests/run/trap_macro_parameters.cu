// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: a macro's parameters have names that the output writes into its body: of OpenCL's functions,
// of clrt's.
#include "check.h"

#define CHECK(error)                                                                               \
  do {                                                                                             \
    cudaError_t status = (error);                                                                  \
    if (status != cudaSuccess)                                                                     \
      report_failure(#error, __LINE__);                                                            \
  } while (0)
#define TIMED(stream, launch, malloc, kernel, clrt, total)                                         \
  do {                                                                                             \
    cudaStream_t s;                                                                                \
    CHECK(cudaStreamCreate(&s));                                                                   \
    kernel<<<1, launch, 0, s>>>(malloc);                                                           \
    CHECK(cudaStreamSynchronize(s));                                                               \
    CHECK(cudaStreamDestroy(s));                                                                   \
    total += stream * 10 + clrt;                                                                   \
  } while (0)
#define RUN(kernel, N) kernel<N><<<1, 4>>>(p)
#define JOINED(kernel, error) kernel##error<<<1, 4>>>(p)
#define DEVICE_SUM(get_local_id, barrier)                                                          \
  do {                                                                                             \
    tile[threadIdx.x] = get_local_id;                                                              \
    __syncthreads();                                                                               \
    total = tile[0] + barrier;                                                                     \
  } while (0)
#define ROUNDED(round, fmax) (roundf(round) + fmaxf(round, fmax))
#define NESTED(round, convert_int_sat) ((int)(ROUNDED(round, 2.0f)) * convert_int_sat)

__global__ void add(int *p) { p[threadIdx.x] += 1; }
template <int N> __global__ void multiply(int *p) { p[threadIdx.x] *= N; }
__global__ void macros(int *p) {
  __shared__ int tile[4];
  int total;
  DEVICE_SUM(p[threadIdx.x], 5);
  p[threadIdx.x] += total + NESTED(1.6f, 10);
}

int main() {
  int *p, total = 0, h[4] = {1, 2, 3, 4};
  CHECK(cudaMalloc(&p, sizeof h));
  CHECK(cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice));
  TIMED(7, 4, p, add, 9, total);
  RUN(multiply, 3);
  JOINED(mac, ros);
  CHECK(cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT_EQ(total, 79);
  for (int i = 0; i < 4; i++)
    EXPECT_EQ(h[i], (i + 2) * 3 + 6 + 5 + 40);
  CHECK(cudaFree(p));
  return verdict();
}
