// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions on the two or four parts of a word, and the smaller and larger of three: each against
// arithmetic of one part after the other, for edge values with each other and random words.
#include "check.h"
#include <cstdlib>
#include <vector>

// NAME(name, bits of a part, signed, value of x, y and z); the value is cut to the bits.
#define BOTH_WIDTHS(F, name, s, value) F(name##2, 16, s, value) F(name##4, 8, s, value)
#define ONE_WORD(F)                                                                                \
  BOTH_WIDTHS(F, vabs, true, x < 0 ? -x : x)                                                       \
  BOTH_WIDTHS(F, vabsss, true, saturated(x < 0 ? -x : x))                                          \
  BOTH_WIDTHS(F, vneg, true, -x)                                                                   \
  BOTH_WIDTHS(F, vnegss, true, saturated(-x))
#define TWO_WORDS(F)                                                                               \
  BOTH_WIDTHS(F, vadd, false, x + y)                                                               \
  BOTH_WIDTHS(F, vsub, false, x - y)                                                               \
  BOTH_WIDTHS(F, vaddss, true, saturated(x + y))                                                   \
  BOTH_WIDTHS(F, vaddus, false, saturated(x + y))                                                  \
  BOTH_WIDTHS(F, vsubss, true, saturated(x - y))                                                   \
  BOTH_WIDTHS(F, vsubus, false, saturated(x - y))                                                  \
  BOTH_WIDTHS(F, vabsdiffs, true, x < y ? y - x : x - y)                                           \
  BOTH_WIDTHS(F, vabsdiffu, false, x < y ? y - x : x - y)                                          \
  BOTH_WIDTHS(F, vavgs, true, (x + y + (x + y >= 0)) >> 1)                                         \
  BOTH_WIDTHS(F, vavgu, false, (x + y + 1) >> 1)                                                   \
  BOTH_WIDTHS(F, vhaddu, false, (x + y) >> 1)                                                      \
  BOTH_WIDTHS(F, vmaxs, true, x > y ? x : y)                                                       \
  BOTH_WIDTHS(F, vmaxu, false, x > y ? x : y)                                                      \
  BOTH_WIDTHS(F, vmins, true, x < y ? x : y)                                                       \
  BOTH_WIDTHS(F, vminu, false, x < y ? x : y)                                                      \
  COMPARISON(F, eq, false, ==)                                                                     \
  COMPARISON(F, ne, false, !=)                                                                     \
  COMPARISON(F, ges, true, >=)                                                                     \
  COMPARISON(F, geu, false, >=)                                                                    \
  COMPARISON(F, gts, true, >)                                                                      \
  COMPARISON(F, gtu, false, >)                                                                     \
  COMPARISON(F, les, true, <=)                                                                     \
  COMPARISON(F, leu, false, <=)                                                                    \
  COMPARISON(F, lts, true, <)                                                                      \
  COMPARISON(F, ltu, false, <)                                                                     \
  EXTREME_OF_TWO(F, max, >)                                                                        \
  EXTREME_OF_TWO(F, min, <)
