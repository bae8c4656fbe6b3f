// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: threadIdx.x - 5 is a 32-bit unsigned, also in wider arithmetic, comparisons, division and
// floating point; a signed 64-bit value divided by an id in place stays signed.
#include "check.h"

__global__ void ids(long long *wide, float *real, unsigned *flags, int *narrow) {
  int i = threadIdx.x;
  wide[i] = threadIdx.x - 5;
  wide[8 + i] = (long long)(blockIdx.x - 1) + 1;
  wide[16 + i] = 1ll * (threadIdx.x - 5) * 2;
  wide[24 + i] = -threadIdx.x;
  wide[32 + i] = ~threadIdx.x;
  wide[40 + i] = (threadIdx.x - 5) / 2 + (threadIdx.x - 5) % 10;
  wide[48 + i] = blockDim.x * 0x20000000u * gridDim.x; // wraps at 32 bits
  wide[56 + i] = sizeof(threadIdx.x) + sizeof(gridDim.y + 1);
  real[i] = threadIdx.x - 5;
  flags[i] = (threadIdx.x - 5 > 100) | (((int)threadIdx.x - 5 < 0) << 1) |
             ((blockDim.x - 9 > threadIdx.x) << 2);
  narrow[i] = threadIdx.x - 5;
  narrow[8 + i] = (threadIdx.x - 5) >> 1;
  narrow[16 + i] = (int)(threadIdx.x - 5) >> 1;
}

struct Sums {
  long long field : 40;
  long long wide;
  short narrow;
};

template <class T> __host__ __device__ T quotient(T a, unsigned b) { return a /= b; }
template <class T> __device__ T quotient_of_dim(T a) { return a /= blockDim.x; }
template <class T> __device__ T rest_of_dim(T a) {
  a %= blockDim.x;
  return a;
}
struct Whole {
  long long v;
  __device__ void divide() { v /= blockDim.x; }
};

// What a thread computes from its id and the size of its block; the host gives both as unsigned.
#define DIVIDE(q, by) q /= by
#define IN_PLACE(ID, SIZE, n, out)                                                                 \
  {                                                                                                \
    long long q = n, r = n, list[2] = {n, n}, *p = &r, &same = list[1];                            \
    Sums sums = {n, n, (short)n};                                                                  \
    int k = 0;                                                                                     \
    q /= SIZE, out[k++] = q;                                                                       \
    q -= ID, out[k++] = q;                                                                         \
    q += ID - 5, out[k++] = q;                                                                     \
    out[k++] = q %= (SIZE);                                                                        \
    q |= ID - 5, out[k++] = q;                                                                     \
    q = n, q *= ID, out[k++] = q;                                                                  \
    q = n, q >>= ID, out[k++] = q;                                                                 \
    q = n, (q /= SIZE) -= ID, out[k++] = q;                                                        \
    DIVIDE(*p, SIZE), out[k++] = r;                                                                \
    list[ID & 1] %= SIZE + 2, out[k++] = list[0];                                                  \
    same /= SIZE, out[k++] = list[1];                                                              \
    sums.wide /= SIZE, out[k++] = sums.wide;                                                       \
    sums.narrow /= SIZE, out[k++] = sums.narrow;                                                   \
    sums.narrow -= ID, out[k++] = sums.narrow;                                                     \
    sums.narrow >>= ID, out[k++] = sums.narrow;                                                    \
    sums.field /= SIZE, out[k++] = sums.field;                                                     \
    const unsigned &seen = ID;                                                                     \
    out[k++] = seen - 9;                                                                           \
    for (q = n; q != 0; q /= SIZE)                                                                 \
      out[k] = q;                                                                                  \
    k++;                                                                                           \
    out[k++] = (ID ? ID - 9 : n) / 2;                                                              \
    out[k++] = n < (ID ? ID : 0);                                                                  \
    switch (ID - 5) {                                                                              \
    case 4294967295u:                                                                              \
      out[k++] = 1;                                                                                \
      break;                                                                                       \
    default:                                                                                       \
      out[k++] = 2;                                                                                \
    }                                                                                              \
  }
