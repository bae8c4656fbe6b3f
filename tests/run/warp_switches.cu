// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: threads of a warp take different cases of a switch and exchange values there: with falling
// through, the default anywhere, jumps out of nested statements, in loops, with others waiting behind.
#include "check.h"

static int input[512];
static int *d_in, *d_out, want[512], got[512];

/// The lanes that are there, in the order of the warp; what they do together is done for all at once.
struct Lanes {
  bool in[32] = {};
  template <class Test> Lanes where(Test test) const {
    Lanes r;
    for (int k = 0; k < 32; ++k)
      r.in[k] = in[k] && test(k);
    return r;
  }
  Lanes with(const Lanes &o) const {
    Lanes r;
    for (int k = 0; k < 32; ++k)
      r.in[k] = in[k] || o.in[k];
    return r;
  }
  Lanes without(const Lanes &o) const {
    return where([&](int k) { return !o.in[k]; });
  }
  template <class Do> void each(Do f) const {
    for (int k = 0; k < 32; ++k)
      if (in[k])
        f(k);
  }
  unsigned mask() const {
    unsigned m = 0;
    each([&](int k) { m |= 1u << k; });
    return m;
  }
  int count() const { return __builtin_popcount(mask()); }
  bool any() const { return mask() != 0; }
  int sum(const int *v) const {
    int s = 0;
    each([&](int k) { s += v[k]; });
    return s;
  }
};
Lanes lanes_of(int size, int w) {
  Lanes all;
  for (int k = 0; k < 32; ++k)
    all.in[k] = w * 32 + k < size;
  return all;
}

/// The sum over the lanes of \p mask.
__device__ int sum_of(unsigned mask, int v) { return (int)__reduce_add_sync(mask, (unsigned)v); }

enum class Op : unsigned char { Sum, Count, Skip = 7, Odd };

// Several exchanges, labels together, the default in the middle, falling into it and out of it.
__global__ void cases(const int *in, int *out) {
  int t = threadIdx.x, x = in[t], r = 100;
  switch (x % 7) {
  case 0:
    r += sum_of(__activemask(), x);
    break;
  case 2: // falls into the default
    r += __popc(__ballot_sync(__activemask(), x > 20));
    r *= 2;
  default: {
    int kept = sum_of(__activemask(), r);
    r ^= kept;
  }
  case 4: // who comes from above, too
    r += __popc(__activemask()) * 1000;
    break;
  case 1:
  case 5:
    x += 3;
    break;
  case 3 ... 3:;
  }
  out[t] = r + x;
}
void expect_cases(int size) {
  for (int w = 0; w * 32 < size; ++w) {
    Lanes all = lanes_of(size, w);
    int *in = input + w * 32, r[32], x[32];
    all.each([&](int k) { x[k] = in[k], r[k] = 100; });
    auto is = [&](int v) { return all.where([=](int k) { return in[k] % 7 == v; }); };
    int s = is(0).sum(x);
    is(0).each([&](int k) { r[k] += s; });
    int b = is(2).where([&](int k) { return x[k] > 20; }).count();
    is(2).each([&](int k) { r[k] = (r[k] + b) * 2; });
    Lanes rest = is(2).with(is(6));
    s = rest.sum(r);
    rest.each([&](int k) { r[k] ^= s; });
    rest = rest.with(is(4));
    rest.each([&](int k) { r[k] += rest.count() * 1000; });
    is(1).with(is(5)).each([&](int k) { x[k] += 3; });
    all.each([&](int k) { want[w * 32 + k] = r[k] + x[k]; });
  }
}

