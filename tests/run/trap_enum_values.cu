// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: an enumerator has the type after the colon or one that all values fit in, not C's int, and
// an enum without negative values is no unsigned int. The host computes the same.
#include "check.h"

// clang-format off: many short statements

namespace typed {
enum Size : size_t { KB = 1ull << 10, GB = 1ull << 30, TB = 1ull << 40, TBm = TB - 1 };
enum Mask : unsigned { low = 1u, full = 0xffffffffu, top = 0x80000000u, none = 0 };
enum Letter : char { la = 'a', neg = -3 };
enum Byte : unsigned char { bmax = 255, bone = 1 };
enum Short16 : short { sm = -300, sx = 300 };
enum Plain { pa = -1, pb = 2, pc = 40 };
enum Big { big0 = 0, big = 0x80000000, bigger = 0xffffffff };
enum Huge { huge0 = -1, huge = 0x100000000ll };
enum UHuge { uh = 0x8000000000000000ull, uh1 = 1 };
enum { anon = 0xf0000000u, anon1 = 1 };
enum { anonwide = 1ll << 35, anonneg = -1 };
enum class Col : unsigned { red = 0xfffffff0u, green = 2 };
enum class Wide : long long { w0 = -5, w1 = 1ll << 40 };
enum class Kind { a, b = 7 };
enum Unsig { ua, ub = 3 }; // unsigned underlying with clang
typedef enum : unsigned long long { TD1 = 5, TD2 = 1ull << 63 } TDef;
struct Cfg {
  enum : unsigned { W = 3000000000u, H = 2 };
  enum Inner : size_t { big = 1ull << 33 };
  Inner in;
  Byte by;
  Mask ma;
};
template <class T> struct Tr {
  enum : size_t { size = sizeof(T), wide = size << 40 };
  enum { n = sizeof(T) };
  static const unsigned lim = 4000000000u;
  enum B2 : unsigned { um = 0xfffffff0u };
};
template <Size S> __host__ __device__ unsigned long long tsize(unsigned x) { return x * S; }
template <Mask M> __host__ __device__ long long tmask(int x) { return ~M + x; }
template <Col C> __host__ __device__ long long tcol() { return (long long)C; }
template <class T> __host__ __device__ int width(T) { return sizeof(T); }
__host__ __device__ int ov(int) { return 1; }
__host__ __device__ int ov(unsigned) { return 2; }
__host__ __device__ int ov(unsigned long) { return 3; }
__host__ __device__ int ov(long) { return 4; }
#define MEM (8 * GB)
__host__ __device__ Size pick(int i) { return i ? GB : KB; }
__host__ __device__ int sw(unsigned x) {
  switch (x) {
  case full:
    return 1;
  case top:
    return 2;
  case low:
    return 3;
  }
  return 4;
}
__host__ __device__ int sw2(Size x) {
  switch (x) {
  case KB:
    return 1;
  case GB:
    return 2;
  case TB:
    return 3;
  case TBm:
    return 5;
  }
  return 4;
}
__host__ __device__ int sw3(Col x) {
  switch (x) {
  case Col::red:
    return 1;
  case Col::green:
    return 2;
  }
  return 4;
}
__host__ __device__ int sw4(Letter x) {
  switch (x) {
  case la:
    return 1;
  case neg:
    return 2;
  }
  return 4;
}
__host__ __device__ int sw5(Big x) {
  switch (x) {
  case big:
    return 1;
  case bigger:
    return 2;
  default:
    return 4;
  }
}
__host__ __device__ int sw6(Huge x) {
  switch (x) {
  case huge:
    return 1;
  case huge0:
    return 2;
  default:
    return 4;
  }
}
__host__ __device__ int sw7(long long x) {
  switch (x) {
  case full:
    return 1;
  case huge:
    return 2;
  case neg:
    return 3;
  default:
    return 4;
  }
}
struct S2 {
  Size a;
  Letter l;
  Big b;
  Huge h;
  Wide w;
  Col c;
};
const Size limit = TB;
constexpr unsigned long long twoGB = 2 * GB;
static const unsigned umask = full;
enum Derived : unsigned { d0 = low, d1 = full - 5, d2, d3 = ~0u };
enum Chain { c0 = 0x7fffffff, c1, c2 };
__host__ __device__ long long *all(int x, long long *out) {
  *out++ = 8 * GB; *out++ = MEM; *out++ = x * GB; *out++ = TB / GB; *out++ = KB * KB * KB * KB;
  *out++ = GB * 4 / 3; *out++ = ~GB; *out++ = ~full; *out++ = ~low; *out++ = ~none; *out++ = -low;
  *out++ = -KB; *out++ = -la; *out++ = ~bmax; *out++ = -big; *out++ = ~anon1; *out++ = ~anon;
  *out++ = -anonneg; *out++ = ~ub; *out++ = -ub; *out++ = full > x; *out++ = full > -1;
  *out++ = low > -1; *out++ = -1 < KB; *out++ = x - 10 < low; *out++ = top >> 4; *out++ = full >> 1;
  *out++ = full / 2; *out++ = full + 1; *out++ = full * 2; *out++ = (full + 1ll); *out++ = top << 1;
  *out++ = low << 31; *out++ = (low << 31) >> 31; *out++ = KB << 40; *out++ = KB << x << 30;
  *out++ = GB >> x; *out++ = ub - 5; *out++ = (ub - 5) / 2; *out++ = ub - 5 > 0; *out++ = ua - x;
  *out++ = (ua - x) / 2; *out++ = anon1 - 5; *out++ = (anon1 - 5) / 2; *out++ = pa * 2;
  *out++ = pa < 0u; *out++ = pa / 2; *out++ = big / 2; *out++ = big + big; *out++ = bigger + 1;
  *out++ = bigger * 2; *out++ = huge * 4; *out++ = huge0 * 2; *out++ = uh / 2; *out++ = uh1 - 2 > 0;
  *out++ = anonwide * 8; *out++ = anonneg * 2; *out++ = anon / 16; *out++ = sizeof(GB);
  *out++ = sizeof(full); *out++ = sizeof(la); *out++ = sizeof(neg + 0); *out++ = sizeof(bmax);
  *out++ = sizeof(huge); *out++ = sizeof(Huge); *out++ = sizeof(Letter); *out++ = sizeof(Col);
  *out++ = sizeof(Wide::w0); *out++ = sizeof(Col::red); *out++ = sizeof(anonwide);
  *out++ = sizeof(x * GB); *out++ = sizeof(S2); *out++ = sizeof(Size); *out++ = sizeof(x ? GB : KB);
  *out++ = alignof(Size); *out++ = sizeof(TDef); *out++ = sizeof(TD1); *out++ = (long long)Col::red;
  *out++ = (int)Col::red; *out++ = (unsigned)Col::red / 2;
  *out++ = static_cast<long long>(Wide::w1); *out++ = (int)Wide::w0; *out++ = (int)Kind::b;
  *out++ = (long long)Wide::w1 * 2; *out++ = Col::red > Col::green; *out++ = Wide::w0 < Wide::w1;
  *out++ = Cfg::W; *out++ = Cfg::W / 2; *out++ = Cfg::W * 2; *out++ = Cfg::H - 5;
  *out++ = Cfg::big * 2; Cfg cf{Cfg::big, bmax, full};
  *out++ = cf.in * 3; *out++ = cf.by + 1; *out++ = cf.ma + 1; *out++ = ~cf.ma; *out++ = sizeof(Cfg);
  *out++ = Tr<int>::size; *out++ = Tr<double>::wide; *out++ = Tr<double>::wide * 3;
  *out++ = Tr<int>::n - 9; *out++ = (Tr<int>::n - 9) / 2; *out++ = Tr<int>::lim * 2;
  *out++ = Tr<char>::um * 2; *out++ = -Tr<int>::size; *out++ = tsize<GB>(8); *out++ = tsize<TB>(8);
  *out++ = tmask<full>(-4); *out++ = tmask<top>(1); *out++ = tcol<Col::red>(); *out++ = width(GB);
  *out++ = width(full); *out++ = width(la); *out++ = width(la + 0); *out++ = ov(low);
  *out++ = ov(GB); *out++ = ov(la); *out++ = ov(pa); *out++ = ov(ub); *out++ = ov(ub * 2);
  *out++ = ov(huge); *out++ = ov(big); *out++ = ov(anonwide); *out++ = pick(x);
  *out++ = pick(0) * 8; *out++ = sw(0xffffffffu); *out++ = sw(0x80000000u); *out++ = sw(1);
  *out++ = sw2(TB); *out++ = sw2(TBm); *out++ = sw2(GB); *out++ = sw3(Col::red); *out++ = sw4(neg);
  *out++ = sw4(la); *out++ = sw5(big); *out++ = sw5(bigger); *out++ = sw6(huge);
  *out++ = sw6(huge0); *out++ = sw7(0xffffffffll); *out++ = sw7(-1); *out++ = sw7(1ll << 32);
  *out++ = sw7(-3); S2 s = {TB, neg, bigger, huge, Wide::w1, Col::red};
  *out++ = s.a * 2; *out++ = s.l * 2; *out++ = s.b / 3; *out++ = s.h; *out++ = (long long)s.w;
  *out++ = (unsigned)s.c; Size v = GB; *out++ = v * 8; *out++ = v == GB; v = (Size)(v * 4);
  *out++ = v; Mask m = full; *out++ = m + 1; m = (Mask)(m & ~low); *out++ = m; *out++ = m >> 1;
  auto au = GB; *out++ = au * 16; auto av = full + 1; *out++ = av; auto aw = ~low; *out++ = aw;
  const auto ax = la;
  *out++ = sizeof(ax); *out++ = limit * 2; *out++ = twoGB * 2; *out++ = umask / 2;
  *out++ = umask + 1; *out++ = d1; *out++ = d2 * 2; *out++ = d3; *out++ = ~d3; *out++ = c1;
  *out++ = c2 / 2; *out++ = c1 * 2; *out++ = c0 + 1; *out++ = x ? low : -1; *out++ = x ? -1 : low;
  *out++ = x > 0 ? full : x; *out++ = (x ? KB : x) * -1; *out++ = (x ? la : neg) * 2; float f = GB;
  *out++ = f; f = full; *out++ = f / 2; f = -low; *out++ = f; f *= KB; *out++ = f; double d = TB;
  *out++ = d; long long q = -100; q /= low; *out++ = q; q = -100; q /= KB; *out++ = q; q = -100;
  q %= full; *out++ = q; int i = -100; i /= bone; *out++ = i; i = -100; i /= low; *out++ = i;
  i = -100; i /= ub; *out++ = i; i = -100; i %= KB; *out++ = i; i = -100; i >>= low; *out++ = i;
  i = -100; i &= ~low; *out++ = i; unsigned char arr[bmax - 250]; *out++ = sizeof arr;
  int arr2[TB / GB / 256];
  *out++ = sizeof arr2; *out++ = min((unsigned)full, 5u); *out++ = max((int)la, 5);
  *out++ = (full & 0xf0f0) | low; *out++ = full ^ -1; *out++ = full == -1;
  *out++ = full == 0xffffffffll; *out++ = !full; *out++ = full && low; *out++ = +la;
  *out++ = la - 'a'; *out++ = neg * la; *out++ = TD2 >> 3; *out++ = TD1 - 6 > 0;
  {
    enum Local : unsigned { l0 = 5, l1 = 0xf0000000u };
    *out++ = l0 - 6;
    *out++ = l1 / 2;
    enum { m0 = 1ull << 44 };
    *out++ = m0 * 2;
  }

  return out;
}
__constant__ Size csize = GB;
__device__ Mask gmask = full;
} // namespace typed

