// A loop directly follows its #pragma, also where the order of stores to a union has to be kept before it.
union Halves {
  double d;
  int w[2];
  short s[4];
};
__device__ void other(int *v) { ++*v; }

__device__ double loops(int *v, int k) {
  Halves u;
  other(v);
#pragma unroll
  for (int i = 0; i < 2; ++i) // CL: clrt_keep_store_order(); #pragma unroll for (int i = 0; i < 2; ++i)
    u.w[i] = k + i;
  other(v);
  if (k > 100) {
#pragma unroll
    for (int i = 0; i < 2; ++i) // CL: { clrt_keep_store_order(); #pragma unroll for (int i = 0; i < 2; ++i)
      u.w[i] += 1;
  }
  { other(v); }
#pragma unroll 2
  for (int i = 0; i < 4; ++i) // CL: } clrt_keep_store_order(); #pragma unroll 2 for (int i = 0; i < 4; ++i)
    u.s[i] ^= i;
  other(v);
  u.s[1] = 4; // CL: clrt_keep_store_order(); u.s[1] = 4;
  return u.d;
}

__global__ void unionLoops(double *out, int *v) { *out = loops(v, v[1]); }
