// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: the initial value of a device variable names macros; its symbol does, too.
#include "check.h"

#define SQ(n) ((n) * (n))
#ifndef M
#define M 6
#endif
#define N 5
#define TWO_N (2 * N)
#define PAIR(a, b) {a, b}
#define LIST {1, 2, 3}
#define NEG -3
#define F(x) (x##f)
#define STR "abc"
#define SUM(a, b) a + b
#define VA(...) {__VA_ARGS__}
#define DIM(n) [n]
#define CONST_INT(n, v) __constant__ int n = v
#define DEV(T, n, v) static __device__ T n = v;
#define WRAP(...) __VA_ARGS__
#define FIX __device__ int fixed_var = SQ(4)
#define FIXP(v) __device__ int fixp = SQ(v) + N
#define KONST __constant__
#define INIT(v) = v
struct P {
  int a, b;
};
__constant__ int area = SQ(7);
__device__ int limit = N, limit2 = M, limit3 = TWO_N;
__constant__ int two = TWO_N;
__device__ P pair = PAIR(3, N);
__device__ int list[3] = LIST;
__device__ int dims DIM(2) = {N, M};
__device__ int dims2 DIM(2)[N] = {{N, M}};
__constant__ int neg = NEG;
__device__ float fl = F(1.5);
__constant__ int sum = SUM(SQ(2), N);
__device__ int va[] = VA(1, N, SQ(3));
__constant__ int arr[] = {SQ(2), N, SUM(1, 2)};
__device__ int paren(SQ(3));
__device__ int paren2(9 + N);
__device__ int brace{N};
__device__ int brace2 = {SQ(2)};
__device__ int neg2 = -N;
__device__ double dd = SQ(1.5) + N;
__constant__ const char text[] = STR;
static __device__ unsigned mask = (unsigned)SQ(9);
CONST_INT(ci, SQ(3));
CONST_INT(cj, N);
DEV(int, dv, 4)
WRAP(__constant__ int wrapped = SQ(5);)
FIX;
FIXP(3);
__constant__ int kon = SQ(2);
__device__ int ini = SQ(3);
template <class T> __device__ T tv = T(SQ(4));
__global__ void k(int *o) {
  static int st = SQ(3);
  static int st2 = N;
  o[0] = area + limit * 1000 + limit2 * 10000 + limit3 * 100000;
  o[1] = two;
  o[2] = pair.a * 10 + pair.b;
  o[3] = list[2];
  o[4] = neg;
  o[5] = fl * 2;
  o[6] = sum;
  o[7] = va[2];
  o[8] = arr[0] * 100 + arr[1] * 10 + arr[2];
  o[9] = paren;
  o[10] = brace;
  o[11] = neg2;
  o[12] = dd * 100;
  o[13] = text[1];
  o[14] = mask;
  o[15] = dims[1] + dims2[0][0];
  o[16] = paren2;
  o[17] = brace2;
  o[18] = ci + cj;
  o[19] = dv;
  o[20] = wrapped;
  o[21] = fixed_var;
  o[22] = fixp;
  o[23] = kon;
  o[24] = ini;
  o[25] = tv<short>;
  o[26] = st++;
  o[27] = st2++;
}

int main() {
  int got[28], *d_got;
  OK(cudaMalloc(&d_got, sizeof got));
  k<<<1, 1>>>(d_got);
  OK(cudaMemcpy(got, d_got, sizeof got, cudaMemcpyDeviceToHost));
  const int want[] = {SQ(7) + N * 1000 + M * 10000 + TWO_N * 100000,
                      10,
                      35,
                      3,
                      -3,
                      3,
                      9,
                      9,
                      453,
                      9,
                      5,
                      -5,
                      725,
                      'b',
                      81,
                      11,
                      14,
                      4,
                      14,
                      4,
                      25,
                      16,
                      14,
                      4,
                      9,
                      16,
                      9,
                      5};
  for (int i = 0; i < 28; i++)
    EXPECT_EQ(got[i], want[i]);
  OK(cudaFree(d_got));
  return verdict();
}