// Breaks in nested statements, a switch in a case, a case that nobody takes, all behind one another.
__global__ void breaks(const int *in, int *out) {
  int t = threadIdx.x, x = in[t], r = 0;
  switch (Op(x % 9))
  case Op::Sum:
  case Op::Count: {
    r = 7; // a body without braces has no exchange
  }
  switch (Op(x % 9)) {
  case Op::Odd:
    if (x & 16) {
      r = 1;
      if (x & 8)
        break;
      r += __popc(__activemask()) * 10;
    } else if (x > 70)
      break;
    r += sum_of(__activemask(), x);
  case Op::Skip:
    for (int i = 0; i < x % 4; ++i) {
      if (i == 2)
        break; // the loop's
      r += __popc(__ballot_sync(__activemask(), i < 9)) << (i * 8);
    }
    r += 5;
    break;
  case Op::Count:
    switch (x & 3) {
    case 3:
      r = sum_of(__activemask(), 4);
      break;
    case 1:
      r = 3;
      break;
    default:
      r += __popc(__activemask());
    }
    r += __popc(__activemask()) * 100;
    break;
  default:
    break;
  case Op::Sum:
    if (__any_sync(__activemask(), x > 60))
      r += 50;
  }
  out[t] = r * 2 + (x & 1);
}
void expect_breaks(int size) {
  for (int w = 0; w * 32 < size; ++w) {
    Lanes all = lanes_of(size, w);
    int *x = input + w * 32, r[32];
    auto is = [&](int v) { return all.where([=](int k) { return x[k] % 9 == v; }); };
    all.each([&](int k) { r[k] = x[k] % 9 < 2 ? 7 : 0; });
    Lanes odd = is(8), first = odd.where([&](int k) { return x[k] & 16; });
    first.each([&](int k) { r[k] = 1; });
    Lanes left = first.where([&](int k) { return x[k] & 8; });
    Lanes stay = first.without(left);
    stay.each([&](int k) { r[k] += stay.count() * 10; });
    left = left.with(odd.without(first).where([&](int k) { return x[k] > 70; }));
    stay = odd.without(left);
    int s = stay.sum(x);
    stay.each([&](int k) { r[k] += s; });
    Lanes skip = stay.with(is(7));
    for (int i = 0; i < 2; ++i) {
      Lanes round = skip.where([&](int k) { return i < x[k] % 4; });
      round.each([&](int k) { r[k] += round.count() << (i * 8); });
    }
    skip.each([&](int k) { r[k] += 5; });
    Lanes count = is(1), three = count.where([&](int k) { return (x[k] & 3) == 3; });
    three.each([&](int k) { r[k] = three.count() * 4; });
    Lanes one = count.where([&](int k) { return (x[k] & 3) == 1; });
    one.each([&](int k) { r[k] = 3; });
    Lanes rest = count.without(three).without(one);
    rest.each([&](int k) { r[k] += rest.count(); });
    count.each([&](int k) { r[k] += count.count() * 100; });
    bool big = is(0).where([&](int k) { return x[k] > 60; }).any();
    is(0).each([&](int k) { r[k] += big ? 50 : 0; });
    all.each([&](int k) { want[w * 32 + k] = r[k] * 2 + (x[k] & 1); });
  }
}

