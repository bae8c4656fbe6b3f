// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mriq.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define PI2 6.2831853071795864769f
#define K_PER_LAUNCH 1024
#define PHIMAG_THREADS 512
#define Q_THREADS 256

#define CHECK(call) check((call), #call, __LINE__)

static inline void check(cudaError_t status, const char *what, int line) {
  if (status == cudaSuccess)
    return;
  fprintf(stderr, "line %d: %s: %s\n", line, what, cudaGetErrorString(status));
  exit(1);
}

struct KValue {
  float kx, ky, kz, phiMag;
};

__constant__ KValue ck[K_PER_LAUNCH];

__global__ void computePhiMag(const float *phiR, const float *phiI, float *phiMag, int numK) {
  int k = blockIdx.x * PHIMAG_THREADS + threadIdx.x;
  if (k < numK) {
    float re = phiR[k];
    float im = phiI[k];
    phiMag[k] = re * re + im * im;
  }
}

// Adds the contribution of numK samples (in ck) to one voxel a thread.
__global__ void computeQ(int numK, int numX, const float *x, const float *y, const float *z,
                         float *Qr, float *Qi) {
  int i = blockIdx.x * Q_THREADS + threadIdx.x;
  if (i >= numX)
    return;
  float sX = x[i], sY = y[i], sZ = z[i];
  float sQr = Qr[i];
  float sQi = Qi[i];
  for (int k = 0; k < numK; k++) {
    float angle = PI2 * (ck[k].kx * sX + ck[k].ky * sY + ck[k].kz * sZ);
    sQr += ck[k].phiMag * cosf(angle);
    sQi += ck[k].phiMag * sinf(angle);
  }
  Qr[i] = sQr;
  Qi[i] = sQi;
}

// A copy of v on the device.
static float *to_device(const std::vector<float> &v) {
  float *d;
  CHECK(cudaMalloc(&d, v.size() * sizeof(float)));
  CHECK(cudaMemcpy(d, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice));
  return d;
}

struct Timer { // adds up the time between start and stop
  cudaEvent_t first, last;
  float ms = 0.0f;
  Timer() {
    CHECK(cudaEventCreate(&first));
    CHECK(cudaEventCreate(&last));
  }
  ~Timer() {
    CHECK(cudaEventDestroy(first));
    CHECK(cudaEventDestroy(last));
  }
  void start() { CHECK(cudaEventRecord(first)); }
  void stop() {
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(last));
    CHECK(cudaEventSynchronize(last));
    float t;
    CHECK(cudaEventElapsedTime(&t, first, last));
    ms += t;
  }
};

static void fill(std::vector<float> &v, size_t n, float low, float high, unsigned &state) {
  v.resize(n);
  for (float &f : v) {
    state = state * 1664525u + 1013904223u;
    f = low + (high - low) * ((state >> 8) / 16777216.0f);
  }
}

int main(int argc, char **argv) {
  int numX = argc > 1 ? atoi(argv[1]) : 6000;
  int numK = argc > 2 ? atoi(argv[2]) : 2500;
  if (argc > 3 || numX <= 0 || numK <= 0) {
    fprintf(stderr, "usage: %s [voxels [samples]]\n", argv[0]);
    return 1;
  }
  Samples s;
  Voxels v;
  unsigned state = 11;
  for (std::vector<float> *k : {&s.kx, &s.ky, &s.kz})
    fill(*k, numK, -8.0f, 8.0f, state);
  for (std::vector<float> *phi : {&s.phiR, &s.phiI})
    fill(*phi, numK, -1.0f, 1.0f, state);
  for (std::vector<float> *x : {&v.x, &v.y, &v.z})
    fill(*x, numX, -0.5f, 0.5f, state);

  float *d_phiR = to_device(s.phiR), *d_phiI = to_device(s.phiI), *d_phiMag;
  CHECK(cudaMalloc(&d_phiMag, numK * sizeof(float)));
  Timer phiTime, qTime;
  const int phiBlocks = (numK + PHIMAG_THREADS - 1) / PHIMAG_THREADS;
  const int qBlocks = (numX + Q_THREADS - 1) / Q_THREADS;
  // Not timed: the first launch pays for loading the kernel.
  computePhiMag<<<phiBlocks, PHIMAG_THREADS>>>(d_phiR, d_phiI, d_phiMag, numK);
  phiTime.start();
  computePhiMag<<<phiBlocks, PHIMAG_THREADS>>>(d_phiR, d_phiI, d_phiMag, numK);
  phiTime.stop();
  std::vector<float> phiMag(numK);
  CHECK(cudaMemcpy(phiMag.data(), d_phiMag, numK * sizeof(float), cudaMemcpyDeviceToHost));

  float *d_x = to_device(v.x), *d_y = to_device(v.y), *d_z = to_device(v.z), *d_Qr, *d_Qi;
  CHECK(cudaMalloc(&d_Qr, numX * sizeof(float)));
  CHECK(cudaMalloc(&d_Qi, numX * sizeof(float)));
  CHECK(cudaMemset(d_Qr, 0, numX * sizeof(float)));
  CHECK(cudaMemset(d_Qi, 0, numX * sizeof(float)));
  computeQ<<<qBlocks, Q_THREADS>>>(0, numX, d_x, d_y, d_z, d_Qr, d_Qi); // not timed, adds nothing
  std::vector<KValue> batch(K_PER_LAUNCH);
  for (int base = 0; base < numK; base += K_PER_LAUNCH) {
    int n = numK - base < K_PER_LAUNCH ? numK - base : K_PER_LAUNCH;
    for (int k = 0; k < n; k++)
      batch[k] = KValue{s.kx[base + k], s.ky[base + k], s.kz[base + k], phiMag[base + k]};
    CHECK(cudaMemcpyToSymbol(ck, batch.data(), n * sizeof(KValue), 0));
    qTime.start();
    computeQ<<<qBlocks, Q_THREADS>>>(n, numX, d_x, d_y, d_z, d_Qr, d_Qi);
    qTime.stop();
  }
  std::vector<float> Qr(numX), Qi(numX);
  CHECK(cudaMemcpy(Qr.data(), d_Qr, numX * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(Qi.data(), d_Qi, numX * sizeof(float), cudaMemcpyDeviceToHost));
  for (float *d : {d_phiR, d_phiI, d_phiMag, d_x, d_y, d_z, d_Qr, d_Qi})
    CHECK(cudaFree(d));

  const double tolerance = 1e-5;
  double worst;
  int wrong = compare_with_reference(s, v, Qr, Qi, tolerance, &worst);
  printf("%d voxels, %d samples: phiMag %.3f ms, Q %.3f ms, %.3f G sample-voxel pairs/s\n", numX,
         numK, phiTime.ms, qTime.ms, 1e-6 * numX * numK / qTime.ms);
  printf("largest error %.1e of %.1e allowed, %d voxels wrong\n", worst, tolerance, wrong);
  puts(wrong ? "FAILED" : "PASSED");
  return wrong ? 1 : 0;
}
