// Functions of the catalog: by another name, by a template, with a helper of clrt's. What is an
// operand in the row's text has parentheses where it binds less.
#include <algorithm>
#include <cuComplex.h>

// In a macro all parentheses stay: its text is one for all its uses.
#define MAD(a, b, c) ((c) + __mul24(a, b))
// CL: #define MAD(a, b, c) ((c) + (((a) << 8 >> 8) * (( b) << 8 >> 8)))
__global__ void inMacros(int *v, int n) {
  v[0] = MAD(n, 2, 3) + MAD(n + 1, v[1], v[2]); // CL: v[0] = MAD(n, 2, 3) + MAD(n + 1, v[1], v[2]);
}

__global__ void calls(float *f, int *v, unsigned *u) {
  f[0] = __fmul_rn(f[1], f[2]) + rsqrtf(f[3]);
  f[4] = fmaxf(f[5], 1);             // CL: f[4] = fmax(f[5], 1.0f);
  v[0] = __popc(v[1]);               // CL: v[0] = (int)popcount((uint)v[1]);
  atomicMax(v + 2, v[3]);            // CL: atomic_max(v + 2, v[3]);
  f[6] = atomicAdd(f + 7, 2.0f);     // CL: f[6] = clrt_atomic_add_float_g(f + 7, 2.0f);
  u[0] = __umul24(u[1], u[2]);       // CL: u[0] = (u[1] & 0xffffffu) * (u[2] & 0xffffffu);
}

__global__ void operands(int *v, cuFloatComplex *c, int n) {
  c[0] = cuCaddf(n ? c[1] : c[2], c[3]); // CL: c[0] = (n ? c[1] : c[2]) + c[3];
  // Braces are evaluated from left to right.
  v[0] = std::max({++v[1], v[1] * 2, 7});
  // CL: v[0] = (value = ++v[1], value_2 = v[1] * 2, max(max(value, value_2), 7));
}

// What a row has in parentheses for any place has them only where this one asks.
__global__ void places(int *v, float *f, const float *g, const float4 *q, cuFloatComplex *c, int n) {
  f[0] = __ldg(&g[n]);                // CL: f[0] = g[n];
  f[1] = __ldg(g + n) * 2;            // CL: f[1] = *(g + n) * 2;
  f[2] = f[1]/__ldg(g);               // CL: f[2] = f[1]/(*g);
  f[3] = __ldg(&q[n]).y;              // CL: f[3] = q[n].y;
  f[4] = __ldg(q + n).y;              // CL: f[4] = (*(q + n)).y;
  f[5] = -__ldg(&q[n].x);             // CL: f[5] = -q[n].x;
  f[6] = __ldg(&*g) + __ldg(&(g[1])); // CL: f[6] = *g + g[1];
  f[7] = __ldg(n ? g : g + 1);        // CL: f[7] = *(n ? g : g + 1);
  v[0] = 7 - __mul24(n + 1, v[1]);    // CL: v[0] = 7 - (((n + 1) << 8 >> 8) * (v[1] << 8 >> 8));
  f[8] = f[1] / fdividef(f[2], f[3] + 1); // CL: f[8] = f[1] / (f[2] / (f[3] + 1));
  f[9] = cuCaddf(c[0], c[1]).x;       // CL: f[9] = (c[0] + c[1]).x;
  __stcg(&f[10], f[1]);               // CL: f[10] = f[1];
  __stcg(f + 11, f[1]);               // CL: *(f + 11) = f[1];
  n ? __stcg(f, f[1]) : __stcg(&f[1], f[2]);
  // CL: n ? (void)(*f = f[1]) : (void)(f[1] = f[2]);
}

// Results that go to a place.
__global__ void sines(float x, float *f, float4 *q, int n) {
  float s, c;
  sincosf(x, &s, &c);             // CL: s = sincos(x, &c);
  if (n)
    sincosf(x, f + n, &c);        // CL: *(f + n) = sincos(x, &c);
  sincosf(x + 1, &f[n], &c);      // CL: f[n] = sincos(x + 1, &c);
  sincosf(x, &q[n].x, &q[n].y);   // CL: *(__global float *)&q[n] = sincos(x, ((__global float *)&q[n] + 1));
  for (int i = 0; i < n; sincosf(x, &s, &c), ++i)
    f[i] = s;                     // CL: for (int i = 0; i < n; (void)(s = sincos(x, &c)), ++i)
}

// The type of a pointer says which memory it points to.
__device__ bool shared(const void *p) { return __isShared(p); } // CL: bool shared_g(__global const void *p) { return clrt_is_shared_g(p); }
__global__ void asks(int *v) {
  __shared__ int tile[2];
  v[0] = shared(v) + shared(tile); // CL: v[0] = shared_g(v) + shared_l(tile);
  v[1] = __isLocal(&v[1]);         // CL: v[1] = clrt_is_local_g(&v[1]);
}

__global__ void builtins(int *n, unsigned u, unsigned long long w) {
  n[0] = __builtin_popcount(u); // CL: n[0] = (int)popcount(u);
  n[1] = __builtin_clzll(w);    // CL: n[1] = (int)clz(w);
  n[2] = __builtin_ffs(n[3]);   // CL: n[2] = clrt_ffs(n[3]);
  n[4] = __builtin_ctz(u) * 2;  // CL: n[4] = (clrt_ffs(u) - 1) * 2;
}
