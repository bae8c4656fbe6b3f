// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Inline assembly: instructions of PTX against what the PTX ISA says of each bit.
#include "check.h"

typedef unsigned long long u64;
const int COUNT = 256, RESULTS = 40;

#define UNARY(Name, Result, Argument, Text, Out, In)                                                \
  __device__ Result Name(Argument a) {                                                              \
    Result d;                                                                                       \
    asm(Text " %0, %1;" : Out(d) : In(a));                                                          \
    return d;                                                                                       \
  }
UNARY(bfind_u, unsigned, unsigned, "bfind.u32", "=r", "r")
UNARY(bfind_s, unsigned, int, "bfind.s32", "=r", "r")
UNARY(bfind_shift, unsigned, unsigned, "bfind.shiftamt.u32", "=r", "r")
UNARY(bfind_wide, unsigned, long long, "bfind.s64", "=r", "l")
UNARY(reversed, unsigned, unsigned, "brev.b32", "=r", "r")
UNARY(leading, unsigned, u64, "clz.b64", "=r", "l")

struct Number {
  unsigned w[4];
};

__device__ Number sum(const Number &a, const Number &b) {
  Number r;
  asm("add.cc.u32 %0, %4, %8;\n\t"
      "addc.cc.u32 %1, %5, %9;\n\t"
      "addc.cc.u32 %2, %6, %10;\n\t"
      "addc.u32 %3, %7, %11;\n\t"
      : "=&r"(r.w[0]), "=&r"(r.w[1]), "=&r"(r.w[2]), "=r"(r.w[3])
      : "r"(a.w[0]), "r"(a.w[1]), "r"(a.w[2]), "r"(a.w[3]), "r"(b.w[0]), "r"(b.w[1]), "r"(b.w[2]),
        "r"(b.w[3]));
  return r;
}

__device__ Number difference(Number a, const Number &b) {
  asm("{ sub.cc.u32 %0, %0, %4; subc.cc.u32 %1, %1, %5; subc.cc.u32 %2, %2, %6; subc.u32 %3, %3, %7; }"
      : "+&r"(a.w[0]), "+&r"(a.w[1]), "+&r"(a.w[2]), "+r"(a.w[3])
      : "r"(b.w[0]), "r"(b.w[1]), "r"(b.w[2]), "r"(b.w[3]));
  return a;
}

/// A product of 64 bits and a sum, word by word.
__device__ u64 product(unsigned a, unsigned b, u64 c) {
  unsigned low, high;
  asm("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %5;"
      : "=&r"(low), "=r"(high)
      : "r"(a), "r"(b), "r"((unsigned)c), "r"((unsigned)(c >> 32)));
  u64 both;
  asm("mov.b64 %0, {%1, %2};" : "=l"(both) : "r"(low), "r"(high));
  return both;
}

/// No register of the first output holds an input.
__device__ unsigned swapped(unsigned a, unsigned b) {
  asm("mov.u32 %0, %2; mov.u32 %1, %3;" : "=&r"(a), "=r"(b) : "r"(b), "r"(a));
  return a * 3 + b;
}

template <int Byte> __device__ unsigned byte_of(unsigned x) {
  unsigned r;
  asm("bfe.u32 %0, %1, %2, 8;" : "=r"(r) : "r"(x), "n"(Byte * 8));
  return r;
}

__device__ unsigned lop(unsigned a, unsigned b, unsigned c) {
  unsigned x, y, z;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(x) : "r"(a), "r"(b), "r"(c));
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(y) : "r"(a), "r"(b), "r"(c));
  asm("lop3.b32 %0, %1, %2, %3, 0x1d;" : "=r"(z) : "r"(a), "r"(b), "r"(c));
  return x + 3 * y + 5 * z;
}

