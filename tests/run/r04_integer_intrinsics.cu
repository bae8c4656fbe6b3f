// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R04: all integer intrinsics over edge inputs, against plain loops on the host.
#include "check.h"

struct Results {
  unsigned brev, perm, umulhi, umul24, usad, uhadd, urhadd, funnel_l, funnel_r, funnel_lc,
      funnel_rc;
  int clz, ffs, popc, mulhi, mul24, sad, hadd, rhadd, clzll, ffsll, popcll;
  unsigned long long brevll, umul64hi;
  long long mul64hi;
};

__global__ void intrinsics(const unsigned *a, const unsigned *b, Results *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * n)
    return;
  unsigned x = a[i / n], y = b[i % n];
  unsigned long long p = ((unsigned long long)x << 32) | y,
                     q = ((unsigned long long)y << 32) | (x ^ 5u);
  Results r;
  r.brev = __brev(x);
  r.perm = __byte_perm(x, y, y ^ 0x5140u);
  r.umulhi = __umulhi(x, y);
  r.umul24 = __umul24(x, y);
  r.usad = __usad(x, y, 7u);
  r.uhadd = __uhadd(x, y);
  r.urhadd = __urhadd(x, y);
  r.funnel_l = __funnelshift_l(x, y, y);
  r.funnel_r = __funnelshift_r(x, y, y);
  r.funnel_lc = __funnelshift_lc(x, y, y & 63);
  r.funnel_rc = __funnelshift_rc(x, y, y & 63);
  r.clz = __clz((int)x);
  r.ffs = __ffs((int)x);
  r.popc = __popc(x);
  r.mulhi = __mulhi((int)x, (int)y);
  r.mul24 = __mul24((int)x, (int)y);
  r.sad = (int)__sad((int)x, (int)y, 9u);
  r.hadd = __hadd((int)x, (int)y);
  r.rhadd = __rhadd((int)x, (int)y);
  r.clzll = __clzll((long long)p);
  r.ffsll = __ffsll((long long)p);
  r.popcll = __popcll(p);
  r.brevll = __brevll(p);
  r.umul64hi = __umul64hi(p, q);
  r.mul64hi = __mul64hi((long long)p, (long long)q);
  out[i] = r;
}

static unsigned long long reversed(unsigned long long v, int bits) {
  unsigned long long r = 0;
  for (int i = 0; i < bits; i++)
    r |= ((v >> i) & 1) << (bits - 1 - i);
  return r;
}
static int leading_zeros(unsigned long long v, int bits) {
  int n = 0;
  while (n < bits && !((v >> (bits - 1 - n)) & 1))
    n++;
  return n;
}
static int first_set(unsigned long long v) {
  for (int i = 0; i < 64; i++)
    if ((v >> i) & 1)
      return i + 1;
  return 0;
}
static int ones(unsigned long long v) {
  int n = 0;
  for (; v; v >>= 1)
    n += (int)(v & 1);
  return n;
}
static unsigned permuted(unsigned x, unsigned y, unsigned s) {
  unsigned long long both = ((unsigned long long)y << 32) | x;
  unsigned r = 0;
  for (int i = 0; i < 4; i++) // bit 3 of a selector, the sign mode, is not part of the intrinsic
    r |= (unsigned)((both >> (8 * ((s >> (4 * i)) & 7))) & 255) << (8 * i);
  return r;
}
static int signed24(unsigned x) { return (int)(x << 8) >> 8; }

int main() {
  const unsigned edge[] = {0u,          1u,          2u,          0x80000000u,
                           0x7fffffffu, 0xffffffffu, 0x00ffffffu, 0x00800000u,
                           0x12345678u, 0xdeadbeefu, 31u,         33u};
  const int n = sizeof edge / sizeof edge[0];
  unsigned *d_a;
  Results *d_out, r[n * n];
  OK(cudaMalloc(&d_a, sizeof edge));
  OK(cudaMalloc(&d_out, sizeof r));
  OK(cudaMemcpy(d_a, edge, sizeof edge, cudaMemcpyHostToDevice));
  intrinsics<<<(n * n + 63) / 64, 64>>>(d_a, d_a, d_out, n);
  OK(cudaMemcpy(r, d_out, sizeof r, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n * n; i++) {
    unsigned x = edge[i / n], y = edge[i % n];
    long long sx = (int)x, sy = (int)y;
    unsigned long long p = ((unsigned long long)x << 32) | y,
                       q = ((unsigned long long)y << 32) | (x ^ 5u);
    EXPECT_EQ(r[i].brev, (unsigned)reversed(x, 32));
    EXPECT_EQ(r[i].perm, permuted(x, y, y ^ 0x5140u));
    EXPECT_EQ(r[i].umulhi, (unsigned)(((unsigned long long)x * y) >> 32));
    EXPECT_EQ(r[i].umul24, (x & 0xffffffu) * (y & 0xffffffu));
    EXPECT_EQ(r[i].usad, (x > y ? x - y : y - x) + 7u);
    EXPECT_EQ(r[i].uhadd, (unsigned)(((unsigned long long)x + y) >> 1));
    EXPECT_EQ(r[i].urhadd, (unsigned)(((unsigned long long)x + y + 1) >> 1));
    unsigned s = y & 31, c = (y & 63) > 32 ? 32 : (y & 63);
    unsigned long long yx = ((unsigned long long)y << 32) | x;
    EXPECT_EQ(r[i].funnel_l, (unsigned)((yx << s) >> 32));
    EXPECT_EQ(r[i].funnel_r, (unsigned)(yx >> s));
    EXPECT_EQ(r[i].funnel_lc, (unsigned)((yx << c) >> 32));
    EXPECT_EQ(r[i].funnel_rc, (unsigned)(yx >> c));
    EXPECT_EQ(r[i].clz, leading_zeros(x, 32));
    EXPECT_EQ(r[i].ffs, first_set(x));
    EXPECT_EQ(r[i].popc, ones(x));
    EXPECT_EQ(r[i].mulhi, (int)((sx * sy) >> 32));
    EXPECT_EQ((unsigned)r[i].mul24, (unsigned)((long long)signed24(x) * signed24(y)));
    EXPECT_EQ((unsigned)r[i].sad, (unsigned)((sx > sy ? sx - sy : sy - sx) + 9));
    EXPECT_EQ(r[i].hadd, (int)((sx + sy) >> 1));
    EXPECT_EQ(r[i].rhadd, (int)((sx + sy + 1) >> 1));
    EXPECT_EQ(r[i].clzll, leading_zeros(p, 64));
    EXPECT_EQ(r[i].ffsll, first_set(p));
    EXPECT_EQ(r[i].popcll, ones(p));
    EXPECT_EQ(r[i].brevll, reversed(p, 64));
    EXPECT_EQ(r[i].umul64hi, (unsigned long long)(((unsigned __int128)p * q) >> 64));
    EXPECT_EQ(r[i].mul64hi, (long long)(((__int128)(long long)p * (long long)q) >> 64));
  }
  OK(cudaFree(d_a));
  OK(cudaFree(d_out));
  return verdict();
}