// Returns in cases, of a kernel and of a function with a value; others exchange behind.
__device__ int looked_up(int x, int n) {
  switch (x % 5) {
  case 0:
    return -1;
  case 3:
    if (x > n)
      return sum_of(__activemask(), 2) * 0 - 3;
    x += __popc(__activemask());
    break;
  case 1:
    x += 1;
  }
  return x + __popc(__ballot_sync(__activemask(), x & 1)) * 100;
}
__global__ void returns(const int *in, int *out, int n) {
  int t = threadIdx.x, x = in[t];
  out[t] = -9;
  switch (x & 7) {
  case 6:
    return;
  case 1: {
    x += sum_of(__activemask(), 1);
    if (x % 3 == 0) {
      out[t] = -x;
      return;
    }
    break;
  }
  case 2:
    x -= 1;
    break;
  }
  x += sum_of(__activemask(), x);
  out[t] = looked_up(x, n);
}
void expect_returns(int size, int n) {
  for (int w = 0; w * 32 < size; ++w) {
    Lanes all = lanes_of(size, w);
    int x[32], *o = want + w * 32;
    all.each([&](int k) { x[k] = input[w * 32 + k], o[k] = -9; });
    auto is = [&](const Lanes &of, int d, int v) {
      return of.where([&](int k) { return x[k] % d == v; });
    };
    Lanes six = is(all, 8, 6), one = is(all, 8, 1), two = is(all, 8, 2);
    one.each([&](int k) { x[k] += one.count(); });
    Lanes left = is(one, 3, 0);
    left.each([&](int k) { o[k] = -x[k]; });
    two.each([&](int k) { x[k] -= 1; });
    Lanes stay = all.without(six).without(left);
    int s = stay.sum(x);
    stay.each([&](int k) { x[k] += s; });
    Lanes zero = is(stay, 5, 0), three = is(stay, 5, 3);
    one = is(stay, 5, 1);
    zero.each([&](int k) { o[k] = -1; });
    left = three.where([&](int k) { return x[k] > n; });
    left.each([&](int k) { o[k] = -3; });
    three = three.without(left);
    three.each([&](int k) { x[k] += three.count(); });
    one.each([&](int k) { x[k] += 1; });
    stay = stay.without(zero).without(left);
    int b = stay.where([&](int k) { return x[k] & 1; }).count();
    stay.each([&](int k) { o[k] = x[k] + b * 100; });
  }
}

// In loops: continue from a case without an exchange, which others meet behind the switch; breaks that are
// the switch's; loops for some threads only.
__global__ void rounds(const int *in, int *out, int n) {
  int t = threadIdx.x, x = in[t], r = 0;
  for (int i = 0; i < n; ++i) {
    switch ((x + i) & 3) {
    case 0:
      continue;
    case 1:
      x += 3;
      break;
    default:
      x += 1;
    }
    r += __popc(__activemask()) + sum_of(__activemask(), x & 1) * 64;
  }
  if (x & 1)
    for (int i = 0; i < 3; ++i) {
      int seen = 0;
      switch (x % 3 + i) {
      case 2:
        seen = __popc(__activemask());
        if (seen > 4)
          continue;
      case 0:
        seen += 1;
        break;
      case 1:
        if (i == 1) {
          r += 9;
          break;
        }
        seen = sum_of(__activemask(), 3);
      }
      r += seen * 3 + __popc(__activemask());
    }
  while (true) {
    switch (x-- & 3) {
    case 1:
      if (x < 40)
        break;
      r += __popc(__activemask());
      continue;
    case 3:
      continue;
    }
    if (x < 30 + t % 8)
      break;
    r += __popc(__activemask()) * 2;
  }
  out[t] = r * 128 + x;
}
void expect_rounds(int size, int n) {
  for (int w = 0; w * 32 < size; ++w) {
    Lanes all = lanes_of(size, w);
    int x[32], r[32];
    all.each([&](int k) { x[k] = input[w * 32 + k], r[k] = 0; });
    for (int i = 0; i < n; ++i) {
      Lanes on = all.where([&](int k) { return (x[k] + i) & 3; });
      on.each([&](int k) { x[k] += ((x[k] + i) & 3) == 1 ? 3 : 1; });
      int odd = on.where([&](int k) { return x[k] & 1; }).count();
      on.each([&](int k) { r[k] += on.count() + odd * 64; });
    }
    Lanes some = all.where([&](int k) { return x[k] & 1; });
    for (int i = 0; i < 3; ++i) {
      int seen[32] = {};
      auto is = [&](int v) { return some.where([=, &x](int k) { return x[k] % 3 + i == v; }); };
      Lanes two = is(2), one = is(1), on = some;
      two.each([&](int k) { seen[k] = two.count(); });
      if (two.count() > 4)
        on = some.without(two), two = Lanes();
      two.with(is(0)).each([&](int k) { seen[k] += 1; });
      one.each([&](int k) { i == 1 ? r[k] += 9 : seen[k] = one.count() * 3; });
      on.each([&](int k) { r[k] += seen[k] * 3 + on.count(); });
    }
    for (Lanes on = all; on.any();) {
      int key[32];
      on.each([&](int k) { key[k] = x[k]-- & 3; });
      Lanes one = on.where([&](int k) { return key[k] == 1 && x[k] >= 40; });
      one.each([&](int k) { r[k] += one.count(); });
      Lanes next = one.with(on.where([&](int k) { return key[k] == 3; }));
      Lanes behind = on.without(next);
      behind = behind.where([&](int k) { return x[k] >= 30 + (w * 32 + k) % 8; });
      behind.each([&](int k) { r[k] += behind.count() * 2; });
      on = next.with(behind);
    }
    all.each([&](int k) { want[w * 32 + k] = r[k] * 128 + x[k]; });
  }
}