__global__ void bits(const unsigned *v, unsigned *out) {
  int i = threadIdx.x;
  unsigned a = v[i], b = v[(i + 1) % COUNT], c = v[(i + 2) % COUNT], d;
  unsigned *r = out + i * RESULTS;
  r[0] = bfind_u(a);
  r[1] = bfind_s((int)a);
  r[2] = bfind_shift(a);
  r[3] = bfind_wide((long long)(((u64)a << 32) | b));
  r[4] = reversed(a);
  r[5] = leading(((u64)(a & 255) << 20) | b % 7);
  r[6] = lop(a, b, c);
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r[7]) : "r"(a), "r"(b), "r"(c));
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r[8]) : "r"(a), "r"(b & 63), "r"(c & 63));
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r[9]) : "r"(a), "r"(b & 63), "r"(c & 63));
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r[10]) : "r"(a), "r"(b), "r"(c & 63), "r"((c >> 8) & 63));
  asm("shl.b32 %0, %1, %2;" : "=r"(r[11]) : "r"(a), "r"(b & 63));
  asm("shr.s32 %0, %1, %2;" : "=r"(r[12]) : "r"(a), "r"(b & 63));
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r[13]) : "r"(a), "r"(b), "r"(c & 63));
  asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(r[14]) : "r"(a), "r"(b), "r"(c & 63));
  asm("mul.hi.s32 %0, %1, %2;" : "=r"(r[15]) : "r"((int)a), "r"((int)b));
  asm("sad.s32 %0, %1, %2, %3;" : "=r"(r[16]) : "r"((int)a >> 2), "r"((int)b >> 2), "r"(c));
  r[17] = byte_of<0>(a) + 2 * byte_of<3>(b);
  r[18] = swapped(a, b);
  asm("{\n\t.reg .b32 t;\n\tnot.b32 t, %1;\n\tand.b32 %0, t, 0xffff; /* the low half */\n\t}" : "=r"(r[19]) : "r"(a));
  Number m = {{a, b, c, a ^ b}}, n = {{~a, ~0u, ~c, b}}, s = sum(m, n), t = difference(m, n);
  for (int k = 0; k < 4; ++k) {
    r[20 + k] = s.w[k];
    r[24 + k] = t.w[k];
  }
  u64 p = product(a, b, ((u64)c << 32) | ~c);
  asm("mov.b64 {%0, %1}, %2;" : "=r"(r[28]), "=r"(r[29]) : "l"(p));
  asm("mov.b64 {_, %0}, %1;" : "=r"(d) : "l"(p));
  r[30] = d;
  asm("abs.s32 %0, %1;" : "=r"(r[31]) : "r"((int)a));
  asm volatile("" ::: "memory");
  asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(r[32]) : "r"(a), "r"(b), "r"(c));
  int smaller;
  asm("min.s32 %0, %1, %2;" : "=r"(smaller) : "r"(a), "r"(b));
  r[33] = smaller;
  if (a & 1)
    asm("add.u32 %0, %1, 1;" : "=r"(r[34]) : "r"(a));
  else
    asm("{ .reg .u32 t; add.u32 t, %1, 2; mov.u32 %0, t; }" : "=r"(r[34]) : "r"(a));
  auto plus = [&](unsigned n) {
    unsigned sum;
    asm("add.u32 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(n));
    return sum;
  };
  auto doubled = [](auto n) {
    asm("add.u32 %0, %0, %0;" : "+r"(n));
    return n;
  };
  r[35] = plus(3);
  r[36] = doubled(a) + doubled((int)b);
  r[37] = r[38] = r[39] = 0;
}

unsigned find(u64 v, int top) {
  for (int i = top; i >= 0; --i)
    if (v >> i & 1)
      return i;
  return ~0u;
}