namespace modes {
enum Mode { off, on, third, last = 9 };
enum Fx : int { fa, fb = 5 };
enum class Sc { a, b, c };
enum class ScI : int { a = 1, b };
enum class ScB : unsigned char { a = 250, b };
enum class ScL : long long { a, b };
enum Neg { n1 = -1, n2 };
enum Sz : size_t { one = 1, two, big = 1ull << 33 };
typedef enum { ta, tb, tc } Ty;
struct Obj {
  Mode m;
  Fx f;
  Sc s;
  enum { p, q } un;
  Ty t;
  enum Inner : unsigned { u1 = 1 } in;
  Mode list[3];
  unsigned bits : 3;
  Mode mb : 4;
};
template <Mode M, Fx F, Sc S> __host__ __device__ long long tv(int x) {
  return (M - x) / 2 + (F - x) * 1ll + ((int)S - x) / 2;
}
template <class T> __host__ __device__ long long half(T t) { return (t - 5) / 2; }
template <class T> __host__ __device__ bool below(T t, int n) { return t - 3 < n; }
__host__ __device__ Mode next(Mode m) { return (Mode)((m + 1) % 3); }
__host__ __device__ Mode prev(Mode m) { return (Mode)((m - 1 + 3) % 3); }
__host__ __device__ Fx getf(int x) { return (Fx)x; }
__host__ __device__ Sc gets(int x) { return static_cast<Sc>(x); }
__host__ __device__ long long takel(long long x) { return x; }
__host__ __device__ float takef(float x) { return x; }
__host__ __device__ int count(Mode m) {
  int n = 0;
  for (int i = m; i >= 0; --i)
    n++;
  for (Mode k = off; k < m; k = (Mode)(k + 1))
    n += 10;
  for (int i = -2; i < m; i++)
    n += 100;
  while (m - 1 > n - 300) {
    n -= 1;
    if (n < 0)
      break;
  }
  return n;
}
#define LESS(a, b) ((a) < (b))
#define MID(a) (((a) - last) / 2)
__host__ __device__ long long *all(int x, long long *out) {
  Mode m = (Mode)(x - 4); Fx f = (Fx)-x; Sc s = (Sc)-x; ScI si = (ScI)-2; Ty t = (Ty)(x - 5);
  Neg n = n1;
  *out++ = m - 5; *out++ = (m - 5) / 2; *out++ = m - 5 < 0; *out++ = m < x - 10; *out++ = -m / 2;
  *out++ = -m < 0; *out++ = (m - 5) >> 1; *out++ = m * -3 / 2; *out++ = ~m / 2;
  *out++ = m - 5 > -1ll; *out++ = (m - 5) * 1ll; *out++ = (float)(m - 5); *out++ = (m - 5) * 0.5f;
  float fl = m - 5; *out++ = fl; double d = -m;
  *out++ = d; *out++ = takel(m - 5); *out++ = takef(m - 5); *out++ = m > -1; *out++ = -1 < m;
  *out++ = m == -1; *out++ = m + x - 20 < 0; *out++ = x * m - 100 < 0; *out++ = x / m - 100 < 0;
  *out++ = -x / m; *out++ = -x % 3; *out++ = -x / last; *out++ = (x ? m : -4) / 2;
  *out++ = (x ? -4 : m) / 2; *out++ = -x % (m + 2); *out++ = (-x) >> m; *out++ = f / 2;
  *out++ = f < 0; *out++ = f > fb; *out++ = f * 1ll; *out++ = (long long)f; *out++ = (float)f;
  *out++ = f; *out++ = f == -5; *out++ = f == -5ll; *out++ = f + 1.5f > 0; fl = f;
  *out++ = fl; *out++ = takel(f); *out++ = takef(f); *out++ = getf(-3) / 2;
  *out++ = (long long)getf(-3); *out++ = getf(-3) < fa; *out++ = static_cast<long long>(f);
  *out++ = double(f); *out++ = f << 2; *out++ = f >> 1; *out++ = f % 3; *out++ = -f;
  *out++ = (f, f) / 2; *out++ = (int)s / 2; *out++ = (long long)s; *out++ = s < Sc::a;
  *out++ = s > Sc::b; *out++ = s == Sc::a; *out++ = (float)s; *out++ = static_cast<long long>(s);
  *out++ = (long long)si; *out++ = si < ScI::a; *out++ = ScI::a > si; *out++ = (long long)gets(-3);
  *out++ = gets(-7) < Sc::c; *out++ = (int)ScB::b + 10; *out++ = (long long)ScL::b - 9;
  *out++ = ScB::a < ScB::b; *out++ = (t - 3) / 2; *out++ = tb - 3 < 0; *out++ = t < tb - 4;
  *out++ = n / 1 - 3; *out++ = n < 0; *out++ = n1 < 0u; *out++ = n * 1ll;
  Obj o = {on, (Fx)-2, (Sc)-3, Obj::q, tc, Obj::u1, {off, last, third}, 5, on};
  *out++ = (o.m - 5) / 2; *out++ = (long long)o.f; *out++ = o.f / 2; *out++ = (long long)o.s;
  *out++ = (o.un - 5) / 2; *out++ = (o.t - 5) / 2; *out++ = (o.in - 5) / 2;
  *out++ = (o.list[1] - 15) / 2; *out++ = (o.list[x % 3] - 15) * 1ll; Obj *po = &o;
  *out++ = (po->m - 7) / 2; Mode *pm = &m; *out++ = (*pm - 9) / 2; Mode &rm = m;
  *out++ = (rm - 9) / 2; *out++ = (pm[0] - 5) * 1ll; *out++ = (o.mb - 5) / 2;
  *out++ = (o.bits - 7) / 2; *out++ = tv<on, fb, Sc::c>(9); *out++ = half(m); *out++ = half(on);
  *out++ = half(f); *out++ = half(one); *out++ = below(m, -1); *out++ = next(third);
  *out++ = prev(off); *out++ = count(third); *out++ = LESS(m, -3); *out++ = LESS(m - 3, 1);
  *out++ = MID(m); int a[10];
  for (int i = 0; i < 10; i++)
    a[i] = i * i;
  *out++ = a[m + 1]; *out++ = a[last - m]; *out++ = a[m - on + 2]; int *pa = a + 5;
  *out++ = pa[m - third]; *out++ = *(pa + m - 3); *out++ = *(pa - m); *out++ = pa[-m];
  *out++ = pa[off - m]; long long q = -9; q /= m; *out++ = q; q = -9; q += m - 5; *out++ = q;
  q = -9; q *= -m; *out++ = q; int i = -9; i /= m; *out++ = i; i = -9; i %= m; *out++ = i; i = -9;
  i += m - 5; *out++ = i; i = -9; i >>= m; *out++ = i; i = -9; i /= one; *out++ = i; short sh = -9;
  sh /= m; *out++ = sh; sh -= f; *out++ = sh; fl = 2; fl *= f; *out++ = fl; fl -= m - 7;
  *out++ = fl; unsigned u = 5; u -= m; *out++ = u; u = 5; u /= f; *out++ = u;
  switch (m - 2) {
  case -1:
    *out++ = 1;
    break;
  default:
    *out++ = 2;
  }
  switch (f) {
  case -5:
    *out++ = 1;
    break;
  default:
    *out++ = 2;
  }
  switch (s) {
  case Sc::a:
    *out++ = 1;
    break;
  case (Sc)-5:
    *out++ = 3;
    break;
  default:
    *out++ = 2;
  }
  switch ((long long)f) {
  case -5:
    *out++ = 1;
    break;
  default:
    *out++ = 2;
  }
  auto lam = [=](int y) { return (m - y) / 2; }; *out++ = lam(9);
  auto lam2 = [e = big](int y) { return e * y; };
  *out++ = lam2(5); *out++ = min(m - 5, 0); *out++ = max((int)f, -9); *out++ = abs(m - 9);
  *out++ = min((long long)f, 0ll); *out++ = (m | -8) / 2; *out++ = (m & -8) / 2;
  *out++ = (m ^ -8) / 2; *out++ = !m; *out++ = m && f; *out++ = (m ? 1 : 2); *out++ = (bool)m;
  *out++ = one - two < 0; *out++ = -one; *out++ = one * -1 / 3; *out++ = x * one / 3;
  *out++ = (one + x - 9) / 2; *out++ = one - x; *out++ = x - one; *out++ = x - two - 5 > 0;
  *out++ = (x - 7) * two; *out++ = (x - 7) / two; *out++ = (x - 7) < two; *out++ = (x - 7) < on;
  *out++ = (x - 7) / on; long long w = on - x; *out++ = w; w = x ? one : -1; *out++ = w;
  w = x ? -1 : one; *out++ = w; *out++ = -5 / one;

  *out++ = (long long)(Sc)-3; *out++ = (float)(Fx)-3; *out++ = (long long)(x ? s : Sc::a);
  *out++ = (Sc)-x < Sc::b; *out++ = ((x, s)) < Sc::b; *out++ = (long long)(m = on) - 2;
  *out++ = (s = Sc::c) > (Sc)-1; *out++ = (m = third) - 5 < 0;
  return out;
}
__constant__ Fx cf = (Fx)-4;
__device__ Mode gm = third;
} // namespace modes

