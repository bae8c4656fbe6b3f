// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <cuda_bf16.h>

#define TWICE(h) ((h) + (h))
// CL: #define TWICE(h) (clrt_half_add((h), (h)))

struct Both {
  half x;
  half2 p;
  half list[2];
};
template <class T> struct Sum {
  T v;
  __device__ void add(T x) { v += x; }
};
// CL: self->v = clrt_half_add(self->v, x);
template <class T> __device__ T square(T x) { return x * x; }
// CL: clrt_half square___half(clrt_half x) { return clrt_half_mul(x, x); }
__device__ half scaled(half a, half b = 2.0f) { return a * b; }
__device__ half one() { return 1.0f; }
// CL: return clrt_half_from_float(1.0f);

__global__ void k(half *p, half2 *q, Both *b, float *o, int n) {
  // Made, converted.
  half h = p[0], zero = {}, three = 3, wide[2] = {1, h};
  // CL: clrt_half h = p[0], zero = (clrt_half){0}, three = clrt_half_from_int_rn(3), wide[2] = {clrt_half_from_int_rn(1), h};
  h = 2.5;
  // CL: h = clrt_half_from_double(2.5);
  o[0] = h, o[1] = p->operator float(), o[2] = (int)h;
  // CL: o[0] = clrt_half_to_float(h), o[1] = clrt_half_to_float(*p), o[2] = clrt_half_to_int_rz(h);
  half2 pair(h, three), other = {h, zero};
  // CL: clrt_half2 pair = clrt_half2_make(h, three), other = clrt_half2_make(h, zero);
  if (h && !zero)
    // CL: if (clrt_half_to_bool(h) && !clrt_half_to_bool(zero))
    h = scaled(h);
  // CL: h = scaled(h, clrt_half_from_float(2.0f));

  // Operators.
  b->x = h + three * wide[1] / -h;
  // CL: b->x = clrt_half_add(h, clrt_half_div(clrt_half_mul(three, wide[1]), clrt_half_neg(h)));
  b->p.y -= h;
  // CL: b->p.y = clrt_half_sub(b->p.y, h);
  p[n++] *= h;
  // CL: (place = &p[n++], *place = clrt_half_mul(*place, h));
  p[n] += half(n++);
  // CL: { clrt_half value = clrt_half_from_int_rn(n++); p[n] = clrt_half_add(p[n], value); }
  half old = h++;
  // CL: clrt_half old = (old_2 = h, h = clrt_half_next(h), old_2);
  *q += pair;
  // CL: *q = clrt_half2_add(*q, pair);
  o[3] = h < old || pair == other;
  // CL: o[3] = clrt_half_lt(h, old) || clrt_half2_eq_both(pair, other);
  h = TWICE(h) - square(h) + one();
  // CL: h = clrt_half_add(clrt_half_sub(TWICE(h), square___half(h)), one());
  Sum<half> sum = {h};
  sum.add(h += 1);
  // CL: Sum___half_add(&sum, h = clrt_half_add(h, clrt_half_from_int_rn(1)));

  // Functions and atomics.
  h = __hfma(h, old, three);
  // CL: h = clrt_half_fma(h, old, three);
  atomicAdd(p, h);
  // CL: clrt_atomic_add_half_g(p, h);
  h = __shfl_down_sync(0xffffffff, h, 1);
  // CL: h = clrt_shfl_down_half(h, 1, 32, warp);
  h = CUDART_INF_FP16;
  // CL: h = clrt_half_from_bits((unsigned short)0x7C00U);
  __half_raw raw = h;
  // CL: clrt_half raw = h;
  o[4] = raw.x;
  // CL: o[4] = raw.x;
  __nv_bfloat16 f = 2.0f;
  // CL: clrt_bfloat16 f = clrt_bfloat16_from_float(2.0f);
  o[5] = f * f;
  // CL: o[5] = clrt_bfloat16_to_float(clrt_bfloat16_mul(f, f));
}