void expect_bits(const unsigned *v, int i, unsigned *r) {
  unsigned a = v[i], b = v[(i + 1) % COUNT], c = v[(i + 2) % COUNT];
  r[0] = find(a, 31);
  r[1] = find((int)a < 0 ? ~a : a, 31);
  r[2] = a ? 31 - find(a, 31) : ~0u;
  u64 ab = ((u64)a << 32) | b;
  r[3] = find((long long)ab < 0 ? ~ab : ab, 63);
  r[4] = 0;
  for (int k = 0; k < 32; ++k)
    r[4] |= (a >> k & 1) << (31 - k);
  u64 few = ((u64)(a & 255) << 20) | b % 7;
  r[5] = few ? 63 - find(few, 63) : 64;
  unsigned x = a ^ b ^ c, y = (a & b) | (a & c) | (b & c), z = 0;
  for (int k = 0; k < 32; ++k)
    z |= (0x1du >> ((a >> k & 1) * 4 + (b >> k & 1) * 2 + (c >> k & 1)) & 1) << k;
  r[6] = x + 3 * y + 5 * z;
  r[7] = 0;
  u64 bytes = ((u64)b << 32) | a;
  for (int k = 0; k < 4; ++k) {
    unsigned s = c >> 4 * k & 15, byte = bytes >> 8 * (s & 7) & 255;
    r[7] |= (s & 8 ? (byte & 128 ? 255 : 0) : byte) << 8 * k;
  }
  unsigned pos = b & 63, len = c & 63;
  r[8] = r[9] = 0;
  unsigned sign = len == 0 ? 0 : a >> (pos + len - 1 > 31 ? 31 : pos + len - 1) & 1;
  for (unsigned k = 0; k < 32; ++k) {
    bool inside = k < len && pos + k <= 31;
    r[8] |= (inside ? a >> (pos + k) & 1 : 0) << k;
    r[9] |= (inside ? a >> (pos + k) & 1 : sign) << k;
  }
  pos = c & 63, len = c >> 8 & 63;
  r[10] = b;
  for (unsigned k = 0; k < len && pos + k <= 31; ++k)
    r[10] = (r[10] & ~(1u << (pos + k))) | (k > 31 ? 0 : a >> k & 1) << (pos + k);
  unsigned n = b & 63;
  r[11] = n > 31 ? 0 : a << n;
  r[12] = (unsigned)((int)a >> (n > 31 ? 31 : n));
  n = c & 31;
  r[13] = n ? (b << n) | (a >> (32 - n)) : b;
  n = (c & 63) > 32 ? 32 : c & 63;
  r[14] = n == 32 ? b : n ? (a >> n) | (b << (32 - n)) : a;
  r[15] = (unsigned)((long long)(int)a * (int)b >> 32);
  long long far = (long long)((int)a >> 2) - ((int)b >> 2);
  r[16] = (unsigned)(far < 0 ? -far : far) + c;
  r[17] = (a & 255) + 2 * (b >> 24);
  r[18] = b * 3 + a;
  r[19] = ~a & 0xffff;
  unsigned mw[4] = {a, b, c, a ^ b}, nw[4] = {~a, ~0u, ~c, b};
  u64 carry = 0, borrow = 0;
  for (int k = 0; k < 4; ++k) {
    carry += (u64)mw[k] + nw[k];
    r[20 + k] = (unsigned)carry;
    carry >>= 32;
    u64 taken = (u64)nw[k] + borrow;
    r[24 + k] = mw[k] - (unsigned)taken;
    borrow = mw[k] < taken;
  }
  u64 p = (u64)a * b + (((u64)c << 32) | ~c);
  r[28] = (unsigned)p;
  r[29] = r[30] = p >> 32;
  r[31] = (int)a < 0 ? 0u - a : a;
  r[32] = c;
  for (int k = 0; k < 4; ++k)
    r[32] += (a >> 8 * k & 255) * (b >> 8 * k & 255);
  r[33] = (int)a < (int)b ? a : b;
  r[34] = a & 1 ? a + 1 : a + 2;
  r[35] = a + 3;
  r[36] = a * 2 + b * 2;
  r[37] = r[38] = r[39] = 0;
}

/// Floating point, memory, the registers of a thread, and a sum over the warp.
__global__ void rest(float *f, unsigned *out, unsigned *total) {
  int i = threadIdx.x;
  float x = f[i], y, z;
  asm("fma.rn.f32 %0, %1, 0f40400000, %2;" : "=f"(y) : "f"(x), "f"(0.5f));
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(z) : "f"(x));
  f[64 + i] = y;
  f[128 + i] = z;
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(y) : "l"(f + 64 + (i ^ 1)) : "memory");
  asm volatile("st.global.cs.f32 [%0], %1;" ::"l"(&f[192 + i]), "f"(y) : "memory");
  unsigned lane, below, thread, v = i * i, other;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  asm("mov.u32 %0, %%tid.x;" : "=r"(thread));
#pragma unroll
  for (int step = 16; step > 0; step /= 2) {
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(other) : "r"(v), "r"(step));
    asm("add.u32 %0, %0, %1;" : "+r"(v) : "r"(other));
  }
  if (lane == 5)
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(total), "r"(v) : "memory");
  out[i] = lane + (below << 5) + thread * 7;
}

/// Several numbers at once, and a copy of cp.async, whose address in shared memory is a number.
__device__ void copy16(void *to, const void *from) {
  unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" ::"r"(shared), "l"(from), "n"(16));
}

