// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Atomics of all kinds and types, in global memory; each result is compared with what any order
// must give.
#include "check.h"

struct Cells {
  int add, sub, exch, min, max, bit_and, bit_or, bit_xor, cas_count, returned_sum;
  unsigned uadd, umin, umax, inc, dec;
  unsigned long long ladd, lmin, lmax, lexch, lcas, land, lor, lxor;
  long long smin, smax;
  float fadd, fexch;
  double dadd, dcas;
};

__device__ double add_by_cas(double *to,
                             double v) { // as people wrote it before compute capability 6
  unsigned long long *address = (unsigned long long *)to;
  unsigned long long old = *address, assumed;
  do {
    assumed = old;
    old = atomicCAS(address, assumed, __double_as_longlong(v + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__global__ void all(Cells *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int old = atomicAdd(&c->add, i);
  atomicSub(&c->sub, 2);
  atomicExch(&c->exch, i);
  atomicMin(&c->min, -i);
  atomicMax(&c->max, i * 3);
  atomicAnd(&c->bit_and, ~(1 << (i % 31)));
  atomicOr(&c->bit_or, 1 << (i % 31));
  atomicXor(&c->bit_xor, i);
  if (atomicCAS(&c->cas_count, 0, 1) == 0)
    atomicAdd(&c->returned_sum, 1000000);
  (void)old;
  atomicAdd(&c->uadd, 0xffffffffu);
  atomicMin(&c->umin, 0xfffffff0u - i);
  atomicMax(&c->umax, 0x80000000u + i);
  atomicAdd(&c->returned_sum, (int)atomicInc(&c->inc, 9));
  atomicDec(&c->dec, 9);
  unsigned long long wide = (unsigned long long)i << 33;
  atomicAdd(&c->ladd, wide);
  atomicMin(&c->lmin, ~wide);
  atomicMax(&c->lmax, wide);
  atomicExch(&c->lexch, wide);
  atomicCAS(&c->lcas, 5ull, 1ull << 50);
  atomicAnd(&c->land, ~(1ull << (i % 64)));
  atomicOr(&c->lor, 1ull << (i % 64));
  atomicXor(&c->lxor, wide);
  atomicMin(&c->smin, -(long long)wide);
  atomicMax(&c->smax, (long long)wide - 100);
  atomicAdd(&c->fadd, 0.5f);
  atomicExch(&c->fexch, (float)i);
  atomicAdd(&c->dadd, 0.25);
  add_by_cas(&c->dcas, 2.0);
}

int main() {
  const int n = 256;
  static Cells c, *d;
  c.bit_and = c.umin = -1;
  c.land = c.lmin = ~0ull;
  c.lcas = 5;
  OK(cudaMalloc(&d, sizeof c));
  OK(cudaMemcpy(d, &c, sizeof c, cudaMemcpyHostToDevice));
  all<<<4, n / 4>>>(d);
  OK(cudaMemcpy(&c, d, sizeof c, cudaMemcpyDeviceToHost));
  int x = 0, inc_sum = 0;
  unsigned long long lx = 0;
  for (int i = 0; i < n; i++)
    x ^= i, lx ^= (unsigned long long)i << 33, inc_sum += i % 10;
  EXPECT_EQ(c.add, n * (n - 1) / 2);
  EXPECT_EQ(c.sub, -2 * n);
  EXPECT(c.exch >= 0 && c.exch < n);
  EXPECT_EQ(c.min, 1 - n);
  EXPECT_EQ(c.max, 3 * (n - 1));
  EXPECT_EQ(c.bit_and, (int)0x80000000);
  EXPECT_EQ(c.bit_or, 0x7fffffff);
  EXPECT_EQ(c.bit_xor, x);
  EXPECT_EQ(c.returned_sum, 1000000 + inc_sum);
  EXPECT_EQ(c.uadd, 0u - n);
  EXPECT_EQ(c.umin, 0xfffffff0u - (n - 1));
  EXPECT_EQ(c.umax, 0x80000000u + n - 1);
  EXPECT_EQ(c.inc, (unsigned)(n % 10));
  EXPECT_EQ(c.dec, (unsigned)((10 - n % 10) % 10));
  EXPECT_EQ(c.ladd, (unsigned long long)(n * (n - 1) / 2) << 33);
  EXPECT_EQ(c.lmin, ~((unsigned long long)(n - 1) << 33));
  EXPECT_EQ(c.lmax, (unsigned long long)(n - 1) << 33);
  EXPECT_EQ(c.lexch & ((1ull << 33) - 1), 0ull);
  EXPECT_EQ(c.lcas, 1ull << 50);
  EXPECT_EQ(c.land, 0ull);
  EXPECT_EQ(c.lor, ~0ull);
  EXPECT_EQ(c.lxor, lx);
  EXPECT_EQ(c.smin, -((long long)(n - 1) << 33));
  EXPECT_EQ(c.smax, ((long long)(n - 1) << 33) - 100);
  EXPECT_EQ(c.fadd, 0.5f * n);
  EXPECT(c.fexch >= 0 && c.fexch < n);
  EXPECT_EQ(c.dadd, 0.25 * n);
  EXPECT_EQ(c.dcas, 2.0 * n);
  OK(cudaFree(d));
  return verdict();
}
