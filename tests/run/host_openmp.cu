// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device pointers, launches and copies inside OpenMP's regions: parts of an allocation for each thread, pointers that are
// private to a thread, loops whose counter is a device pointer, reductions of what was read back.

#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

__global__ void scale(float *out, const float *in, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = by * in[i];
}

__global__ void fill(int *v, int value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = value;
}

static const int parts = 4, size = 64;

struct Worker {
  cudaStream_t stream;
  void run(float *h, float *out, const float *in, int n) {
    scale<<<1, n, 0, stream>>>(out, in, 2, n);
    cudaMemcpyAsync(h, out, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
  }
};

// Each thread works on its part of one allocation.
static int part_of_an_allocation() {
  std::vector<float> h(parts * size);
  for (int i = 0; i < parts * size; i++)
    h[i] = (float)i;
  float *in, *out;
  cudaMalloc(&in, h.size() * sizeof(float));
  cudaMalloc(&out, h.size() * sizeof(float));
  cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
  Worker workers[parts];
  for (Worker &w : workers)
    cudaStreamCreate(&w.stream);
#pragma omp parallel for num_threads(parts)
  for (int p = 0; p < parts; p++)
    workers[p].run(&h[p * size], &out[p * size], &in[p * size], size);
  int wrong = 0;
  for (int i = 0; i < parts * size; i++)
    wrong += h[i] != 2.0f * i;
  for (Worker &w : workers)
    cudaStreamDestroy(w.stream);
  cudaFree(in);
  cudaFree(out);
  return wrong;
}

// Pointers that begin as the one outside, and ones of the region's own.
static int private_pointers() {
  int *all, wrong = 0;
  cudaMalloc(&all, parts * size * sizeof(int));
  int *mine = all;
#pragma omp parallel for firstprivate(mine) reduction(+ : wrong)
  for (int p = 0; p < parts; p++) {
    int *place = mine + p * size, *own, got[size];
    cudaMalloc(&own, size * sizeof(int));
    fill<<<1, size>>>(place, p + 1, size);
    cudaMemcpy(own, place, size * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaMemcpy(got, own, sizeof got, cudaMemcpyDeviceToHost);
    for (int value : got)
      wrong += value != p + 1;
    cudaFree(own);
  }
  cudaFree(all);
  return wrong;
}

// The counter is a device pointer; what it fills is the thread's number of the part.
static int counting_pointers() {
  int *all, got[parts * size], wrong = 0;
  cudaMalloc(&all, sizeof got);
#pragma omp parallel for
  for (int *at = all; at < all + parts * size; at += size) {
#pragma omp critical
    fill<<<1, size>>>(at, (int)((at - all) / size), size);
  }
  cudaMemcpy(got, all, sizeof got, cudaMemcpyDeviceToHost);
  for (int i = 0; i < parts * size; i++)
    wrong += got[i] != i / size;
  cudaFree(all);
  return wrong;
}

// The kernel is chosen in a region.
static int chosen_kernel() {
  void (*kernel)(int *, int, int) = nullptr;
  int *v, got[size], wrong = 0;
  cudaMalloc(&v, sizeof got);
#pragma omp parallel
  {
#pragma omp single
    kernel = fill;
  }
  kernel<<<1, size>>>(v, 7, size);
  cudaMemcpy(got, v, sizeof got, cudaMemcpyDeviceToHost);
  for (int value : got)
    wrong += value != 7;
  cudaFree(v);
  return wrong;
}

int main() {
  int wrong[] = {part_of_an_allocation(), private_pointers(), counting_pointers(), chosen_kernel()};
  int all = 0;
  for (int w : wrong) {
    printf("%d ", w);
    all += w;
  }
  puts(all ? "\nFAILED" : "\nPASSED");
  return all != 0;
}