__global__ void several(float4 *v, unsigned *out, int n) {
  __shared__ float4 held[64], other[64];
  int i = threadIdx.x;
  copy16(&held[i], &v[i]);
  unsigned place = __cvta_generic_to_shared(&other[i]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(place), "l"((const char *)v + 16 * i + 8));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  float4 a = held[i ^ 1], b;
  float2 c;
  asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(b.x), "=f"(b.y), "=f"(b.z), "=f"(b.w)
               : "l"(v + i));
  asm("ld.global.cg.v2.f32 {%0, %1}, [%2];" : "=f"(c.x), "=f"(c.y) : "l"((const float *)(v + i) + 2));
  asm volatile("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(v + 64 + i), "f"(b.w), "f"(c.x),
               "f"(a.x), "f"(other[i ^ 1].y)
               : "memory");
  unsigned x, y, last;
  asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(x) : "l"(out + 64 + i));
  asm volatile("shfl.sync.down.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(y) : "r"(x), "r"(1));
  asm("mov.u32 %0, %%nwarpid;" : "=r"(last));
  unsigned wide;
  asm("mul.wide.u16 %0, %1, %2;" : "=r"(wide) : "h"((unsigned short)(60000 + i)), "h"((unsigned short)n));
  asm("mad24.lo.u32 %0, %0, %1, %2;" : "+r"(x) : "r"(0xff000003u), "r"(y));
  out[i] = x + (last >= 2 ? 2000 : 0) + wide;
  // The numbers are loaded before the first is stored.
  unsigned long long begun, ended;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begun));
  if (i == 0)
    asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(out[129]), "=r"(out[128]) : "l"(out + 128));
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ended));
  if (ended < begun)
    out[0] = 0;
}

/// Copies of so many bytes as is known when it runs, with zeros behind them; hints for caches.
__global__ void filled(const float4 *v, float4 *w, unsigned long long policy) {
  __shared__ float4 s[32], t[32], u[32];
  int i = threadIdx.x, size = i % 3 * 8;
  s[i] = t[i] = u[i] = make_float4(-1, -1, -1, -1);
  unsigned first = __cvta_generic_to_shared(&s[i]), second = __cvta_generic_to_shared(&t[i]),
           third = __cvta_generic_to_shared(&u[i]);
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2, %3;" ::"r"(first), "l"(v + i), "n"(16), "r"(size));
  asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 8, %2;" ::"r"(second), "l"(v + i), "l"(policy));
  asm volatile("cp.async.cg.shared::cta.global.L2::cache_hint.L2::256B [%0], [%1], 16, %2, %3;" ::"r"(third), "l"(v + i),
               "r"(i & 1 ? 16 : 0), "l"(policy));
  asm volatile("cp.async.wait_all;");
  w[i] = s[i];
  w[32 + i] = t[i];
  w[64 + i] = u[i];
}

void check_filled(const float4 *dv) {
  float4 v[32], w[96], *dw;
  cudaMemcpy(v, dv, sizeof v, cudaMemcpyDeviceToHost);
  cudaMalloc(&dw, sizeof w);
  filled<<<1, 32>>>(dv, dw, 0);
  cudaMemcpy(w, dw, sizeof w, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i) {
    expect_equal(w[i].x, i % 3 ? v[i].x : 0, "filled", i);
    expect_equal(w[i].y, i % 3 ? v[i].y : 0, "filled", i);
    expect_equal(w[i].w, i % 3 == 2 ? v[i].w : 0, "filled", i);
    expect_equal(w[32 + i].y, v[i].y, "hinted", i);
    expect_equal(w[32 + i].z, -1.0f, "hinted", i);
    expect_equal(w[64 + i].z, i & 1 ? v[i].z : 0, "hinted", i);
  }
}

void check_several() {
  float4 v[128], *dv;
  unsigned out[130], *dout;
  for (int i = 0; i < 128; ++i)
    v[i] = make_float4(i, i + 0.25f, i + 0.5f, i + 0.75f);
  for (int i = 0; i < 130; ++i)
    out[i] = i * i;
  cudaMalloc(&dv, sizeof v);
  cudaMalloc(&dout, sizeof out);
  cudaMemcpy(dv, v, sizeof v, cudaMemcpyHostToDevice);
  cudaMemcpy(dout, out, sizeof out, cudaMemcpyHostToDevice);
  check_filled(dv);
  several<<<1, 64>>>(dv, dout, 7);
  cudaMemcpy(v, dv, sizeof v, cudaMemcpyDeviceToHost);
  cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i) {
    float4 got = v[64 + i];
    expect_equal(got.x, i + 0.75f, "several", i);
    expect_equal(got.y, i + 0.5f, "several", i);
    expect_equal(got.z, (float)(i ^ 1), "several", i);
    expect_equal(got.w, (i ^ 1) + 0.75f, "several", i);
    unsigned x = (64 + i) * (64 + i), y = i % 32 == 31 ? x : (65 + i) * (65 + i);
    expect_equal(out[i], x * 3 + y + 2000 + (60000 + i) * 7, "numbers", i);
  }
  EXPECT_EQ(out[128], 129u * 129);
  EXPECT_EQ(out[129], 128u * 128);
}