// What is asked: with an effect, an exchange, of 64 bits, negative; a switch that all take but some leave;
// in an else without braces; stores in step.
__global__ void asked(const int *in, int *out, int n) {
  __shared__ volatile int s[512];
  int t = threadIdx.x, x = in[t], r = 0;
  s[t] = x;
  __syncthreads();
  if (x < 50) {
    switch (x++ % 3 - 1ll) {
    case -1ll:
      r = __popc(__activemask());
      break;
    case 1:
      x += __popc(__activemask()) * 4;
    }
    switch (__shfl_sync(__activemask(), x, __ffs(__activemask()) - 1) & 1 ? 'a' : x % 2) {
    case 'a':
      r += 1000;
      break;
    case 1:
      r += __popc(__activemask()) * 100;
    }
  } else
    switch (n) {
    case 3:
      if (x & 1)
        break;
      r = __popc(__activemask());
      break;
    default:
      r = sum_of(__activemask(), 1) * 5;
    }
  r += sum_of(__activemask(), 1);
  switch (t / 32 % 3) {
  case 0:
    s[t] += s[t ^ 1];
    s[t] += s[t ^ 2];
    break;
  case 2:
    s[t] = s[t ^ 3] * 2;
  }
  out[t] = r * 1000 + x + s[t];
}
void expect_asked(int size, int n) {
  for (int w = 0; w * 32 < size; ++w) {
    Lanes all = lanes_of(size, w);
    int x[32], r[32] = {}, key[32], *in = input + w * 32;
    all.each([&](int k) { x[k] = in[k]; });
    Lanes low = all.where([&](int k) { return x[k] < 50; });
    low.each([&](int k) { key[k] = x[k]++ % 3; });
    Lanes first = low.where([&](int k) { return key[k] == 0; });
    first.each([&](int k) { r[k] = first.count(); });
    Lanes second = low.where([&](int k) { return key[k] == 2; });
    second.each([&](int k) { x[k] += second.count() * 4; });
    if (low.any() && x[__builtin_ctz(low.mask())] & 1) {
      low.each([&](int k) { r[k] += 1000; });
    } else {
      Lanes odd = low.where([&](int k) { return x[k] % 2 == 1; });
      odd.each([&](int k) { r[k] += odd.count() * 100; });
    }
    Lanes high = all.without(low);
    Lanes even = high.where([&](int k) { return !(x[k] & 1); });
    if (n == 3)
      even.each([&](int k) { r[k] = even.count(); });
    else
      high.each([&](int k) { r[k] = high.count() * 5; });
    all.each([&](int k) {
      int s = in[k];
      if (w % 3 == 0)
        s = in[k] + in[k ^ 1] + in[k ^ 2] + in[k ^ 3];
      else if (w % 3 == 2)
        s = in[k ^ 3] * 2;
      want[w * 32 + k] = (r[k] + all.count()) * 1000 + x[k] + s;
    });
  }
}

