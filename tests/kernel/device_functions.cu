// Functions of the catalog: by another name, by a template, with a helper of clrt's. What is an
// operand in the row's text has parentheses where it binds less.
#include <algorithm>
#include <cuComplex.h>

__global__ void calls(float *f, int *v, unsigned *u) {
  f[0] = __fmul_rn(f[1], f[2]) + rsqrtf(f[3]);
  f[4] = fmaxf(f[5], 1);             // CL: f[4] = fmax(f[5], 1.0f);
  v[0] = __popc(v[1]);               // CL: v[0] = (int)popcount((uint)v[1]);
  atomicMax(v + 2, v[3]);            // CL: atomic_max(v + 2, v[3]);
  f[6] = atomicAdd(f + 7, 2.0f);     // CL: f[6] = clrt_atomic_add_float_g(f + 7, 2.0f);
  u[0] = __umul24(u[1], u[2]);       // CL: u[0] = (((u[1]) & 0xffffffu) * ((u[2]) & 0xffffffu));
}

__global__ void operands(int *v, cuFloatComplex *c, int n) {
  c[0] = cuCaddf(n ? c[1] : c[2], c[3]); // CL: c[0] = ((n ? c[1] : c[2]) + c[3]);
  // Braces are evaluated from left to right.
  v[0] = std::max({++v[1], v[1] * 2, 7});
  // CL: v[0] = (value = ++v[1], value_2 = v[1] * 2, max(max(value, value_2), 7));
}