// Conversions, signs and atomics of 64 bits.
__global__ void wider(double *d, u64 *n, float *f) {
  int i = threadIdx.x, whole;
  double x, y;
  float a = f[i], b;
  long long big;
  asm("cvt.f64.f32 %0, %1;" : "=d"(x) : "f"(a));
  asm("cvt.rn.f64.s32 %0, %1;" : "=d"(y) : "r"(i - 4));
  asm("neg.f64 %0, %1;" : "=d"(y) : "d"(y));
  asm("copysign.f64 %0, %1, %2;" : "=d"(y) : "d"(y), "d"(x + 1)); // the sign of -(i - 4)
  d[i] = x * 100 + y;
  asm("neg.f32 %0, %1;" : "=f"(b) : "f"(-a));
  asm("copysign.f32 %0, %1, %2;" : "=f"(b) : "f"(3.0f - i), "f"(b));
  asm("cvt.rzi.s32.f64 %0, %1;" : "=r"(whole) : "d"(x * 3 - 2.5));
  asm("cvt.rzi.s64.f32 %0, %1;" : "=l"(big) : "f"(a * -5e9f));
  f[i] = b + whole * 1000;
  asm("abs.f32 %0, %1;" : "=f"(b) : "f"(b));
  asm("cvt.rn.f32.s64 %0, %1;" : "=f"(a) : "l"(big));
  f[8 + i] = b;
  f[16 + i] = a;
  asm volatile("red.global.add.f64 [%0], %1;" ::"l"(d + 8), "d"(x) : "memory");
  u64 seen = 0, was = 0;
  do {
    was = seen;
    asm volatile("atom.global.cas.b64 %0, [%1], %2, %3;" : "=l"(seen) : "l"(n), "l"(was), "l"(was + 0x100000001ull) : "memory");
  } while (seen != was);
}
static void check_wider() {
  double d[9] = {}, *dd;
  u64 n = 0, *dn;
  float f[24], *df;
  for (int i = 0; i < 8; ++i)
    f[i] = i + 0.5f;
  cudaMalloc(&dd, sizeof d);
  cudaMalloc(&dn, sizeof n);
  cudaMalloc(&df, sizeof f);
  cudaMemcpy(dd, d, sizeof d, cudaMemcpyHostToDevice);
  cudaMemcpy(dn, &n, sizeof n, cudaMemcpyHostToDevice);
  cudaMemcpy(df, f, sizeof f, cudaMemcpyHostToDevice);
  wider<<<1, 8>>>(dd, dn, df);
  cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost);
  cudaMemcpy(&n, dn, sizeof n, cudaMemcpyDeviceToHost);
  cudaMemcpy(f, df, sizeof f, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < 8; ++i) {
    double x = i + 0.5;
    sum += x;
    expect_equal(d[i], x * 100 + std::copysign(x + 1, -(double)(i - 4)), "double", i);
    float b = std::copysign((float)x, 3.0f - i);
    expect_equal(f[i], b + (int)(x * 3 - 2.5) * 1000, "float", i);
    expect_equal(f[8 + i], (float)x, "absolute", i);
    expect_equal(f[16 + i], (float)(long long)((float)x * -5e9f), "long", i);
  }
  expect_equal(d[8], sum, "sum", 0);
  EXPECT_EQ(n, 0x800000008ull);
}

