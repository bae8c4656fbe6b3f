// Bit casts keep the bits: they are no conversions.

struct Pair {
  int a, b;
};

template <class To, class From> __device__ To as(const From &from) {
  return __builtin_bit_cast(To, from); // CL: return as_int(*from);
}

__global__ void casts(int *out, const float *f, const double *d, const short *s, const Pair *pairs) {
  int t = threadIdx.x;
  out[0] = __builtin_bit_cast(int, f[t]);                 // CL: out[0] = as_int(f[t]);
  out[1] = __builtin_bit_cast(unsigned, f[t] + 1) >> 23;  // CL: out[1] = as_uint(f[t] + 1) >> 23;
  out[2] = __builtin_bit_cast(float, t) > 0;              // CL: out[2] = as_float(t) > 0;
  out[3] = __builtin_bit_cast(long long, d[t]) >> 52;     // CL: out[3] = as_long(d[t]) >> 52;
  out[4] = __builtin_bit_cast(unsigned short, s[t]);      // CL: out[4] = as_ushort(s[t]);
  out[5] = __builtin_bit_cast(int, 1.0f);                 // CL: out[5] = as_int(1.0f);
  out[6] = __builtin_bit_cast(int4, make_float4(1, 2, 3, 4)).y; // CL: out[6] = as_int4((float4)(1.0f, 2.0f, 3.0f, 4.0f)).y;
  out[7] = as<int>(f[t]);
  out[8] = __builtin_bit_cast(long long, pairs[t]);       // DIAG: 2052
}
