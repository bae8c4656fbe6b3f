// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// __device__ variables read and written from host and device: scalars, arrays, structs, through
// device functions.
#include "check.h"

struct State {
  int steps;
  float value[4];
};

__device__ State state = {3, {1, 2, 3, 4}};
__device__ int grid[6][7];
__device__ unsigned long long total;
__device__ float *unused_pointer;
__constant__ int width = 7;

__device__ void step(int i) {
  atomicAdd(&state.steps, 1);
  state.value[i & 3] *= 2;
}
__device__ int &cell(int x, int y) { return grid[y][x]; }

// Variables of functions and of classes live as long as the program.
struct Counted {
  static __device__ int made;
};
__device__ int Counted::made = 40;
__device__ int ticket() {
  static int next = 100;
  Counted::made += 2;
  return atomicAdd(&next, 1);
}
__global__ void draw(int *out) {
  static int launches[2] = {7, 8};
  out[0] = ticket();
  out[1] = launches[1]++;
  out[2] = Counted::made;
}

__global__ void run() {
  int i = threadIdx.x;
  if (i < 4)
    step(i);
  if (i < 6 * width)
    cell(i % width, i / width) += 100 * i;
  atomicAdd(&total, (unsigned long long)i << 32);
}
__global__ void copy_out(int *out) {
  out[threadIdx.x] = grid[threadIdx.x / 7][threadIdx.x % 7] + state.steps;
}

// Each instance of a template has static variables of its own, and static shared memory.
template <typename T> __device__ T before(T x) {
  static T last = 2.5;
  T old = last;
  last = x;
  return old;
}
template <int N> __device__ int count() {
  static int calls = N;
  static unsigned char small = 250;
  small += 3;
  return ++calls * 1000 + small;
}
template <typename T> __device__ T other(T x, int t) {
  static __shared__ T exchanged[8];
  exchanged[t] = x;
  __syncthreads();
  T result = exchanged[7 - t];
  __syncthreads();
  return result;
}
__global__ void instances(int *out) {
  int t = threadIdx.x;
  int swapped = other(t * 3, t) + (int)(other(t * 0.5f, t) * 10000);
  out[8 + t] = swapped;
  if (t == 0) {
    out[0] = before(3) * 10 + before(4);
    out[1] = before(1.5f) * 10 + before(2.0f);
    out[2] = count<3>();
    out[3] = count<-7>();
    out[4] = count<3>();
  }
}

// Static variables of methods, and of a function of a method's name.
namespace methods {
struct Counter {
  struct Inner {
    __device__ int step() {
      static int n = 5;
      return atomicAdd(&n, 2);
    }
  };
  int unused;
  __device__ int next() {
    static int calls;
    return atomicAdd(&calls, 1);
  }
  static __device__ float scaled(float x);
};
__device__ float Counter::scaled(float x) {
  static float factor = 1.5f;
  factor *= 2;
  return factor * x;
}
__device__ int next() {
  static int calls = 50;
  return calls++;
}
__global__ void use(int *out) {
  Counter a, b;
  Counter::Inner inner;
  out[0] = a.next() * 10 + b.next();
  out[1] = next();
  out[2] = inner.step();
  out[3] = (int)Counter::scaled(10);
}
static void test(int *d_out) {
  int got[4];
  use<<<1, 1>>>(d_out);
  use<<<1, 1>>>(d_out);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], 23);
  EXPECT_EQ(got[1], 51);
  EXPECT_EQ(got[2], 7);
  EXPECT_EQ(got[3], 60);
}
} // namespace methods

int main() {
  int init[6][7], got[42], *d_out;
  for (int i = 0; i < 42; i++)
    init[i / 7][i % 7] = i;
  OK(cudaMemcpyToSymbol(grid, init, sizeof init));
  unsigned long long zero = 5, sum;
  OK(cudaMemcpyToSymbol(total, &zero, sizeof zero));
  run<<<1, 64>>>();
  run<<<1, 64>>>();
  State s;
  OK(cudaMemcpyFromSymbol(&s, state, sizeof s));
  EXPECT_EQ(s.steps, 11);
  for (int i = 0; i < 4; i++)
    EXPECT_EQ(s.value[i], 4.0f * (i + 1));
  OK(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
  EXPECT_EQ(sum, 5 + ((unsigned long long)(64 * 63) << 32));
  int steps = 1000;
  OK(cudaMemcpyToSymbol(state, &steps, sizeof steps)); // the first member
  float two[2] = {-1, -2};
  OK(cudaMemcpyToSymbol(state, two, sizeof two, offsetof(State, value) + 2 * sizeof(float)));
  OK(cudaMalloc(&d_out, sizeof got));
  copy_out<<<1, 42>>>(d_out);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 42; i++)
    EXPECT_EQ(got[i], 201 * i + 1000);
  OK(cudaMemcpyFromSymbol(two, state, sizeof two, offsetof(State, value) + 4));
  EXPECT_EQ(two[0], 8.0f);
  EXPECT_EQ(two[1], -1.0f);
  draw<<<1, 1>>>(d_out);
  draw<<<1, 1>>>(d_out);
  OK(cudaMemcpy(got, d_out, 3 * sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], 101);
  EXPECT_EQ(got[1], 9);
  EXPECT_EQ(got[2], 44);
  int made;
  OK(cudaMemcpyFromSymbol(&made, Counted::made, sizeof made));
  EXPECT_EQ(made, 44);
  instances<<<1, 8>>>(d_out);
  instances<<<1, 8>>>(d_out);
  OK(cudaMemcpy(got, d_out, 16 * sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[0], 43);
  EXPECT_EQ(got[1], 21);
  EXPECT_EQ(got[2], 6000 + 3);
  EXPECT_EQ(got[3], -5000 + 0);
  EXPECT_EQ(got[4], 7000 + 6);
  for (int t = 0; t < 8; t++)
    EXPECT_EQ(got[8 + t], (7 - t) * 3 + (7 - t) * 5000);
  methods::test(d_out);
  OK(cudaFree(d_out));
  return verdict();
}
