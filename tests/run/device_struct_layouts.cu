// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Structs shared by host and device: every size and offset is the same on both sides.
#include "check.h"

#include <cstddef>

enum Kind { small_kind, large_kind = 1000000 };
struct Empty {};
struct Mixed {
  bool on;
  float3 position;
  char c;
  double4 wide;
  Kind kind;
  short3 three;
  long big;
};
struct Bits {
  unsigned low : 5;
  unsigned middle : 11;
  int sign : 4;
  unsigned : 0;
  unsigned last : 3;
};
// Where no aligned word is free: a word lies beside another member, or across words.
struct Beside {
  bool b;
  int f : 5;
  unsigned g : 9;
  short s;
  unsigned long long h : 30;
};
struct __attribute__((packed)) Tail {
  char c;
  unsigned f : 12;
  int g : 18;
  char last;
};
struct Nested {
  char tag;
  struct Inner {
    float2 pair;
    unsigned char rgb[3];
  } inner[2];
  Empty nothing;
  union {
    int i;
    float f;
  };
  size_t count;
};

#pragma pack(push, 1)
struct Record {
  char tag;
  int count;
  double value;
  struct {
    short low;
    long high;
  } parts[2];
  unsigned char rest[3];
};
struct Records {
  short kind;
  Record all[2];
};
#pragma pack(pop)
struct __attribute__((packed)) Tight {
  char c;
  float f;
};
struct Loose {
  char c;
  Tight tight[2];
  float f;
};

#pragma pack(push, 2)
struct Halves {
  char c;
  int i;
  double d;
  struct {
    char low;
    float high;
  } part;
  long list[2];
};
#pragma pack(4)
struct Words {
  char c;
  double d, e;
  Halves halves;
  union {
    long whole;
    char bytes[12];
  };
  __align__(8) float capped;
  float2 *nothing;
};
#pragma pack(1)
struct Bytes {
  char c;
  struct {
    char b;
    int i;
  } in;
  __align__(4) short s;
};
#pragma pack(pop)
struct Members {
  char c;
  int i __attribute__((packed));
  double d __attribute__((packed, aligned(2)));
  __align__(16) float v[3];
  char last;
};

#define OFFSETS(T, F)                                                                              \
  F(0, sizeof(Mixed));                                                                             \
  F(1, offsetof(Mixed, position));                                                                 \
  F(2, offsetof(Mixed, c));                                                                        \
  F(3, offsetof(Mixed, wide));                                                                     \
  F(4, offsetof(Mixed, kind));                                                                     \
  F(5, offsetof(Mixed, three));                                                                    \
  F(6, offsetof(Mixed, big));                                                                      \
  F(7, sizeof(Bits));                                                                              \
  F(8, sizeof(Nested));                                                                            \
  F(9, offsetof(Nested, inner));                                                                   \
  F(10, sizeof(Nested::Inner));                                                                    \
  F(11, offsetof(Nested, nothing));                                                                \
  F(12, offsetof(Nested, i));                                                                      \
  F(13, offsetof(Nested, count));                                                                  \
  F(14, sizeof(Empty));                                                                            \
  F(15, sizeof(double4) + sizeof(float3) * 100);                                                   \
  F(16, sizeof(Records));                                                                          \
  F(17, offsetof(Record, parts));                                                                  \
  F(18, offsetof(Record, rest));                                                                   \
  F(19, sizeof(Loose));                                                                            \
  F(20, offsetof(Loose, f));                                                                       \
  F(21, sizeof(Halves) * 1000 + offsetof(Halves, i));                                              \
  F(22, offsetof(Halves, d) * 1000 + offsetof(Halves, list));                                      \
  F(23, sizeof(Words) * 1000 + offsetof(Words, d));                                                \
  F(24, offsetof(Words, halves) * 1000 + offsetof(Words, whole));                                  \
  F(25, offsetof(Words, capped) * 1000 + offsetof(Words, nothing));                                \
  F(26, sizeof(Bytes) * 1000 + offsetof(Bytes, s));                                                \
  F(27, sizeof(Members) * 1000 + offsetof(Members, i));                                            \
  F(28, offsetof(Members, d) * 1000 + offsetof(Members, v))

