// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compiled with a default stream for each thread: the work of one does not wait for another's.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM
#error "nvcc defines it"
#endif

static std::atomic<int> failures{0};
#define EXPECT(...) ((__VA_ARGS__) ? (void)0 : (void)(printf("line %d: %s\n", __LINE__, #__VA_ARGS__), failures++))

__global__ void add(int *v, int value) { v[threadIdx.x] += value; }

static std::atomic<bool> released{false}, held{false};

// Holds its stream until the other thread has done its work, ten seconds at most.
static void hold(void *) {
  held = true;
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!released && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT(released);
}

static void other_thread(int *v) {
  const int n = 8;
  int h[n] = {};
  while (!held)
    std::this_thread::yield();
  add<<<1, n>>>(v, 2);
  EXPECT(cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT(h[0] == 2 && h[n - 1] == 2);
  add<<<1, n, 0, cudaStreamPerThread>>>(v, 3);
  EXPECT(cudaStreamSynchronize(0) == cudaSuccess);
  EXPECT(cudaStreamQuery(cudaStreamPerThread) == cudaSuccess);
  EXPECT(cudaMemcpyAsync(h, v, sizeof h, cudaMemcpyDeviceToHost, 0) == cudaSuccess);
  EXPECT(cudaStreamSynchronize(cudaStreamPerThread) == cudaSuccess);
  EXPECT(h[1] == 5);
  released = true;
}

int main() {
  const int n = 8;
  int *v, *w, h[n];
  EXPECT(cudaMalloc(&v, n * sizeof *v) == cudaSuccess);
  EXPECT(cudaMalloc(&w, n * sizeof *w) == cudaSuccess);
  EXPECT(cudaMemset(v, 0, n * sizeof *v) == cudaSuccess);
  EXPECT(cudaMemset(w, 0, n * sizeof *w) == cudaSuccess);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  std::thread other(other_thread, v);
  EXPECT(cudaLaunchHostFunc(0, hold, nullptr) == cudaSuccess);
  add<<<1, n>>>(w, 1);
  EXPECT(cudaMemcpy(h, w, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT(h[7] == 1);
  other.join();
  // The legacy stream waits for all threads' streams.
  add<<<1, n>>>(w, 1);
  add<<<1, n, 0, cudaStreamLegacy>>>(w, 1);
  EXPECT(cudaMemcpyAsync(h, w, sizeof h, cudaMemcpyDeviceToHost, cudaStreamLegacy) == cudaSuccess);
  EXPECT(cudaStreamSynchronize(cudaStreamLegacy) == cudaSuccess);
  EXPECT(h[0] == 3);
  EXPECT(cudaFree(v) == cudaSuccess);
  EXPECT(cudaFree(w) == cudaSuccess);
  printf("%s\n", failures ? "FAILED" : "PASSED");
  return failures != 0;
}
