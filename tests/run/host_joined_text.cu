// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the translation writes beside the user's text must not make other tokens of it: a division
// by a managed variable is no comment, `else(k)` no name.
#include "check.h"

__managed__ int num, den;
__managed__ int pair_of[2];
__managed__ float ratio;
struct Point {
  int x, y;
};
__managed__ Point point;
__device__ int counter;
__constant__ int factors[2];

__global__ void fill(int n, int d) {
  num = n;
  den = d;
  pair_of[0] = n;
  pair_of[1] = d;
  point.x = n;
  point.y = d;
  ratio = float(n) / d;
}
__global__ void add(int *v, int a, int b) { *v += a - b; }

#define DIVIDE(a, b) (a)/b
#define RATIO() num/den /* the ratio */
#define NEGATIVE(x) -x
#define ADD(v, ...) add<<<1, 1>>>(v, __VA_ARGS__)
#define TWICE(call)                                                                                \
  do {                                                                                             \
    call;                                                                                          \
    call;                                                                                          \
  } while (0)
#define TOGETHER(...) __VA_ARGS__

static void managed() {
  fill<<<1, 1>>>(42, 6);
  OK(cudaDeviceSynchronize());
  int q = 1 + num/den /* the ratio */ + 1;
  EXPECT_EQ(q, 9);
  EXPECT_EQ(num/den/*the ratio*/, 7);
  EXPECT_EQ(84/num, 2);
  EXPECT_EQ(84/num/*all*/+den, 8);
  EXPECT_EQ(RATIO(), 7);
  EXPECT_EQ(DIVIDE(84, num) + DIVIDE(num, den), 9);
  EXPECT_EQ(num&den, 2);
  EXPECT_EQ(84/pair_of[0], 2);
  EXPECT_EQ(84/point.x, 2);
  EXPECT_NEAR(14.f/ratio, 2, 1e-6);
  EXPECT_EQ(num*den, 252);
  EXPECT_EQ(num-(-den), 48);
  EXPECT_EQ(NEGATIVE(num), -42);
  int *p = &num;
  EXPECT_EQ(*p, 42);
  EXPECT_EQ(num%den, 0);
  int r = 0;
  r+=num;
  r/=den;
  EXPECT_EQ(r, 7);
  if (r)num=1;else num=2;
  EXPECT_EQ(num, 1);
  num = 42;
  EXPECT_EQ([]{return num;}(), 42);
  EXPECT_EQ(r?num:den, 42);
  EXPECT_EQ(r<num, 1);
}

static int sum(int a, int b = num) { return a + b; }
static void managed_forms() {
  EXPECT_EQ(sizeof(num), 4);
  EXPECT_EQ(sizeof num/sizeof pair_of[0], 1);
  EXPECT_EQ(sizeof(pair_of)/sizeof(*pair_of), 2);
  EXPECT_EQ(sizeof(Point)/sizeof(point), 1);
  int copy = num;
  copy++;
  EXPECT_EQ(num, 42);
  EXPECT_EQ(copy, 43);
  decltype((num)) same = num;
  same++;
  EXPECT_EQ(num--, 43);
  int total = 0;
  for (int v : pair_of)
    total += v;
  EXPECT_EQ(total, 48);
  auto [x, y] = point;
  EXPECT_EQ(x-y, 36);
  auto &alias = point;
  alias.x++;
  EXPECT_EQ(point.x--, 43);
  EXPECT_EQ(sum(1), 43);
  EXPECT_EQ((num, den), 6);
  int *first = pair_of, (&both)[2] = pair_of;
  EXPECT_EQ(first[0]+both[1], 48);
  EXPECT_EQ(-num, -42);
  EXPECT_EQ(1 -num, -41);
  EXPECT_EQ(!num, 0);
  EXPECT_EQ(~num, ~42);
  EXPECT_EQ((float)num/4, 10.5);
  EXPECT_EQ(float(num)/4, 10.5);
  int copied[2] = {num, den};
  EXPECT_EQ(copied[0], 42);
  switch (num) {
  case 42:
    break;
  default:
    EXPECT(false);
  }
}

static int *device;
static int value() {
  int v;
  OK(cudaMemcpy(&v, device, sizeof v, cudaMemcpyDeviceToHost));
  OK(cudaMemset(device, 0, sizeof v));
  return v;
}

static cudaError_t result(int n) {
  if (n)return(cudaMemset)(device, 0, sizeof(int));else return(cudaGetLastError)();
}

static void launches() {
  if (device==nullptr)num=0;else(add)<<<1, 1>>>(device, 5, 2);
  EXPECT_EQ(value(), 3);
  do(add)<<<1, 1>>>(device, 5, 1);while(0);
  EXPECT_EQ(value(), 4);
  TWICE((add<<<1, 1>>>(device, 5, 2)));
  EXPECT_EQ(value(), 6);
  TWICE(ADD(device, 7, 2));
  EXPECT_EQ(value(), 10);
  TOGETHER(add<<<1, 1>>>(device, 3, 2));
  EXPECT_EQ(value(), 1);
  TOGETHER(ADD(device, 3, -1); ADD(device, 1, 0));
  EXPECT_EQ(value(), 5);
  add<<<1, // one block
        1 // one thread
        >>>(device, 9, // nine
            2 // minus two
            );
  EXPECT_EQ(value(), 7);
  add<<<1, 1>>>( // nothing before
      device, 9, 3);
  EXPECT_EQ(value(), 6);
  add /* kernel */ <<< /* grid */ 1, 1 /* block */ >>> /* arguments */ (device, 9, 4 /* last */);
  EXPECT_EQ(value(), 5);
  OK(result(0));
  OK(result(1));
}

static void copies() {
  int v = 4, w[2] = {1, 2};
  OK(cudaMemcpyToSymbol(counter, // the symbol
                        &v, sizeof v // its bytes
                        ));
  v = 0;
  OK(cudaMemcpyFromSymbol(&v, counter, sizeof v, 0, // offset
                          cudaMemcpyDeviceToHost // the kind
                          ));
  EXPECT_EQ(v, 4);
  OK(cudaMemcpy(device, &v, sizeof v, // bytes
                cudaMemcpyHostToDevice // down
                ));
  EXPECT_EQ(value(), 4);
  OK(cudaMemcpy(device, &v, sizeof v /* bytes */, /* down */ cudaMemcpyHostToDevice /* end */));
  EXPECT_EQ(value(), 4);
  OK(cudaMemcpyToSymbol(factors, w, sizeof w));
  OK(TOGETHER(cudaMemcpy(device, w+1, sizeof v, cudaMemcpyHostToDevice)));
  EXPECT_EQ(value(), 2);
}

int main() {
  OK(cudaMalloc(&device, sizeof(int)));
  OK(cudaMemset(device, 0, sizeof(int)));
  int *probe;
  OK(cudaMallocManaged(&probe, sizeof(int)));
  if (failure_count()) // managed variables would be nowhere
    return verdict();
  OK(cudaFree(probe));
  managed();
  managed_forms();
  launches();
  copies();
  OK(cudaFree(device));
  return verdict();
}
