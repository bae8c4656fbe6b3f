// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include "stencil7.cuh"

#define checkCudaErrors(val) check_((val), #val, __FILE__, __LINE__)

static void check_(cudaError_t result, const char *func, const char *file, int line) {
  if (result) {
    fprintf(stderr, "%s:%d: %s failed: %d (%s)\n", file, line, func, (int)result,
            cudaGetErrorString(result));
    exit(1);
  }
}

// Applies the stencil sweeps times, in turns between two arrays, and returns the kernel time. One
// sweep before is not timed, and the next one overwrites it: the first launch pays for loading the
// kernel.
static float run(bool tiled, Grid g, int sweeps, float c0, float c1,
                 const std::vector<float> &start, std::vector<float> &result) {
  float *d_in, *d_out;
  size_t bytes = g.points() * sizeof(float);
  checkCudaErrors(cudaMalloc((void **)&d_in, bytes));
  checkCudaErrors(cudaMalloc((void **)&d_out, bytes));
  checkCudaErrors(cudaMemcpy(d_in, &start[0], bytes, cudaMemcpyHostToDevice));
  // The border is never written: both arrays need it.
  checkCudaErrors(cudaMemcpy(d_out, d_in, bytes, cudaMemcpyDeviceToDevice));

  cudaEvent_t begin, end;
  checkCudaErrors(cudaEventCreate(&begin));
  checkCudaErrors(cudaEventCreate(&end));
  for (int s = -1; s < sweeps; s++) {
    if (s == 0)
      checkCudaErrors(cudaEventRecord(begin, 0));
    if (tiled) {
      dim3 block(TILE_X, TILE_Y, 1);
      dim3 blocks((g.nx - 2 + TILE_X - 1) / TILE_X, (g.ny - 2 + TILE_Y - 1) / TILE_Y,
                  (g.nz - 2 + TILE_Z - 1) / TILE_Z);
      size_t shared = (TILE_X + 2) * (TILE_Y + 2) * sizeof(float);
      stencil7_tiled<<<blocks, block, shared>>>(d_in, d_out, g.nx, g.ny, g.nz, c0, c1);
    } else {
      dim3 block(64, 4);
      dim3 blocks((g.nx - 2 + 63) / 64, (g.ny - 2 + 3) / 4, g.nz - 2);
      stencil7_naive<<<blocks, block>>>(d_in, d_out, g.nx, g.ny, g.nz, c0, c1);
    }
    if (s >= 0)
      std::swap(d_in, d_out);
  }
  checkCudaErrors(cudaEventRecord(end, 0));
  checkCudaErrors(cudaEventSynchronize(end));
  checkCudaErrors(cudaGetLastError());
  float ms;
  checkCudaErrors(cudaEventElapsedTime(&ms, begin, end));
  checkCudaErrors(cudaMemcpy(&result[0], d_in, bytes, cudaMemcpyDeviceToHost));
  checkCudaErrors(cudaEventDestroy(begin));
  checkCudaErrors(cudaEventDestroy(end));
  checkCudaErrors(cudaFree(d_in));
  checkCudaErrors(cudaFree(d_out));
  return ms;
}

static std::vector<double> reference(Grid g, int sweeps, double c0, double c1,
                                     const std::vector<float> &start) {
  int nx = g.nx, ny = g.ny, nz = g.nz;
  std::vector<double> in(start.begin(), start.end()), out(in);
  for (int s = 0; s < sweeps; s++) {
    for (int z = 1; z < nz - 1; z++)
      for (int y = 1; y < ny - 1; y++)
        for (int x = 1; x < nx - 1; x++)
          out[INDEX(x, y, z)] =
              (in[INDEX(x - 1, y, z)] + in[INDEX(x + 1, y, z)] + in[INDEX(x, y - 1, z)] +
               in[INDEX(x, y + 1, z)] + in[INDEX(x, y, z - 1)] + in[INDEX(x, y, z + 1)]) *
                  c1 -
              in[INDEX(x, y, z)] * c0;
    in.swap(out);
  }
  return in;
}

int main(int argc, char *argv[]) {
  Grid g = {150, 101, 70};
  int sweeps = 5;
  if (argc >= 4) {
    g.nx = atoi(argv[1]);
    g.ny = atoi(argv[2]);
    g.nz = atoi(argv[3]);
  }
  if (argc >= 5)
    sweeps = atoi(argv[4]);
  if (argc == 2 || argc == 3 || g.nx < 3 || g.ny < 3 || g.nz < 3 || sweeps < 1) {
    fprintf(stderr, "usage: %s [nx ny nz [sweeps]]\n", argv[0]);
    return 1;
  }
  const float c0 = 1.0f / 6.0f, c1 = 1.0f / 6.0f / 6.0f;
  // One sweep: 8 roundings; |c0| + 6 |c1| < 1, so errors do not grow from sweep to sweep.
  const double tolerance = 8.0 * sweeps / 16777216.0;

  std::vector<float> start(g.points()), result(g.points());
  unsigned seed = 3;
  for (float &v : start) {
    seed = 1664525u * seed + 1013904223u;
    v = (seed >> 8) / 16777216.0f;
  }
  std::vector<double> expected = reference(g, sweeps, c0, c1, start);

  int wrong = 0;
  for (int tiled = 0; tiled <= 1; tiled++) {
    float ms = run(tiled == 1, g, sweeps, c0, c1, start, result);
    double worst = 0.0;
    int bad = 0;
    for (size_t i = 0; i < result.size(); i++) {
      double error = fabs(result[i] - expected[i]);
      if (!(error <= tolerance))
        bad++;
      if (error > worst)
        worst = error;
    }
    double inner = (double)(g.nx - 2) * (g.ny - 2) * (g.nz - 2) * sweeps;
    printf("%-5s: kernel %9.3f ms, %8.4f Gpoints/s, error %.1e, %d wrong\n",
           tiled ? "tiled" : "naive", ms, 1e-6 * inner / ms, worst, bad);
    wrong += bad;
  }
  printf("%d x %d x %d points, %d sweeps, tolerance %.1e\n", g.nx, g.ny, g.nz, sweeps, tolerance);
  printf("%s\n", wrong ? "FAILED" : "PASSED");
  return wrong ? 1 : 0;
}