// A switch that the block takes together, in a loop of all, with the loop left from a case.
__global__ void together(const int *in, int *out, int n) {
  int t = threadIdx.x, x = in[t], r = 0;
  for (int i = 0; i < 4; ++i) {
    switch (n + i) {
    case 2:
      if (x % 4 == 1)
        return;
      r += 1;
      break;
    case 3:
      if (x % 4 == 2)
        break;
      r += __popc(__activemask());
    case 4:
      if (x % 4 == 3)
        continue;
      r += __popc(__activemask()) * 100;
    }
  }
  out[t] = r;
}
void expect_together(int size, int n) {
  for (int w = 0; w * 32 < size; ++w) {
    Lanes on = lanes_of(size, w);
    int r[32] = {}, *x = input + w * 32;
    on.each([&](int k) { want[w * 32 + k] = -1; });
    auto not_of = [&](int v) { return on.where([=](int k) { return x[k] % 4 != v; }); };
    for (int i = 0; i < 4; ++i) {
      if (n + i == 2) {
        on = not_of(1);
        on.each([&](int k) { r[k] += 1; });
        continue;
      }
      Lanes in = on;
      if (n + i == 3) {
        in = not_of(2);
        in.each([&](int k) { r[k] += in.count(); });
      } else if (n + i != 4) {
        continue;
      }
      in = in.where([&](int k) { return x[k] % 4 != 3; });
      in.each([&](int k) { r[k] += in.count() * 100; });
    }
    on.each([&](int k) { want[w * 32 + k] = r[k]; });
  }
}

// Heads that declare, bodies without braces, and what cases share.
__global__ void heads(const int *in, int *out) {
  int t = threadIdx.x, x = in[t], r = 0;
  if (int low = x % 16; low > 12) {
    out[t] = -low;
    return;
  }
  if (x & 1) {
    if (int y = x % 7; y > 2)
      r += sum_of(__activemask(), y);
    else
      r -= y;
    if (unsigned high = __ballot_sync(__activemask(), x > 40); high >> (t % 32) & 1)
      r += __popc(high) * 100;
    if (int first = __shfl_sync(__activemask(), x, __ffs(__activemask()) - 1) % 4)
      r += first + __popc(__activemask()) * 1000;
    else if (int y = x % 3)
      r += y * 5;
  }
  int left = x;
  while (int y = left / 8) {
    r += __popc(__activemask());
    if (y == 4) {
      left = 24;
      continue;
    }
    left = y;
    r += sum_of(__activemask(), y) * 3;
  }
  for (int i = 0; unsigned char y = x >> i & 6; ++i)
    r += __popc(__activemask()) * y;
  switch (int k = x % 5; k) {
    int shared;
  case 0:
    shared = sum_of(__activemask(), x);
    r += shared;
    break;
  case 1:
    int kept;
    kept = x;
    shared = 3;
    r += kept + shared;
  case 2:
    kept = 5 * __popc(__activemask());
    shared = kept + k;
    r += shared * 2;
  }
  for (;;)
    if (x > 60 + t % 8)
      break;
    else
      x += __popc(__activemask()) + 9;
  for (int i = 0; i < 3; ++i)
    if ((x + i) % 3 == 0)
      continue;
    else
      r += __popc(__activemask()) << (4 * i);
  switch (x & 3)
  case 1:
  case 2:
    r += sum_of(__activemask(), 1) * 7;
  out[t] = r;
}
void expect_heads(int size) {
  for (int w = 0; w * 32 < size; ++w) {
    Lanes all = lanes_of(size, w);
    int x[32], r[32] = {}, y[32] = {}, left[32], *o = want + w * 32;
    all.each([&](int k) { left[k] = x[k] = input[w * 32 + k], o[k] = -(x[k] % 16); });
    all = all.where([&](int k) { return x[k] % 16 <= 12; });
    Lanes odd = all.where([&](int k) { return x[k] & 1; });
    odd.each([&](int k) { y[k] = x[k] % 7; });
    Lanes some = odd.where([&](int k) { return y[k] > 2; });
    int s = some.sum(y);
    odd.each([&](int k) { r[k] += y[k] > 2 ? s : -y[k]; });
    some = odd.where([&](int k) { return x[k] > 40; });
    some.each([&](int k) { r[k] += some.count() * 100; });
    int first = odd.any() ? x[__builtin_ctz(odd.mask())] % 4 : 0;
    odd.each([&](int k) { r[k] += first ? first + odd.count() * 1000 : x[k] % 3 * 5; });
    for (Lanes on = all;;) {
      on = on.where([&](int k) { return (y[k] = left[k] / 8) != 0; });
      if (!on.any())
        break;
      Lanes four = on.where([&](int k) { return y[k] == 4; }), stay = on.without(four);
      four.each([&](int k) { left[k] = 24; });
      stay.each([&](int k) { left[k] = y[k]; });
      s = stay.sum(y);
      on.each([&](int k) { r[k] += on.count() + (y[k] != 4 ? s * 3 : 0); });
    }
    Lanes on = all;
    for (int i = 0; on.any(); ++i) {
      on = on.where([&](int k) { return x[k] >> i & 6; });
      on.each([&](int k) { r[k] += on.count() * (x[k] >> i & 6); });
    }
    auto is = [&](int v) { return all.where([=, &x](int k) { return x[k] % 5 == v; }); };
    Lanes zero = is(0), one = is(1), two = one.with(is(2));
    s = zero.sum(x);
    zero.each([&](int k) { r[k] += s; });
    one.each([&](int k) { r[k] += x[k] + 3; });
    two.each([&](int k) { r[k] += (5 * two.count() + x[k] % 5) * 2; });
    for (on = all; on.any();) {
      on = on.where([&](int k) { return x[k] <= 60 + (w * 32 + k) % 8; });
      on.each([&](int k) { x[k] += on.count() + 9; });
    }
    for (int i = 0; i < 3; ++i) {
      on = all.where([&](int k) { return (x[k] + i) % 3; });
      on.each([&](int k) { r[k] += on.count() << (4 * i); });
    }
    on = all.where([&](int k) { return (x[k] & 3) == 1 || (x[k] & 3) == 2; });
    on.each([&](int k) { r[k] += on.count() * 7; });
    all.each([&](int k) { o[k] = r[k]; });
  }
}

