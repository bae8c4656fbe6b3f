// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects at namespace scope use CUDA before main and after it, in two files, whatever the order in
// which those are initialised.
#include "check.h"

#include <unistd.h>

__constant__ int summand = 3;
__device__ int launches;

__global__ void add(int *v, int x) {
  v[threadIdx.x] += x + summand;
  if (threadIdx.x == 0)
    atomicAdd(&launches, 1);
}
__global__ void spin(int *v, int rounds) {
  extern __shared__ int mine[];
  mine[threadIdx.x] = v[threadIdx.x];
  for (int i = 0; i < rounds; i++)
    mine[threadIdx.x] = mine[threadIdx.x] * 5 % 1000003 + threadIdx.x;
  v[threadIdx.x] = mine[threadIdx.x];
}

int other_sum();       // of the other file's buffer, by a kernel there
void other_add(int x); // launches there

// Ends the process at once: main's verdict has been given when the destructors run.
static void must(bool holds, const char *what) {
  if (holds)
    return;
  printf("%s\nFAILED\n", what);
  fflush(stdout);
  _exit(1);
}

class Buffer {
  int *data_ = nullptr;
  int size_;

public:
  explicit Buffer(int n, int x) : size_(n) {
    OK(cudaMalloc(&data_, n * sizeof(int)));
    OK(cudaMemset(data_, 0, n * sizeof(int)));
    add<<<1, n>>>(data_, x);
    OK(cudaGetLastError());
    other_add(x);
  }
  ~Buffer() {
    add<<<1, size_>>>(data_, 1);
    must(cudaGetLastError() == cudaSuccess, "a launch in a destructor");
    must(first() == size_ + 10 + 3 + 1 + 3, "the value of a kernel in a destructor");
    must(other_sum() > 0, "a kernel of the other file in a destructor");
    spin<<<1, size_, size_ * sizeof(int)>>>(data_, 100000);
    must(cudaFree(data_) == cudaSuccess, "cudaFree in a destructor");
  }
  int first() const {
    int v = 0;
    OK(cudaMemcpy(&v, data_ + size_ - 1, sizeof v, cudaMemcpyDeviceToHost));
    return v;
  }
};

static Buffer at_scope(16, 16 + 10);
static cudaStream_t stream_of_program = [] {
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  return s;
}();
struct EndsWithStream {
  cudaEvent_t event;
  EndsWithStream() { OK(cudaEventCreate(&event)); }
  ~EndsWithStream() {
    must(cudaEventRecord(event, stream_of_program) == cudaSuccess, "an event in a destructor");
    must(cudaEventSynchronize(event) == cudaSuccess, "waiting for an event in a destructor");
    must(cudaEventDestroy(event) == cudaSuccess, "cudaEventDestroy in a destructor");
    must(cudaStreamDestroy(stream_of_program) == cudaSuccess, "cudaStreamDestroy in a destructor");
  }
} ends_with_stream;

static Buffer &in_function() {
  static Buffer buffer(8, 8 + 10);
  return buffer;
}

int main() {
  EXPECT_EQ(at_scope.first(), 16 + 10 + 3);
  EXPECT_EQ(in_function().first(), 8 + 10 + 3);
  EXPECT(other_sum() > 0);
  int counted = 0;
  OK(cudaMemcpyFromSymbol(&counted, launches, sizeof counted));
  EXPECT_EQ(counted, 2);
  return verdict();
}
