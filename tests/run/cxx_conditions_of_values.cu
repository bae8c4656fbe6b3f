// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What C and OpenCL C write otherwise in expressions and statements: numbers, pointers and objects
// as conditions, operators by their names, choices that are changed, ranges of cases, shifts in
// macros.
#include "check.h"

#define HD __host__ __device__

namespace cond_float {
HD inline double inv(double det) { return det ? 1 / det : 0; }
HD inline void probe(double *o, int t) {
  float f = t - 1.5f * (t % 2), z = t - 1;
  o[0] = inv(t);
  float x = t * 2;
  int n = 0;
  while (x) {
    x -= 1;
    ++n;
  }
  o[1] = n;
  o[2] = !z;
  o[3] = z && f;
  o[4] = z || t;
  if (z)
    o[5] = 7;
  else
    o[5] = 8;
  do {
    z -= 1;
    ++n;
  } while (z > 0 && z);
  o[6] = n;
  for (float y = t; y; y -= 0.5f)
    o[7] += 1;
  o[8] = (z ? 3 : 4) + (f ? 1 : 0);
  o[9] = !f + !z * 2;
  bool b = f;
  o[10] = b;
  o[11] = !!f;
  o[13] = (f, z) ? 1 : 2;
  double w = 1e-320 * t;
  o[14] = w ? 1 : 0;
  if (w)
    o[15] = 1;
}
} // namespace cond_float

namespace cond_ptr {
struct C {
  int v;
  HD operator bool() const { return v > 1; }
};
struct F {
  float v;
  HD operator float() const { return v; }
};
struct P {
  int *v;
  HD operator int *() const { return v; }
};
struct E {
  float v;
  HD explicit operator bool() const { return v; }
};
HD inline void probe(double *o, int t) {
  int n = 5;
  int *p = t % 2 ? &n : nullptr;
  o[0] = p ? *p : -1;
  if (p)
    o[1] = 1;
  if (!p)
    o[2] = 1;
  o[3] = p && *p == 5;
  o[4] = !p || t;
  C c{t};
  F f{t - 1.0f};
  P q{p};
  E e{t * 0.5f};
  o[5] = c ? 1 : 2;
  o[6] = f ? 1 : 2;
  o[7] = q ? 1 : 2;
  o[8] = e ? 1 : 2;
  o[9] = !c + !f * 2 + !q * 4 + !e * 8;
  o[10] = (c && f) + (f || q) * 2 + (e && q) * 4;
  if (f)
    o[11] = 1;
  if (q)
    o[12] = 1;
  if (e)
    o[13] = 1;
  while (f) {
    f.v = 0;
    o[14] = 9;
  }
  for (; e; e.v = 0)
    o[15] = 4;
}
} // namespace cond_ptr

namespace cond_tmpl {
template <class T> HD T inv(T det) {
  if (!det)
    return 0;
  return det ? T(1) / det : 0;
}
template <class T> struct V {
  T x, y;
  HD bool any() const { return x || y; }
  HD operator bool() const { return x && y; }
};
#define SAFE(a, b) ((b) ? (a) / (b) : 0)
#define ISNZ(x) (x ? 1 : 0)
HD inline void probe(double *o, int t) {
  o[0] = inv<float>(t);
  o[1] = inv<double>(t);
  o[2] = inv<int>(t);
  V<float> v{float(t), float(t % 2)};
  o[3] = v.any();
  o[4] = v ? 1 : 2;
  o[5] = SAFE(3.0f, v.y);
  o[6] = ISNZ(v.x);
  o[7] = ISNZ(t * 0.5);
  float a[2] = {float(t), 0};
  o[8] = a[0] ? a[1] ? 1 : 2 : 3;
  float *p = a;
  o[9] = *p ? 1 : 2;
  o[10] = p[1] || a[0];
  o[11] = *p && p;
  V<float> *q = &v;
  o[12] = q->x ? q->y ? 3 : 2 : 1;
  if (q->x && !q->y)
    o[13] = 1;
  switch ((int)!v.x) {
  case 1:
    o[14] = 5;
    break;
  default:
    o[14] = 6;
  }
  const float k = 0;
  o[15] = k ? 1 : 2;
}
} // namespace cond_tmpl

namespace alttok {
#define BOTH(a, b) ((a) and not(b))
#define ANDF(a, b) (a and b)
HD inline void probe(double *o, int t) {
  int x = t, y = 2;
  o[0] = x and y;
  o[1] = x or y;
  o[2] = not x;
  o[3] = x xor y;
  o[4] = x bitand y;
  o[5] = x bitor y;
  o[6] = compl x;
  o[7] = x not_eq y;
  x and_eq 2;
  o[8] = x;
  x or_eq 5;
  o[9] = x;
  x xor_eq 3;
  o[10] = x;
  o[11] = BOTH(t, y > 3);
  o[12] = ANDF(t > 1, y);
  if (t > 1 and not(t == 3))
    o[13] = 3;
  float f = t;
  o[14] = f and y;
  while (x > 3 and x not_eq 5)
    --x;
  o[15] = x;
}
} // namespace alttok

