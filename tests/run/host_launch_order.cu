// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUDA evaluates the configuration of a launch before its arguments, everything once.
#include "check.h"

__global__ void store(int *v, int a, int b) {
  v[0] = a;
  v[1] = b;
  v[2] = gridDim.x;
  v[3] = blockDim.x;
}
template <typename T> __global__ void store_as(int *v, T a) { v[0] = int(a), v[2] = gridDim.x; }

static int steps;
static int step() { return ++steps; }
static dim3 grid_step() { return dim3(++steps); }
static int *device;
static int got[4];

static void read_back() {
  OK(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost));
  steps = 0;
}

struct Counter {
  int count = 0;
  int next() { return ++count; }
  void launch() {
    store<<<next(), 32>>>(device, count, next());
    read_back();
    // The second argument may be evaluated before or after the third, both after the grid.
    EXPECT_EQ(got[2], 1);
    EXPECT_EQ(got[1], 2);
    EXPECT(got[0] == 1 || got[0] == 2);
  }
};

struct Base {
  virtual ~Base() {}
  virtual int next() const { return 1; }
};
struct Derived : Base {
  int next() const override { return ::step(); }
};

template <typename T, typename F> void launch_with(F next) {
  store_as<T><<<next(), 4>>>(device, T(next()));
  read_back();
  EXPECT_EQ(got[2], 1);
  EXPECT_EQ(got[0], 2);
}

#define LAUNCH(kernel, grid, ...) kernel<<<grid, 8>>>(__VA_ARGS__)

static void in_functions() {
  store<<<step(), 8>>>(device, step(), 7);
  read_back();
  EXPECT_EQ(got[2], 1);
  EXPECT_EQ(got[0], 2);
  store<<<grid_step(), dim3(8)>>>(device, 5, step());
  read_back();
  EXPECT_EQ(got[2], 1);
  EXPECT_EQ(got[1], 2);
}

static void in_expressions() {
  int n = 0;
  store<<<++n, 8>>>(device, n, n * 10);
  read_back();
  EXPECT_EQ(got[2], 1);
  EXPECT_EQ(got[0], 1);
  EXPECT_EQ(got[1], 10);
  // Either part first, but each has the value that it had: 1 and 8, or 5 and 7.
  int m = 0;
  store<<<m++ ? 5 : 1, (m += 7)>>>(device, m, m);
  read_back();
  EXPECT(got[2] == 1 ? got[3] == 8 : got[2] == 5 && got[3] == 7);
  EXPECT_EQ(got[0], 8);
  int sizes[3] = {3, 4, 5}, *size = sizes;
  store<<<*size++, *size>>>(device, *size, sizes[0]--);
  read_back();
  EXPECT(got[2] == 3 || got[2] == 4);
  EXPECT_EQ(got[0], 4);
  EXPECT_EQ(got[1], 3);
  EXPECT_EQ(sizes[0], 2);
  int shared = 4, grid = 2;
  if (grid > 1)
    store<<<grid, 16, (shared += 12)>>>(device, shared, grid++);
  else
    store<<<1, 1>>>(device, 0, 0);
  read_back();
  EXPECT_EQ(got[2], 2);
  EXPECT_EQ(got[0], 16);
  EXPECT_EQ(grid, 3);
}

static void in_macros() {
  LAUNCH(store, step(), device, step(), 9);
  read_back();
  EXPECT_EQ(got[2], 1);
  EXPECT_EQ(got[0], 2);
  LAUNCH(store, 3, device, 4, 9);
  read_back();
  EXPECT_EQ(got[2], 3);
  EXPECT_EQ(got[0], 4);
  (LAUNCH(store, step(), device, 1, step()), step());
  EXPECT_EQ(steps, 3);
  read_back();
  EXPECT_EQ(got[1], 2);
}

// A launch that an argument makes comes after the configuration, too.
static int launch_inside() {
  store<<<1, 1>>>(device, 0, step());
  return 5;
}

int main() {
  OK(cudaMalloc(&device, sizeof got));
  in_functions();
  in_expressions();
  in_macros();
  Counter().launch();
  launch_with<float>([] { return step(); });
  launch_with<long>(step);
  Derived derived;
  const Base &base = derived;
  store<<<base.next(), 2>>>(device, base.next(), 1);
  read_back();
  EXPECT_EQ(got[2], 1);
  EXPECT_EQ(got[0], 2);
  store<<<step(), 2>>>(device, launch_inside(), steps);
  read_back();
  EXPECT_EQ(got[2], 1);
  EXPECT_EQ(got[0], 5);
  int (*next)() = step;
  store<<<next(), 2>>>(device, next(), 1);
  read_back();
  EXPECT_EQ(got[2], 1);
  EXPECT_EQ(got[0], 2);
  OK(cudaFree(device));
  return verdict();
}