// Predicates, also among barriers.
__global__ void predicates(unsigned *out, unsigned n) {
  __shared__ unsigned s[64];
  unsigned i = threadIdx.x;
  s[i] = i;
  if (i >= n)
    return;
  for (int round = 0; round < 3; ++round) {
    unsigned v = s[i];
    asm volatile("{\n\t.reg .pred %%p;\n\t.reg .pred %%q;\n\t"
                 "setp.gt.u32 %%p, %1, %2;\n\tsetp.ne.b32 %%q, %3, 1;\n\t"
                 "and.pred %%p, %%p, %%q;\n\t"
                 "@%%p add.u32 %0, %0, 10;\n\t@!%%p sub.u32 %0, %0, 1;\n\t}"
                 : "+r"(v)
                 : "r"(i), "r"(20u), "r"(round));
    s[i] = v;
    __syncthreads();
  }
  unsigned quotient, rest, chosen, less;
  asm("div.u32 %0, %1, %2;" : "=r"(quotient) : "r"(s[(i + 1) % n]), "r"(i + 3));
  asm("rem.u32 %0, %1, %2;" : "=r"(rest) : "r"(s[i]), "r"(7));
  float nan = i % 2 ? 1.0f : __int_as_float(0x7fffffff);
  asm("{ .reg .pred p; setp.ne.f32 p, %1, 0f40000000; selp.u32 %0, 1, 0, p; }" : "=r"(chosen) : "f"(nan));
  asm("{ .reg .pred p; setp.lt.s32 p, %1, -1; selp.b32 %0, %1, %2, p; }"
      : "=r"(less)
      : "r"((int)i - 5), "r"(9));
  out[i] = quotient * 1000 + rest * 100 + chosen * 10 + less;
  // What a predicate guards may touch memory.
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p st.global.u32 [%0], %1; }" ::"l"(out + 64 + i),
               "r"(i + 1), "r"((int)(i % 3 == 0))
               : "memory");
}

static void check_predicates() {
  const unsigned n = 50;
  unsigned out[128], *dout;
  cudaMalloc(&dout, sizeof out);
  cudaMemset(dout, 0, sizeof out);
  predicates<<<1, 64>>>(dout, n);
  cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
  auto after = [](unsigned i) { return i > 20 ? i + 19 : i - 3; };
  for (unsigned i = 0; i < n; ++i) {
    unsigned less = (int)i - 5 < -1 ? i - 5 : 9;
    expect_equal(out[i],
                 after((i + 1) % n) / (i + 3) * 1000 + after(i) % 7 * 100 + i % 2 * 10 + less,
                 "predicate", i);
    expect_equal(out[64 + i], i % 3 == 0 ? i + 1 : 0, "guarded", i);
  }
}

// Conversions between integers: the low bits, and the sign of the source's type.
__global__ void convert(const long long *in, long long *out) {
  long long x = in[threadIdx.x], w;
  long long *o = out + threadIdx.x * 24;
  int r, i = (int)x;
  unsigned short h, k = (unsigned short)x;
  float f;
#define TO_INT(opcode, constraint, v)                                                               \
  asm(opcode " %0, %1;" : "=r"(r) : constraint(v));                                                \
  *o++ = r;
#define TO_LONG(opcode, constraint, v)                                                              \
  asm(opcode " %0, %1;" : "=l"(w) : constraint(v));                                                \
  *o++ = w;
#define TO_SHORT(opcode, constraint, v)                                                             \
  asm(opcode " %0, %1;" : "=h"(h) : constraint(v));                                                \
  *o++ = h;
  TO_INT("cvt.s32.s64", "l", x)
  TO_INT("cvt.u32.s64", "l", x)
  TO_LONG("cvt.s64.u32", "r", i)
  TO_LONG("cvt.u64.s32", "r", i)
  TO_INT("cvt.u32.u16", "h", k)
  TO_INT("cvt.s32.s16", "h", k)
  TO_LONG("cvt.s64.s16", "h", k)
  TO_LONG("cvt.u64.u16", "h", k)
  TO_SHORT("cvt.u16.u32", "r", i)
  TO_SHORT("cvt.s16.s64", "l", x)
  TO_INT("cvt.u32.u8", "r", i)
  TO_INT("cvt.s32.s8", "r", i)
  TO_LONG("cvt.s64.s8", "r", i)
  TO_INT("cvt.sat.u8.s32", "r", i)
  TO_INT("cvt.sat.s8.s32", "r", i)
  TO_SHORT("cvt.sat.u16.s32", "r", i)
  TO_SHORT("cvt.sat.s16.s32", "r", i)
  TO_INT("cvt.sat.u32.s64", "l", x)
  TO_INT("cvt.sat.s32.s64", "l", x)
  asm("cvt.rn.f32.u8 %0, %1;" : "=f"(f) : "r"(i));
  *o++ = (long long)f;
  asm("cvt.rz.f32.s32 %0, %1;" : "=f"(f) : "r"(i));
  *o++ = (long long)f;
  asm("div.full.f32 %0, %1, %2;" : "=f"(f) : "f"(f), "f"(2.0f));
  *o++ = (long long)f;
  asm("mov.u32 %0, %tid.x;" : "=r"(r));
  *o++ = r;
}