#define COMPARISON(F, name, s, operator)                                                           \
  BOTH_WIDTHS(F, vcmp##name, s, x operator y ? -1 : 0)                                             \
  BOTH_WIDTHS(F, vset##name, s, x operator y ? 1 : 0)
#define EXTREME_OF_TWO(F, name, operator)                                                          \
  F(vi##name##_s32_relu, 32, true, positive(x operator y ? x : y))                                 \
  F(vi##name##_s16x2_relu, 16, true, positive(x operator y ? x : y))
#define THREE_WORDS(F)                                                                             \
  EXTREME_OF_THREE(F, max, >)                                                                      \
  EXTREME_OF_THREE(F, min, <)
#define EXTREME_OF_THREE(F, name, operator)                                                        \
  F(vi##name##3_s32, 32, true, EXTREME(x, EXTREME(y, z, operator), operator))                      \
  F(vi##name##3_u32, 32, false, EXTREME(x, EXTREME(y, z, operator), operator))                     \
  F(vi##name##3_s16x2, 16, true, EXTREME(x, EXTREME(y, z, operator), operator))                    \
  F(vi##name##3_u16x2, 16, false, EXTREME(x, EXTREME(y, z, operator), operator))                   \
  F(vi##name##3_s32_relu, 32, true, positive(EXTREME(x, EXTREME(y, z, operator), operator)))       \
  F(vi##name##3_s16x2_relu, 16, true, positive(EXTREME(x, EXTREME(y, z, operator), operator)))     \
  F(viadd##name##_s32, 32, true, EXTREME(wrapped(x + y), z, operator))                             \
  F(viadd##name##_u32, 32, false, EXTREME(wrapped(x + y), z, operator))                            \
  F(viadd##name##_s16x2, 16, true, EXTREME(wrapped(x + y), z, operator))                           \
  F(viadd##name##_u16x2, 16, false, EXTREME(wrapped(x + y), z, operator))                          \
  F(viadd##name##_s32_relu, 32, true, positive(EXTREME(wrapped(x + y), z, operator)))              \
  F(viadd##name##_s16x2_relu, 16, true, positive(EXTREME(wrapped(x + y), z, operator)))
#define EXTREME(a, b, operator) ((a) operator (b) ? (a) : (b))

#define ADD_ONE(name, bits, s, value) +1
const int ONE_COUNT = ONE_WORD(ADD_ONE), TWO_COUNT = TWO_WORDS(ADD_ONE),
          THREE_COUNT = THREE_WORDS(ADD_ONE), REST = 24;

__global__ void one_word(const unsigned *a, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
  if (i >= n)
    return;
#define CALL_ONE(name, bits, s, value)                                                             \
  out[at] = __##name(a[i]);                                                                        \
  at += n;
  ONE_WORD(CALL_ONE)
}
__global__ void two_words(const unsigned *a, const unsigned *b, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
  if (i >= n)
    return;
#define CALL_TWO(name, bits, s, value)                                                             \
  out[at] = __##name(a[i], b[i]);                                                                  \
  at += n;
  TWO_WORDS(CALL_TWO)
}
__global__ void three_words(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *out,
                            int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
  if (i >= n)
    return;
#define CALL_THREE(name, bits, s, value)                                                           \
  out[at] = __##name(a[i], b[i], c[i]);                                                            \
  at += n;
  THREE_WORDS(CALL_THREE)
}
/// Sums over the parts, and what tells which one was taken.
__global__ void sums(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned *o = out + REST * i, x = a[i], y = b[i], z = c[i];
  bool first, high, low;
  o[0] = __vsads2(x, y);
  o[1] = __vsadu2(x, y);
  o[2] = __vsads4(x, y);
  o[3] = __vsadu4(x, y);
  o[4] = __vibmax_s32((int)x, (int)y, &first);
  o[5] = first;
  o[6] = __vibmax_u32(x, y, &first);
  o[7] = first;
  o[8] = __vibmin_s32((int)x, (int)y, &first);
  o[9] = first;
  o[10] = __vibmin_u32(x, y, &first);
  o[11] = first;
  o[12] = __vibmax_s16x2(x, y, &high, &low);
  o[13] = 2 * high + low;
  o[14] = __vibmax_u16x2(x, y, &high, &low);
  o[15] = 2 * high + low;
  o[16] = __vibmin_s16x2(x, y, &high, &low);
  o[17] = 2 * high + low;
  o[18] = __vibmin_u16x2(x, y, &high, &low);
  o[19] = 2 * high + low;
  o[20] = (unsigned)__dp2a_lo((int)x, (int)y, (int)z);
  o[21] = (unsigned)__dp2a_hi((int)x, (int)y, (int)z);
  o[22] = __dp2a_lo(x, y, z);
  o[23] = __dp2a_hi(x, y, z);
}
__global__ void dots(const short2 *a, const char4 *b, const int *c, const ushort2 *ua,
                     const uchar4 *ub, const unsigned *uc, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[6 * i] = (unsigned)__dp2a_lo(a[i], b[i], c[i]);
  out[6 * i + 1] = (unsigned)__dp2a_hi(a[i], b[i], c[i]);
  out[6 * i + 2] = __dp2a_lo(ua[i], ub[i], uc[i]);
  out[6 * i + 3] = __dp2a_hi(ua[i], ub[i], uc[i]);
  out[6 * i + 4] = (unsigned)__dp4a(b[i], b[i], c[i]);
  out[6 * i + 5] = __dp4a(ub[i], ub[i], uc[i]);
}

/// Arithmetic on parts of some bits.
struct Parts {
  int bits;
  bool is_signed;
  long long least() const { return is_signed ? -(1ll << (bits - 1)) : 0; }
  long long most() const { return least() + ((1ll << bits) - 1); }
  long long saturated(long long v) const { return v < least() ? least() : v > most() ? most() : v; }
  long long wrapped(long long v) const { return ((v - least()) & ((1ll << bits) - 1)) + least(); }
  long long positive(long long v) const { return v < 0 ? 0 : v; }
  long long part(unsigned word, int i) const { return wrapped(word >> (i * bits)); }
};
#define REFERENCE(name, width, s, value)                                                           \
  struct Of_##name : Parts {                                                                       \
    Of_##name() : Parts{width, s} {}                                                               \
    unsigned operator()(unsigned a, unsigned b, unsigned c) const {                                \
      unsigned word = 0;                                                                           \
      for (int i = 0; i < 32 / bits; ++i) {                                                        \
        long long x = part(a, i), y = part(b, i), z = part(c, i);                                  \
        (void)y, (void)z;                                                                          \
        word |= (unsigned)((value) & ((1ll << bits) - 1)) << (i * bits);                           \
      }                                                                                            \
      return word;                                                                                 \
    }                                                                                              \
  };
ONE_WORD(REFERENCE)
TWO_WORDS(REFERENCE)
THREE_WORDS(REFERENCE)

static std::vector<unsigned> a, b, c;
static unsigned *d_a, *d_b, *d_c, *d_out;

template <class Function>
static void compare(const char *name, const Function &reference, const unsigned *got) {
  int wrong = 0;
  for (size_t i = 0; i < a.size(); ++i)
    if (got[i] != reference(a[i], b[i], c[i]) && ++wrong == 1)
      printf("%s(%08x, %08x, %08x): %08x instead of %08x\n", name, a[i], b[i], c[i], got[i],
             reference(a[i], b[i], c[i]));
  EXPECT_EQ(wrong, 0);
}
#define COMPARE(name, bits, s, value)                                                              \
  compare(#name, Of_##name(), at);                                                                 \
  at += n;

static unsigned sum_of_differences(const Parts &p, unsigned x, unsigned y) {
  long long sum = 0;
  for (int i = 0; i < 32 / p.bits; ++i)
    sum += llabs(p.part(x, i) - p.part(y, i));
  return (unsigned)sum;
}
/// The word of the larger or smaller parts; \p first has a bit for each that was x's.
static unsigned extremes(const Parts &p, bool larger, unsigned x, unsigned y, unsigned &first) {
  unsigned word = 0;
  first = 0;
  for (int i = 0; i < 32 / p.bits; ++i) {
    long long u = p.part(x, i), v = p.part(y, i);
    bool takes = larger ? u >= v : u <= v;
    first |= (unsigned)takes << i;
    word |= (unsigned)((takes ? u : v) & ((1ll << p.bits) - 1)) << (i * p.bits);
  }
  return word;
}
static unsigned dot(const Parts &halves, const Parts &bytes, int from, unsigned x, unsigned y,
                    unsigned z) {
  return (unsigned)(halves.part(x, 0) * bytes.part(y, from) +
                    halves.part(x, 1) * bytes.part(y, from + 1) + z);
}
static unsigned dot4(const Parts &bytes, unsigned x, unsigned z) {
  long long sum = z;
  for (int i = 0; i < 4; ++i)
    sum += bytes.part(x, i) * bytes.part(x, i);
  return (unsigned)sum;
}

static void check_sums(const std::vector<unsigned> &got) {
  const Parts shapes[8] = {{16, true}, {16, false}, {8, true}, {8, false},
                           {32, true}, {32, false}, {32, true}, {32, false}};
  int wrong = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    unsigned want[REST], x = a[i], y = b[i], z = c[i];
    for (int k = 0; k < 4; ++k)
      want[k] = sum_of_differences(shapes[k], x, y);
    for (int k = 0; k < 8; ++k)
      want[4 + 2 * k] =
          extremes({k < 4 ? 32 : 16, k % 2 == 0}, k % 4 < 2, x, y, want[5 + 2 * k]);
    want[20] = dot(shapes[0], shapes[2], 0, x, y, z);
    want[21] = dot(shapes[0], shapes[2], 2, x, y, z);
    want[22] = dot(shapes[1], shapes[3], 0, x, y, z);
    want[23] = dot(shapes[1], shapes[3], 2, x, y, z);
    for (int k = 0; k < REST; ++k)
      if (got[REST * i + k] != want[k] && ++wrong < 4)
        printf("sum %d of %08x, %08x, %08x: %08x instead of %08x\n", k, x, y, z,
               got[REST * i + k], want[k]);
  }
  EXPECT_EQ(wrong, 0);
}

static std::vector<unsigned> fetched(int words) {
  std::vector<unsigned> got(words);
  OK(cudaMemcpy(got.data(), d_out, words * sizeof(unsigned), cudaMemcpyDeviceToHost));
  return got;
}

int main() {
  const unsigned edges[] = {0,          1,          0xffffffff, 0x80008000, 0x80808080, 0x7fff7fff,
                            0x7f7f7f7f, 0x80000000, 0x7fffffff, 0x00ff00ff, 0xff00ff00, 0x00018001,
                            0x01fe7f80, 0xfffe0001, 0x8000007f, 0x12345678};
  for (unsigned x : edges)
    for (unsigned y : edges) {
      a.push_back(x);
      b.push_back(y);
      c.push_back(edges[(a.size() * 7) % 16]);
    }
  unsigned state = 12345;
  auto random = [&] {
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    return state;
  };
  while (a.size() < 5000) {
    a.push_back(random());
    b.push_back(random());
    c.push_back(random());
  }
  const int n = (int)a.size(), blocks = (n + 127) / 128;
  const size_t bytes = n * sizeof(unsigned);
  OK(cudaMalloc(&d_a, bytes));
  OK(cudaMalloc(&d_b, bytes));
  OK(cudaMalloc(&d_c, bytes));
  OK(cudaMalloc(&d_out, bytes * TWO_COUNT));
  OK(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_c, c.data(), bytes, cudaMemcpyHostToDevice));

  one_word<<<blocks, 128>>>(d_a, d_out, n);
  std::vector<unsigned> got = fetched(n * ONE_COUNT);
  const unsigned *at = got.data();
  ONE_WORD(COMPARE)
  two_words<<<blocks, 128>>>(d_a, d_b, d_out, n);
  got = fetched(n * TWO_COUNT);
  at = got.data();
  TWO_WORDS(COMPARE)
  three_words<<<blocks, 128>>>(d_a, d_b, d_c, d_out, n);
  got = fetched(n * THREE_COUNT);
  at = got.data();
  THREE_WORDS(COMPARE)
  sums<<<blocks, 128>>>(d_a, d_b, d_c, d_out, n);
  check_sums(fetched(n * REST));

  dots<<<blocks, 128>>>((const short2 *)d_a, (const char4 *)d_b, (const int *)d_c,
                        (const ushort2 *)d_a, (const uchar4 *)d_b, d_c, d_out, n);
  got = fetched(6 * n);
  const Parts halves{16, true}, bytes_of{8, true}, uhalves{16, false}, ubytes{8, false};
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const unsigned want[6] = {dot(halves, bytes_of, 0, a[i], b[i], c[i]),
                              dot(halves, bytes_of, 2, a[i], b[i], c[i]),
                              dot(uhalves, ubytes, 0, a[i], b[i], c[i]),
                              dot(uhalves, ubytes, 2, a[i], b[i], c[i]),
                              dot4(bytes_of, b[i], c[i]),
                              dot4(ubytes, b[i], c[i])};
    for (int k = 0; k < 6; ++k)
      wrong += got[6 * i + k] != want[k];
  }
  EXPECT_EQ(wrong, 0);
  OK(cudaGetLastError());
  return verdict();
}
