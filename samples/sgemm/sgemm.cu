// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Single-precision matrix product, C = alpha * A * op(B) + beta * C, all matrices stored by
// columns. op(B) is B ('N') or its transpose ('T'). Two kernels: a naive one and a tiled one.

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t status = (call);                                                                   \
    if (status != cudaSuccess) {                                                                   \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));              \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

// The tile of C that one block of the tiled kernel computes: TILE_M rows, one a thread, by TILE_N
// columns.
#define TILE_M 64
#define TILE_N 16
#define TILE_K 16

// Each thread computes one element of C, straight from global memory.
__global__ void sgemm_naive(bool transB, int m, int n, int k, float alpha, const float *A, int lda,
                            const float *B, int ldb, float beta, float *C, int ldc) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n)
    return;
  float sum = 0.0f;
  for (int p = 0; p < k; p++)
    sum += A[row + p * lda] * (transB ? B[col + p * ldb] : B[p + col * ldb]);
  C[row + col * ldc] = alpha * sum + beta * C[row + col * ldc];
}

// sums += a * (one row of the tile of B)
__device__ void multiply_row(float a, const float *b, float *sums) {
#pragma unroll
  for (int j = 0; j < TILE_N; j++)
    sums[j] += a * b[j];
}

// After Volkov and Demmel: a block of 16 x 4 threads computes a tile of 64 x 16. Each thread keeps
// one row of the tile, 16 sums, in registers; a 16 x 16 tile of op(B) goes through shared memory,
// where all threads read it; A is read once, coalesced, without shared memory. Rows, columns and
// depth need not divide by the tile.
__global__ void sgemm_tiled(bool transB, int m, int n, int k, float alpha, const float *A, int lda,
                            const float *B, int ldb, float beta, float *C, int ldc) {
  __shared__ float tile[TILE_K][TILE_N + 1]; // one more column, against bank conflicts
  int tx = threadIdx.x;                      // 0 .. 15
  int ty = threadIdx.y;                      // 0 .. 3
  int row = blockIdx.x * TILE_M + ty * 16 + tx;
  int first = blockIdx.y * TILE_N; // first column of the tile
  bool inside = row < m;           // threads outside still load tiles and meet at the barriers

  float sums[TILE_N] = {0.0f};
  for (int p0 = 0; p0 < k; p0 += TILE_K) {
    // 64 threads load 256 elements, 4 each, along the direction in which B lies in memory.
    for (int s = ty; s < 16; s += 4) {
      int depth = transB ? s : tx;
      int col = transB ? tx : s;
      float b = 0.0f;
      if (p0 + depth < k && first + col < n)
        b = transB ? B[first + col + (p0 + depth) * ldb] : B[p0 + depth + (first + col) * ldb];
      tile[depth][col] = b;
    }
    __syncthreads();
    if (inside) {
      const float *a = A + row + p0 * lda;
      if (p0 + TILE_K <= k) {
#pragma unroll
        for (int p = 0; p < TILE_K; p++)
          multiply_row(a[p * lda], tile[p], sums);
      } else {
        for (int p = 0; p < k - p0; p++)
          multiply_row(a[p * lda], tile[p], sums);
      }
    }
    __syncthreads();
  }

  if (inside) {
#pragma unroll
    for (int j = 0; j < TILE_N; j++) {
      if (first + j < n) {
        float *c = C + row + (first + j) * ldc;
        *c = alpha * sums[j] + beta * *c;
      }
    }
  }
}

struct Problem {
  int m, n, k;
  float alpha, beta;
  int repeats;
};

// The reference, with sums in double. magnitude is what the rounding errors of an element scale
// with.
static void sgemm_reference(bool transB, const Problem &p, const std::vector<float> &A,
                            const std::vector<float> &B, const std::vector<float> &C,
                            std::vector<double> &expected, std::vector<double> &magnitude) {
  std::vector<double> sum(p.m), size(p.m);
  for (int j = 0; j < p.n; j++) {
    sum.assign(p.m, 0.0);
    size.assign(p.m, 0.0);
    for (int l = 0; l < p.k; l++) {
      double b = transB ? B[j + (size_t)l * p.n] : B[l + (size_t)j * p.k];
      const float *a = &A[(size_t)l * p.m];
      for (int i = 0; i < p.m; i++) {
        sum[i] += a[i] * b;
        size[i] += fabs(a[i] * b);
      }
    }
    for (int i = 0; i < p.m; i++) {
      double c = C[i + (size_t)j * p.m];
      expected[i + (size_t)j * p.m] = p.alpha * sum[i] + p.beta * c;
      magnitude[i + (size_t)j * p.m] = fabs(p.alpha) * size[i] + fabs(p.beta * c);
    }
  }
}

// Elements whose error is above tolerance * magnitude; a NaN counts as wrong.
static int count_wrong(const std::vector<float> &C, const std::vector<double> &expected,
                       const std::vector<double> &magnitude, double tolerance, double *worst) {
  int wrong = 0;
  *worst = 0.0;
  for (size_t i = 0; i < C.size(); i++) {
    double error = fabs(C[i] - expected[i]);
    if (!(error <= tolerance * magnitude[i]))
      wrong++;
    if (magnitude[i] > 0 && error / magnitude[i] > *worst)
      *worst = error / magnitude[i];
  }
  return wrong;
}