void compare(const char *name, int size) {
  OK(cudaMemcpy(got, d_out, size * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < size; ++i)
    if (got[i] != want[i]) {
      printf("%s, %d threads: %d: %d, not %d\n", name, size, i, got[i], want[i]);
      return report_failure(name, __LINE__);
    }
}

int main() {
  for (int i = 0; i < 512; ++i)
    input[i] = (i * 29 + i / 5 * 7) % 83;
  OK(cudaMalloc(&d_in, sizeof input));
  OK(cudaMalloc(&d_out, sizeof input));
  OK(cudaMemcpy(d_in, input, sizeof input, cudaMemcpyHostToDevice));
  for (int size : {31, 70, 96}) {
    cases<<<1, size>>>(d_in, d_out);
    expect_cases(size);
    compare("cases", size);
    breaks<<<1, size>>>(d_in, d_out);
    expect_breaks(size);
    compare("breaks", size);
    heads<<<1, size>>>(d_in, d_out);
    expect_heads(size);
    compare("heads", size);
    for (int n : {0, 3, 5}) {
      returns<<<1, size>>>(d_in, d_out, n * 400);
      expect_returns(size, n * 400);
      compare("returns", size);
      rounds<<<1, size>>>(d_in, d_out, n);
      expect_rounds(size, n);
      compare("rounds", size);
      OK(cudaMemset(d_out, -1, sizeof input));
      together<<<1, size>>>(d_in, d_out, n);
      expect_together(size, n);
      compare("together", size);
      if (size % 32)
        continue;
      asked<<<1, size>>>(d_in, d_out, n);
      expect_asked(size, n);
      compare("asked", size);
    }
  }
  return verdict();
}
