// GCC's built-in functions in device code, against the host's.
#include <climits>
#include <cmath>
#include <cstdio>

enum { Results = 40 };

__host__ __device__ void compute(unsigned long long *out, int n, float x, double y) {
  int i = 0;
  out[i++] = __builtin_abs(-n);
  out[i++] = __builtin_labs(-n) + __builtin_llabs(-n);
  out[i++] = __builtin_bswap16(n * 259);
  out[i++] = __builtin_bswap32(n * 0x01020304u);
  out[i++] = __builtin_bswap64(n * 0x0102030405060708ull);
  int r;
  out[i++] = __builtin_add_overflow(n, INT_MAX - 3, &r);
  out[i++] = r;
  out[i++] = __builtin_sub_overflow(-n, INT_MAX - 1, &r);
  out[i++] = r;
  out[i++] = __builtin_mul_overflow(n, 0x20000000, &r);
  out[i++] = r;
  unsigned u;
  out[i++] = __builtin_sub_overflow(n, 3, &u);
  out[i++] = u;
  out[i++] = __builtin_mul_overflow(0xffffffffu, unsigned(n), &u);
  out[i++] = u;
  out[i++] = __builtin_mul_overflow(0xffffffffu, n - 3, &u); // unsigned and signed
  out[i++] = u;
  short s;
  out[i++] = __builtin_add_overflow(n, 32764, &s);
  out[i++] = s;
  long long l;
  out[i++] = __builtin_add_overflow(LLONG_MAX - 2, (long long)n, &l);
  out[i++] = l;
  out[i++] = __builtin_mul_overflow(n - 3, 0x4000000000000000ll, &l);
  out[i++] = l;
  out[i++] = __builtin_sub_overflow(-n, LLONG_MAX, &l);
  out[i++] = l;
  unsigned long long w;
  out[i++] = __builtin_add_overflow(~0ull - 2, (unsigned)n, &w) + 2 * w;
  out[i++] = __builtin_sub_overflow(3ull, (unsigned long long)n, &w) + 2 * w;
  out[i++] = __builtin_mul_overflow(1ull << 62, (unsigned long long)n, &w);
  unsigned long long place[2] = {1, 2};
  int at = 0;
  out[i++] = __builtin_umulll_overflow(n, 1ull << 40, &place[at++]) + place[0] + at;
  out[i++] = __builtin_isnan(x) + 2 * __builtin_isinf(y) + 4 * __builtin_isfinite(x) + 8 * !!__builtin_signbit(y) +
             16 * __builtin_isnormal(x);
  out[i++] = __builtin_isgreater(x, 1.0f) + 2 * __builtin_isunordered(y, 0.0);
  out[i++] = (unsigned)__builtin_fabs(-n) + (unsigned)__builtin_sqrtf(n) + (unsigned)__builtin_fmax(n, 2);
  out[i++] = __builtin_clz(n + 1) + __builtin_ctz(n + 1) + __builtin_popcount(n) + __builtin_ffs(n) + __builtin_parity(n);
  if (__builtin_expect(n > 3, 1))
    out[i++] = 1;
  if (n < 0)
    __builtin_unreachable();
  out[i++] = __builtin_copysignf(2.0f, -1.0f) < 0;
  while (i < Results)
    out[i++] = 0;
}

__global__ void kernel(unsigned long long *out, double special) {
  int n = threadIdx.x;
  compute(out + n * Results, n, n == 5 ? (float)special : n, n == 6 ? special : -n);
}

int main() {
  const int threads = 12;
  unsigned long long *device, result[threads * Results], expected[threads * Results];
  int wrong = 0;
  cudaMalloc(&device, sizeof result);
  for (double special : {std::nan(""), HUGE_VAL}) {
    kernel<<<1, threads>>>(device, special);
    cudaMemcpy(result, device, sizeof result, cudaMemcpyDeviceToHost);
    for (int n = 0; n < threads; ++n)
      compute(expected + n * Results, n, n == 5 ? (float)special : n, n == 6 ? special : -n);
    for (int i = 0; i < threads * Results; ++i)
      if (result[i] != expected[i] && ++wrong < 20)
        std::printf("thread %d, %d: %llx instead of %llx\n", i / Results, i % Results, result[i], expected[i]);
  }
  std::puts(wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