constexpr int room = 512;
__global__ void run(int x, long long *out, int *counts) {
  counts[0] = typed::all(x, out) - out;
  counts[1] = modes::all(x, out + room) - out - room;
  long long *more = out + 2 * room;
  *more++ = typed::csize * 8;
  *more++ = typed::gmask + 1;
  *more++ = typed::gmask / 2;
  *more++ = modes::cf / 2;
  *more++ = (long long)modes::cf;
  *more++ = (modes::gm - 9) / 2;
  *more++ = modes::gm - 9 < x;
}

int main() {
  static long long got[2 * room + 7], want[2 * room];
  long long *d_got;
  int counts[2], *d_counts;
  OK(cudaMalloc(&d_got, sizeof got));
  OK(cudaMalloc(&d_counts, sizeof counts));
  run<<<1, 1>>>(5, d_got, d_counts);
  OK(cudaMemcpy(got, d_got, sizeof got, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost));
  OK(cudaGetLastError());
  if (failure_count()) // the counts are none
    return verdict();
  EXPECT_EQ(counts[0], typed::all(5, want) - want);
  EXPECT_EQ(counts[1], modes::all(5, want + room) - want - room);
  for (int i = 0; i < counts[0]; i++)
    EXPECT_EQ(got[i], want[i]);
  for (int i = room; i < room + counts[1]; i++)
    EXPECT_EQ(got[i], want[i]);
  const long long more[] = {8ll << 30, 0, 0x7fffffff, -2, -4, -3, 1};
  for (int i = 0; i < 7; i++)
    EXPECT_EQ(got[2 * room + i], more[i]);
  OK(cudaFree(d_got));
  OK(cudaFree(d_counts));
  return verdict();
}