namespace shr {
#define SHR(x, n) (x >> n)
#define ROTR(x, n) ((x >> n) | (x << (32 - n)))
#define S0(x) (ROTR(x, 7) ^ ROTR(x, 18) ^ SHR(x, 3))
#define SHL2(x, n) x << n
#define BITS(n) ((1u << n) - 1)
#define STEP(x, n) x >>= n
HD inline void probe(double *o, int t) {
  unsigned x = 0xdeadbeefu + t;
  int n = t + 3;
  o[0] = SHR(x, n);
  o[1] = SHR(x, 3);
  o[2] = SHR(x + 1, n - 1);
  o[3] = ROTR(x, n);
  o[4] = ROTR(x, 5);
  o[5] = S0(x);
  o[6] = SHL2(x, n);
  o[7] = SHL2(1, t) + 1;
  o[8] = BITS(n);
  o[9] = BITS(t + 1);
  STEP(x, n);
  o[10] = x;
  o[11] = SHR(-5 * n, n);
  o[12] = SHR((unsigned char)x, n);
  long long w = x;
  o[13] = SHR(w, n);
  o[14] = SHL2(w, n);
}
} // namespace shr

namespace condlvalue {
struct V {
  float x, y, z;
  HD float &at(int i) { return i ? y : x; }
  HD void inc() { x += 1; }
};
HD inline void set(float &f, float v) { f = v; }
HD inline void probe(double *o, int t) {
  V a{1, 2, 3}, b{4, 5, 6};
  bool c = t % 2;
  (c ? a : b).z = 10 + t;
  o[0] = a.z;
  o[1] = b.z;
  (c ? a.x : b.y) = 20;
  o[2] = a.x;
  o[3] = b.y;
  (c ? a : b).inc();
  o[4] = a.x + b.x;
  set((c ? a : b).y, 7);
  o[5] = a.y;
  (c ? b : a).at(1) += 2;
  o[6] = a.y + b.y;
  int arr[2] = {1, 2}, brr[2] = {3, 4};
  (c ? arr : brr)[1] = 9;
  o[7] = arr[1] + brr[1];
  ++(c ? a.x : a.y);
  o[8] = a.x;
  (c ? a : b) = V{t * 1.0f, 2, 3};
  o[9] = a.x + b.x;
  V *p = c ? &a : &b;
  p->x = 3;
  o[10] = a.x;
  V &r = c ? a : b;
  r.y = 99;
  o[11] = a.y + b.y;
  int n = 0, m = 0;
  (t > 1 ? n : m)++;
  o[12] = n * 10 + m;
  (c ? a : b).z += 5;
  o[13] = a.z;
  (n += 2) *= 3;
  o[14] = n;
  (n = 4, m) = 8;
  o[15] = n + m;
}
} // namespace condlvalue

namespace caserange {
HD inline int kind(int c) {
  switch (c) {
  case 0 ... 1:
    return 1;
  case 2:
    return 2;
  case 3 ... 5:
    return 3;
  default:
    return 4;
  }
}
enum E { A, B, C, D };
#define DIGIT '0' ... '9'
HD inline int letters(char c) {
  int r = 0;
  switch (c) {
  case 'a' ... 'z':
    r = 1;
    break;
  case 'A' ... 'Z':
    r = 2;
  case DIGIT:
    r += 10;
    break;
  case -5 ... - 2:
    r = 9;
  }
  return r;
}
HD inline int es(E e) {
  switch (e) {
  case A ... B:
    return 1;
  case C:
  case D:
    return 2;
  }
  return 0;
}
HD inline void probe(double *o, int t) {
  for (int i = 0; i < 8; ++i)
    o[i] = kind(i + t);
  o[8] = letters('a' + t) + letters('Z' - t) * 3 + letters('0' + t) * 5 + letters(-5 + t) * 7;
  o[9] = es(E(t));
  switch ((unsigned long long)t) {
  case 1 ... 2:
    o[10] = 2;
  }
}
} // namespace caserange

typedef void (*Part)(double *, int);

__global__ void parts(double *out, int part) {
  double *o = out + threadIdx.x * 16;
  int t = threadIdx.x;
  switch (part) {
  case 0:
    cond_float::probe(o, t);
    break;
  case 1:
    cond_ptr::probe(o, t);
    break;
  case 2:
    cond_tmpl::probe(o, t);
    break;
  case 3:
    alttok::probe(o, t);
    break;
  case 4:
    shr::probe(o, t);
    break;
  case 5:
    condlvalue::probe(o, t);
    break;
  case 6:
    caserange::probe(o, t);
    break;
  }
}

int main() {
  const Part onHost[] = {cond_float::probe, cond_ptr::probe,   cond_tmpl::probe, alttok::probe,
                         shr::probe,        condlvalue::probe, caserange::probe};
  double got[64], want[64], *d;
  OK(cudaMalloc(&d, sizeof got));
  for (int part = 0; part < 7; ++part) {
    OK(cudaMemset(d, 0, sizeof got));
    parts<<<1, 4>>>(d, part);
    OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
    memset(want, 0, sizeof want);
    for (int t = 0; t < 4; ++t)
      onHost[part](want + t * 16, t);
    for (int i = 0; i < 64; ++i)
      if (!(fabs(got[i] - want[i]) <= fabs(want[i]) * 1e-15)) {
        printf("part %d, thread %d, value %d\n", part, i / 16, i % 16);
        EXPECT_EQ(got[i], want[i]);
      }
  }
  OK(cudaFree(d));
  return verdict();
}