constexpr int in_place_count = 21;

__global__ void in_place(int n, long long *out) {
  out += threadIdx.x * 32;
  IN_PLACE(threadIdx.x, blockDim.x, n, out);
  out += in_place_count;
  long long q = n;
  q /= blockDim.x;
  *out++ = q;
  q = n;
  q %= blockDim.x;
  *out++ = q;
  *out++ = quotient_of_dim((long long)n);
  *out++ = quotient_of_dim((short)n);
  *out++ = rest_of_dim((long long)n);
  *out++ = quotient((long long)n, blockDim.x);
  auto divide = [](long long v) { return v /= blockDim.x; };
  *out++ = divide(n);
  Whole whole = {n};
  whole.divide();
  *out++ = whole.v;
}

static void in_place_on_host(unsigned id, unsigned size, int n, long long *out) {
  IN_PLACE(id, size, n, out);
  out += in_place_count;
  const long long q = n / (long long)size, r = n % (long long)size;
  const long long more[] = {q, r, q, quotient((short)n, size), r, q, q, q};
  memcpy(out, more, sizeof more);
}

static void check_in_place() {
  long long got[8 * 32], want[32] = {}, *d_got;
  OK(cudaMalloc(&d_got, sizeof got));
  OK(cudaMemset(d_got, 0, sizeof got));
  in_place<<<1, 8>>>(-1000, d_got);
  OK(cudaMemcpy(got, d_got, sizeof got, cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < 8; i++) {
    in_place_on_host(i, 8, -1000, want);
    for (int k = 0; k < in_place_count + 8; k++)
      EXPECT_EQ(got[i * 32 + k], want[k]);
  }
  OK(cudaFree(d_got));
}

int main() {
  check_in_place();
  long long wide[64], *d_wide;
  float real[8], *d_real;
  unsigned flags[8], *d_flags;
  int narrow[24], *d_narrow;
  OK(cudaMalloc(&d_wide, sizeof wide));
  OK(cudaMalloc(&d_real, sizeof real));
  OK(cudaMalloc(&d_flags, sizeof flags));
  OK(cudaMalloc(&d_narrow, sizeof narrow));
  ids<<<1, 8>>>(d_wide, d_real, d_flags, d_narrow);
  OK(cudaMemcpy(wide, d_wide, sizeof wide, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(real, d_real, sizeof real, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(flags, d_flags, sizeof flags, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(narrow, d_narrow, sizeof narrow, cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < 8; i++) {
    unsigned u = i - 5;
    EXPECT_EQ(wide[i], (long long)u);
    EXPECT_EQ(wide[8 + i], 4294967296ll);
    EXPECT_EQ(wide[16 + i], 2ll * u);
    EXPECT_EQ(wide[24 + i], (long long)(0u - i));
    EXPECT_EQ(wide[32 + i], (long long)~i);
    EXPECT_EQ(wide[40 + i], (long long)(u / 2 + u % 10));
    EXPECT_EQ(wide[48 + i], 0);
    EXPECT_EQ(wide[56 + i], 8);
    EXPECT_EQ(real[i], (float)u);
    EXPECT_EQ(flags[i], (unsigned)(u > 100) | ((i < 5) << 1) | 4u);
    EXPECT_EQ(narrow[i], (int)i - 5);
    EXPECT_EQ(narrow[8 + i], (int)(u >> 1));
    EXPECT_EQ(narrow[16 + i], (int)i - 5 >= 0 ? ((int)i - 5) / 2 : -((6 - (int)i) / 2));
  }
  OK(cudaFree(d_wide));
  OK(cudaFree(d_real));
  OK(cudaFree(d_flags));
  OK(cudaFree(d_narrow));
  return verdict();
}