// Runs one kernel repeats times, from the same C each time; the result goes to C and the mean time
// is returned. One more launch before is not timed: the first pays for loading the kernel.
static float run(bool tiled, bool transB, const Problem &p, const float *d_A, const float *d_B,
                 const float *d_C0, float *d_C, std::vector<float> &C) {
  size_t bytes = C.size() * sizeof(float);
  int ldb = transB ? p.n : p.k;
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  float total = 0.0f;
  for (int r = -1; r < p.repeats; r++) {
    CHECK(cudaMemcpy(d_C, d_C0, bytes, cudaMemcpyDeviceToDevice));
    CHECK(cudaEventRecord(start));
    if (tiled) {
      dim3 block(16, 4);
      dim3 grid((p.m + TILE_M - 1) / TILE_M, (p.n + TILE_N - 1) / TILE_N);
      sgemm_tiled<<<grid, block>>>(transB, p.m, p.n, p.k, p.alpha, d_A, p.m, d_B, ldb, p.beta, d_C,
                                   p.m);
    } else {
      dim3 block(32, 8);
      dim3 grid((p.m + 31) / 32, (p.n + 7) / 8);
      sgemm_naive<<<grid, block>>>(transB, p.m, p.n, p.k, p.alpha, d_A, p.m, d_B, ldb, p.beta, d_C,
                                   p.m);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float ms;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    if (r >= 0)
      total += ms;
  }
  CHECK(cudaMemcpy(C.data(), d_C, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  return total / p.repeats;
}

static void fill(std::vector<float> &v, unsigned seed) {
  for (size_t i = 0; i < v.size(); i++) {
    seed = seed * 1664525u + 1013904223u;
    v[i] = (int)(seed >> 8) / 8388608.0f - 1.0f; // -1 .. 1
  }
}

int main(int argc, char **argv) {
  Problem p = {500, 400, 300, 1.5f, -0.5f, 2};
  if (argc > 3) {
    p.m = atoi(argv[1]);
    p.n = atoi(argv[2]);
    p.k = atoi(argv[3]);
  }
  if (argc > 4)
    p.repeats = atoi(argv[4]);
  if (argc > 6) {
    p.alpha = (float)atof(argv[5]);
    p.beta = (float)atof(argv[6]);
  }
  if (argc == 2 || argc == 3 || p.m <= 0 || p.n <= 0 || p.k <= 0 || p.repeats <= 0) {
    fprintf(stderr, "usage: %s [m n k [repeats [alpha beta]]]\n", argv[0]);
    return 1;
  }
  printf("C(%d x %d) = %g * A(%d x %d) * op(B) + %g * C\n", p.m, p.n, p.alpha, p.m, p.k, p.beta);

  std::vector<float> A((size_t)p.m * p.k), B((size_t)p.k * p.n), C0((size_t)p.m * p.n),
      C(C0.size());
  fill(A, 1);
  fill(B, 2);
  fill(C0, 3);
  float *d_A, *d_B, *d_C0, *d_C;
  CHECK(cudaMalloc((void **)&d_A, A.size() * sizeof(float)));
  CHECK(cudaMalloc((void **)&d_B, B.size() * sizeof(float)));
  CHECK(cudaMalloc((void **)&d_C0, C0.size() * sizeof(float)));
  CHECK(cudaMalloc((void **)&d_C, C0.size() * sizeof(float)));
  CHECK(cudaMemcpy(d_A, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_B, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_C0, C0.data(), C0.size() * sizeof(float), cudaMemcpyHostToDevice));

  // k products and k sums, each rounded to half a unit in 2^-24; the factor 2 covers alpha and
  // beta.
  double tolerance = 2.0 * (p.k + 2) / 16777216.0;
  int wrong = 0;
  std::vector<double> expected(C0.size()), magnitude(C0.size());
  for (int transB = 0; transB < 2; transB++) {
    sgemm_reference(transB != 0, p, A, B, C0, expected, magnitude);
    for (int tiled = 0; tiled < 2; tiled++) {
      float ms = run(tiled != 0, transB != 0, p, d_A, d_B, d_C0, d_C, C);
      double worst;
      int w = count_wrong(C, expected, magnitude, tolerance, &worst);
      printf("%-5s N,%c: kernel %9.3f ms, %8.2f GFLOP/s, error %.1e, %d wrong\n",
             tiled ? "tiled" : "naive", transB ? 'T' : 'N', ms, 2e-6 * p.m * p.n * p.k / ms, worst,
             w);
      wrong += w;
    }
  }
  CHECK(cudaFree(d_A));
  CHECK(cudaFree(d_B));
  CHECK(cudaFree(d_C0));
  CHECK(cudaFree(d_C));
  printf("tolerance %.1e of the sum of absolute products\n", tolerance);
  printf(wrong == 0 ? "PASSED\n" : "FAILED\n");
  return wrong == 0 ? 0 : 1;
}
