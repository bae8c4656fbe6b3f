// Shifts: the operator stays where the amount is below the width for sure.

__device__ int stays(int x, unsigned n) {
  int sum = x << 3;                    // CL: int sum = x << 3;
  for (int i = 0; i < 8; i++)
    sum += x >> (4 * i) & 15;          // CL: sum += x >> (4 * i) & 15;
  for (int k = 31; k >= 0; --k)
    sum ^= 1 << k;                     // CL: sum ^= 1 << k;
  const unsigned lane = n % 32;
  sum += 1 << lane | x >> (n & 31);    // CL: sum += 1 << lane | x >> (n & 31);
  return sum;
}

// An unsigned counter that steps over 0 becomes large; what changes elsewhere may be anything.
__device__ unsigned counts(unsigned long long x, unsigned long long y, int *p, unsigned s) {
  unsigned sum = 0;
  for (unsigned i = 31; i > 0; i -= 2)
    sum += 1u << i;                    // CL: sum += clrt_shl_uint(1u, i);
  for (unsigned i = 31; i > 0; i >>= 1)
    sum += 2u << i;                    // CL: sum += 2u << i;
  int n = 3, k = 2;
  (s ? n : k) = *p;
  sum += 3u << n;                      // CL: sum += clrt_shl_uint(3u, n);
  sum += 4u << max(min((x & 7) - (y & 15), 63ull), 0ull); // CL: sum += clrt_shl_uint(4u, max(
  sum += 5u << min(s & 63, 31u);       // CL: sum += 5u << min(s & 63, 31u);
  int only_read = (s & 7) + 1;
  auto read = [=] { return only_read; };
  return sum + (6u << only_read) + read(); // CL: sum + (6u << only_read)
}

__global__ void goes(int *v, unsigned *u, int n) {
  v[0] = stays(v[1], u[1]) + counts(n, n, v, u[1]);
  v[2] = v[3] << n;                    // CL: v[2] = clrt_shl_int(v[3], n);
  u[2] = (u[3] >> (n - 1)) + 1;        // CL: u[2] = (clrt_shr_uint(u[3], n - 1)) + 1;
  u[4] <<= n;                          // CL: u[4] = clrt_shl_uint(u[4], n);
  v[5] = 1 << threadIdx.x;             // CL: v[5] = clrt_shl_int(1, (uint)get_local_id(0));
}