static long long clamped(long long x, long long least, long long most) {
  return x < least ? least : x > most ? most : x;
}

static void check_conversions() {
  const long long in[8] = {0, -1, 0x123456789abcLL, -200, 300, 70000, -0x7fffffffffLL, 0x80ff};
  long long out[8 * 24], *d_in, *d_out;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  convert<<<1, 8>>>(d_in, d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int t = 0; t < 8; ++t) {
    long long x = in[t];
    int i = (int)x;
    unsigned char b = (unsigned char)i;
    float cut = (float)i;
    if (std::fabs((double)cut) > std::fabs((double)i))
      cut = std::nextafter(cut, 0.0f);
    const long long want[] = {i,
                              i,
                              (unsigned)i,
                              i,
                              (unsigned short)x,
                              (short)x,
                              (short)x,
                              (unsigned short)x,
                              (unsigned short)i,
                              (unsigned short)x,
                              b,
                              (signed char)b,
                              (signed char)b,
                              clamped(i, 0, 255),
                              clamped(i, -128, 127),
                              clamped(i, 0, 65535),
                              (unsigned short)clamped(i, -32768, 32767),
                              (int)(unsigned)clamped(x, 0, 4294967295LL),
                              clamped(x, -2147483648LL, 2147483647),
                              b,
                              (long long)cut,
                              (long long)(cut / 2),
                              t};
    for (int k = 0; k < 23; ++k)
      expect_equal(out[t * 24 + k], want[k], "conversion", t * 100 + k);
  }
  cudaFree(d_in);
  cudaFree(d_out);
}

int main() {
  check_conversions();
  check_wider();
  unsigned v[COUNT], *dv, *dout;
  static unsigned out[COUNT * RESULTS];
  unsigned x = 2463534242u;
  for (int i = 0; i < COUNT; ++i) {
    x ^= x << 13, x ^= x >> 17, x ^= x << 5;
    v[i] = i % 5 == 0 ? x >> (i % 32) : i % 7 == 0 ? 0 : i % 11 == 0 ? ~0u : x;
  }
  cudaMalloc(&dv, sizeof v);
  cudaMalloc(&dout, sizeof out);
  cudaMemcpy(dv, v, sizeof v, cudaMemcpyHostToDevice);
  bits<<<1, COUNT>>>(dv, dout);
  cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < COUNT; ++i) {
    unsigned r[RESULTS];
    expect_bits(v, i, r);
    for (int k = 0; k < RESULTS; ++k)
      expect_equal(out[i * RESULTS + k], r[k], "instruction", k * 1000 + i);
  }

  float f[256], *df;
  unsigned ids[64], total = 0, *dtotal;
  for (int i = 0; i < 256; ++i)
    f[i] = i / 16.0f;
  cudaMalloc(&df, sizeof f);
  cudaMalloc(&dtotal, sizeof total);
  cudaMemcpy(df, f, sizeof f, cudaMemcpyHostToDevice);
  cudaMemset(dtotal, 0, sizeof total);
  rest<<<1, 64>>>(df, dout, dtotal);
  cudaMemcpy(f, df, sizeof f, cudaMemcpyDeviceToHost);
  cudaMemcpy(ids, dout, sizeof ids, cudaMemcpyDeviceToHost);
  cudaMemcpy(&total, dtotal, sizeof total, cudaMemcpyDeviceToHost);
  unsigned squares = 0;
  for (unsigned i = 0; i < 64; ++i) {
    squares += i * i;
    expect_equal(ids[i], i % 32 + (((1u << i % 32) - 1) << 5) + i * 7, "id", i);
    expect_equal(f[64 + i], i / 16.0f * 3 + 0.5f, "fma", i);
    expect_near(f[128 + i], exp2f(i / 16.0f), exp2f(i / 16.0f) * 1e-5, "power", i);
    expect_equal(f[192 + i], (i ^ 1) / 16.0f * 3 + 0.5f, "exchanged", i);
  }
  EXPECT_EQ(total, squares);
  check_several();
  check_predicates();
  return verdict();
}
