// GCC's built-in functions that are of any type, or have the names of the C library's.

__global__ void any(int *out, float x, double d, int n, unsigned u, long long l, unsigned long long w) {
  out[0] = __builtin_isnan(x) + __builtin_isinf(d); // CL: out[0] = isnan(x) + isinf(d);
  out[1] = __builtin_signbit(d);                    // CL: out[1] = signbit(d);
  out[2] = __builtin_constant_p(n);                 // CL: out[2] = 0;
  int r;
  if (__builtin_add_overflow(n, 5, &r)) // CL: if ((value = (long)n + (long) 5, r = (int)value, value != (int)value))
    out[3] = r;
  unsigned m;
  out[4] = __builtin_mul_overflow(u, u, &m); // CL: out[4] = (value_2 = (ulong)u * (ulong) u, m = (uint)value_2, value_2 != (uint)value_2);
  long long s;
  out[5] = __builtin_sub_overflow(l, n, &s); // CL: = clrt_sub_overflow_long(l, n, &
  out[6] = __builtin_add_overflow(w, n, &w); // DIAG: 2052
}

__global__ void named(float *f, unsigned *u, unsigned long *w, int n) {
  f[0] = __builtin_fabsf(f[1]) + __builtin_sqrtf(f[2]); // CL: f[0] = fabs(f[1]) + sqrt(f[2]);
  u[0] = __builtin_abs(n);                 // CL: abs(n)
  u[1] = __builtin_bswap32(u[1]);          // CL: u[1] = clrt_bswap(u[1]);
  u[2] = __builtin_rotateleft32(u[2], 3);  // CL: u[2] = rotate(u[2], 3u);
  w[0] = __builtin_bswap64(w[0]);          // CL: w[0] = clrt_bswapll(w[0]);
  if (__builtin_expect_with_probability(n > 3, 1, 0.9)) // CL: if ((n > 3))
    u[3] = 1;
}