#define STORE(i, x) sizes[i] = (int)(x)
#define COMPARE(i, x) EXPECT_EQ(sizes[i], (int)(x))

__global__ void layouts(int *sizes) { OFFSETS(, STORE); }

__global__ void change(Mixed *m, Bits *b, Nested *n) {
  int i = threadIdx.x;
  m[i].on = !m[i].on;
  m[i].position.y += 1.0f;
  m[i].c += 2;
  m[i].wide.w = m[i].wide.x + 0.5;
  m[i].kind = m[i].kind == large_kind ? small_kind : large_kind;
  m[i].three.z = (short)(m[i].three.x * 2);
  m[i].big *= 3;
  b[i].middle = b[i].low * 3;
  b[i].low = 31 - b[i].low;
  b[i].sign = -(b[i].sign + 1);
  b[i].last++;
  n[i].inner[1].pair.y = n[i].inner[0].pair.x;
  n[i].inner[1].rgb[2] = n[i].inner[0].rgb[1];
  n[i].i = n[i].i + 1;
  n[i].count -= 1;
}

__global__ void change_records(Records *r, Loose *l) {
  int i = threadIdx.x;
  Record &second = r[i].all[1];
  second.value += second.count * 0.5;
  second.parts[1].high = second.parts[0].high * 2 + second.parts[0].low;
  second.rest[2] = (unsigned char)(second.tag + 1);
  r[i].all[0] = second;
  r[i].kind--;
  l[i].tight[1].f = l[i].f + l[i].tight[0].f;
}

__global__ void change_packed(Words *w, Members *m, Words given) {
  int i = threadIdx.x;
  w[i].d += w[i].c;
  w[i].e = w[i].halves.d * 2;
  w[i].halves.list[1] = w[i].halves.list[0] + w[i].halves.i;
  w[i].halves.part.high = given.halves.part.high + (float)given.e;
  w[i].whole = w[i].halves.part.low;
  m[i].d = m[i].i * 0.5;
  m[i].v[2] = m[i].last;
}

struct Pair {
  unsigned a : 6;
  int b : 7;
  bool flag : 1;
};
__host__ __device__ int change_other(Pair *p, int x) {
  p->b = x;
  return x + 1;
}
__host__ __device__ unsigned hardware_shift(unsigned x, int n, bool left) {
  return n > 31 ? 0 : left ? x << n : x >> n;
}

// Fields of one word: the value may change the others, and is converted as its type says.
__host__ __device__ int change_fields(int i, int n) {
  Pair p = {0, 0, false};
  p.a = p.b = i - 3;
  int sum = p.a * 100 + p.b;
  p.b = 1;
  p.a = change_other(&p, i);
  sum = sum * 3 + p.a * 100 + p.b;
  p.a = ++p.b;
  sum = sum * 3 + p.a * 100 + p.b;
  if (i > 4)
    p.a = p.b -= 2;
  sum = sum * 3 + p.a * 100 + p.b;
  p.flag |= i & 4;
  p.a *= 1.5f;
  sum = sum * 3 + p.a * 10 + p.flag;
#ifdef __CUDA_ARCH__
  p.a = 1, p.b = 33;
  p.a <<= n;
  p.b >>= n;
  int a = p.a, b = p.b;
#else
  int a = hardware_shift(1, n, true) & 63, b = hardware_shift(33, n, false);
#endif
  return sum * 7 + a * 100 + b;
}

