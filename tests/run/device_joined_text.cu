// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the translation writes beside the user's text must not make other tokens of it.
#include "check.h"

__constant__ int divisor = 7;
__constant__ int table[2] = {3, 4};
__device__ int counter = 6;
struct Point {
  int x, y;
  __host__ __device__ int sum() const { return x+y; }
  __host__ __device__ Point operator-() const { return Point{-x, -y}; }
};
__constant__ Point point = {2, 5};

#define HEX 0xe
#define MINUS_ONE -1
#define NEGATIVE(x) -x
#define DIVIDE(a, b) a/b
#define DIVIDED(a) a/divisor
#define QUOTIENT(a) a/divisor /* the quotient */
#define AT(p, i) p[i]

template <int N> __device__ int negated(int v) { return v-N+-N; }
template <int N> __device__ int shifted(int v) { return v<-N?1:-N-v; }
__device__ int quotient(int a, const int &b) { return a/b; }
__device__ int through(int a, const int *b) { return a/ *b/*all*/; }
__device__ void divide(int &a, int &b, int *rest) { *rest = a%b; a/=b; b=a/b/*again*/; }
__device__ int last(int a, // first
                    int b  // last
) {
  return a*table[b&1] /* constant */ + divisor // another
      ;
}

__global__ void compute(int *out, int n, Point p) {
  __shared__ int shared;
  extern __shared__ int dynamic[];
  shared = n;
  dynamic[0] = 2*n;
  int i = 0, rest;
  out[i++] = 1 + n/divisor /* the ratio */ + 1;
  out[i++] = n/divisor/*all*/+2;
  out[i++] = n/counter /* counter */ + 1;
  out[i++] = n/table[0]/*x*/+n/shared/*y*/+dynamic[0]/shared/*z*/;
  out[i++] = n/point.y /* five */ + p.sum()/point.x/*two*/;
  out[i++] = DIVIDE(n, divisor)+DIVIDED(n)+QUOTIENT(n) /* thrice */ + 1;
  out[i++] = negated<-3>(n);
  out[i++] = negated<3>(n);
  out[i++] = shifted<-3>(n);
  out[i++] = NEGATIVE(-n)-NEGATIVE(n)-MINUS_ONE-divisor;
  out[i++] = HEX+n-HEX+1;
  out[i++] = quotient(n, divisor)+quotient(n, shared)/*one*/+through(n, &divisor);
  int a = n, b = 5;
  divide(a, b, &rest);
  out[i++] = a*100+b*10+rest;
  out[i++] = last(n, // first
                  1  // last
  );
  out[i++] = (-p).x-(-p).y;
  out[i++] = AT(table, 1)/AT(table, 0)/*one*/-AT(out, 0);
  out[i++] = n&divisor|n&~divisor;
  if(n)out[i++]=divisor;else out[i++]=counter;
  atomicAdd(&counter,-divisor);
}

int main() {
  int *device, got[18];
  OK(cudaMalloc(&device, sizeof got));
  compute<<<1, 1, 64>>>(device, 42, Point{3, 4});
  OK(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost));
  int i = 0;
  EXPECT_EQ(got[i++], 8);
  EXPECT_EQ(got[i++], 8);
  EXPECT_EQ(got[i++], 8);
  EXPECT_EQ(got[i++], 17);
  EXPECT_EQ(got[i++], 11);
  EXPECT_EQ(got[i++], 19);
  EXPECT_EQ(got[i++], 48);
  EXPECT_EQ(got[i++], 36);
  EXPECT_EQ(got[i++], -39);
  EXPECT_EQ(got[i++], 42 + 42 + 1 - 7);
  EXPECT_EQ(got[i++], 43);
  EXPECT_EQ(got[i++], 13);
  EXPECT_EQ(got[i++], 812);
  EXPECT_EQ(got[i++], 42 * 4 + 7);
  EXPECT_EQ(got[i++], 1);
  EXPECT_EQ(got[i++], 1 - 8);
  EXPECT_EQ(got[i++], 42);
  EXPECT_EQ(got[i++], 7);
  int counted;
  OK(cudaMemcpyFromSymbol(&counted, counter, sizeof counted));
  EXPECT_EQ(counted, -1);
  OK(cudaFree(device));
  return verdict();
}