__host__ __device__ int change_beside(Beside &b, Tail &t, int i) {
  b = {i % 2 == 0, i - 4, (unsigned)i * 60, (short)-i, (1ull << 29) + i};
  t = {(char)i, (unsigned)i * 500, -i * 10000, 'z'};
  b.g += 7;
  t.f ^= 0xfff;
  b.b = t.g-- < -20000;
  return ((b.g * 3 + b.f) * 5 + b.s) * 2 + b.b + (int)b.h + t.f * 7 + t.g + t.c + t.last +
         (int)sizeof b * 1000 + (int)sizeof t * 100;
}
__global__ void fields_beside(int *out, Beside *b, Tail *t) {
  int i = threadIdx.x;
  out[i] = change_beside(b[i], t[i], i);
}

__global__ void fields(int *out) {
  out[threadIdx.x] = change_fields(threadIdx.x, 30 + threadIdx.x);
}

int main() {
  int sizes[29], *d_sizes;
  OK(cudaMalloc(&d_sizes, sizeof sizes));
  layouts<<<1, 1>>>(d_sizes);
  OK(cudaMemcpy(sizes, d_sizes, sizeof sizes, cudaMemcpyDeviceToHost));
  OFFSETS(, COMPARE);

  fields<<<1, 8>>>(d_sizes);
  OK(cudaMemcpy(sizes, d_sizes, sizeof sizes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++)
    EXPECT_EQ(sizes[i], change_fields(i, 30 + i));

  Beside beside[8], *d_beside, one_beside;
  Tail tails[8], *d_tails, one_tail;
  OK(cudaMalloc(&d_beside, sizeof beside));
  OK(cudaMalloc(&d_tails, sizeof tails));
  fields_beside<<<1, 8>>>(d_sizes, d_beside, d_tails);
  OK(cudaMemcpy(sizes, d_sizes, sizeof sizes, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(beside, d_beside, sizeof beside, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(tails, d_tails, sizeof tails, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++) {
    EXPECT_EQ(sizes[i], change_beside(one_beside, one_tail, i));
    EXPECT(beside[i].f == one_beside.f && beside[i].g == one_beside.g);
    EXPECT(beside[i].b == one_beside.b && beside[i].h == one_beside.h);
    EXPECT(tails[i].f == one_tail.f && tails[i].g == one_tail.g && tails[i].last == 'z');
  }

  const int n = 5;
  static Mixed m[n], *d_m;
  static Bits b[n], *d_b;
  static Nested s[n], *d_s;
  for (int i = 0; i < n; i++) {
    m[i].on = i & 1;
    m[i].position = make_float3(1, 2.0f * i, 3);
    m[i].c = (char)i;
    m[i].wide = make_double4(i + 0.25, 0, 0, 0);
    m[i].kind = i % 2 ? large_kind : small_kind;
    m[i].three = make_short3((short)(i - 2), 0, 0);
    m[i].big = (1l << 40) + i;
    b[i].low = i + 20, b[i].middle = 0, b[i].sign = i - 3, b[i].last = 7;
    s[i].inner[0].pair = make_float2(7.5f + i, 0);
    s[i].inner[0].rgb[1] = (unsigned char)(100 + i);
    s[i].i = 41;
    s[i].count = (size_t)1 << 33;
  }
  OK(cudaMalloc(&d_m, sizeof m));
  OK(cudaMalloc(&d_b, sizeof b));
  OK(cudaMalloc(&d_s, sizeof s));
  OK(cudaMemcpy(d_m, m, sizeof m, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_s, s, sizeof s, cudaMemcpyHostToDevice));
  change<<<1, n>>>(d_m, d_b, d_s);
  OK(cudaMemcpy(m, d_m, sizeof m, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(s, d_s, sizeof s, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    EXPECT_EQ(m[i].on, !(i & 1));
    EXPECT_EQ(m[i].position.x, 1.0f);
    EXPECT_EQ(m[i].position.y, 2.0f * i + 1);
    EXPECT_EQ(m[i].c, i + 2);
    EXPECT_EQ(m[i].wide.w, i + 0.75);
    EXPECT(m[i].kind == (i % 2 ? small_kind : large_kind));
    EXPECT_EQ(m[i].three.z, 2 * (i - 2));
    EXPECT_EQ(m[i].big, 3 * ((1l << 40) + i));
    EXPECT_EQ(b[i].low, 11u - i);
    EXPECT_EQ(b[i].middle, 3u * (i + 20));
    EXPECT_EQ(b[i].sign, 2 - i);
    EXPECT_EQ(b[i].last, 0u);
    EXPECT_EQ(s[i].inner[1].pair.y, 7.5f + i);
    EXPECT_EQ(s[i].inner[1].rgb[2], 100 + i);
    EXPECT_EQ(s[i].i, 42);
    EXPECT_EQ(s[i].count, ((size_t)1 << 33) - 1);
  }
  Records r[n] = {}, *d_r;
  Loose l[n] = {}, *d_l;
  for (int i = 0; i < n; i++) {
    r[i].kind = (short)i;
    r[i].all[1] = {'a', i, 0.25, {{(short)-i, 1l << (33 + i)}}, {}};
    l[i].f = 1.5f;
    l[i].tight[0].f = (float)i;
  }
  OK(cudaMalloc(&d_r, sizeof r));
  OK(cudaMalloc(&d_l, sizeof l));
  OK(cudaMemcpy(d_r, r, sizeof r, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_l, l, sizeof l, cudaMemcpyHostToDevice));
  change_records<<<1, n>>>(d_r, d_l);
  OK(cudaMemcpy(r, d_r, sizeof r, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(l, d_l, sizeof l, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    EXPECT_EQ(r[i].kind, i - 1);
    for (const Record &one : r[i].all) {
      EXPECT_EQ((double)one.value, 0.25 + i * 0.5);
      EXPECT_EQ((long)one.parts[1].high, (1l << (34 + i)) - i);
      EXPECT_EQ(one.rest[2], 'b');
    }
    EXPECT_EQ((float)l[i].tight[1].f, 1.5f + i);
  }
  Words w[n] = {}, given = {}, *d_w;
  Members e[n] = {}, *d_e;
  for (int i = 0; i < n; i++) {
    w[i].c = (char)(i + 1);
    w[i].d = i * 0.25;
    w[i].halves = {0, i, i * 1.5, {(char)(50 + i), 0}, {1l << (33 + i), 0}};
    e[i].i = 100001 * i;
    e[i].last = (char)(i + 7);
  }
  given.e = 0.5;
  given.halves.part.high = 8;
  OK(cudaMalloc(&d_w, sizeof w));
  OK(cudaMalloc(&d_e, sizeof e));
  OK(cudaMemcpy(d_w, w, sizeof w, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_e, e, sizeof e, cudaMemcpyHostToDevice));
  change_packed<<<1, n>>>(d_w, d_e, given);
  OK(cudaMemcpy(w, d_w, sizeof w, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(e, d_e, sizeof e, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    EXPECT_EQ((double)w[i].d, i * 1.25 + 1);
    EXPECT_EQ((double)w[i].e, i * 3.0);
    EXPECT_EQ((long)w[i].halves.list[1], (1l << (33 + i)) + i);
    EXPECT_EQ((float)w[i].halves.part.high, 8.5f);
    EXPECT_EQ((long)w[i].whole, 50l + i);
    EXPECT_EQ((double)e[i].d, 50000.5 * i);
    EXPECT_EQ(e[i].v[2], (float)(i + 7));
  }
  OK(cudaFree(d_w));
  OK(cudaFree(d_e));
  OK(cudaFree(d_r));
  OK(cudaFree(d_l));
  OK(cudaFree(d_sizes));
  OK(cudaFree(d_m));
  OK(cudaFree(d_b));
  OK(cudaFree(d_s));
  return verdict();
}
