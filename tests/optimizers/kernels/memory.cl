// Accesses and types: strides, gathers, scatters, members, conversions, wrap-around.
// 12 bytes: point
typedef struct {
  float x, y;
  int tag;
} point;
// 8 bytes: grid
typedef struct {
  int first, second;
} grid;
__constant int lane = 3;
__constant float table[5] = {0.5f, 1.5f, -2.0f, 4.0f, 8.0f};

__kernel void gather(__global float *out, __global const float *a, __global const int *index_a, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = a[index_a[i]] + a[index_a[i + 1]];
}

__kernel void scatter(__global int *out, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[n - 1 - i] = a[i] - 1;
}

__kernel void strided(__global float *out, __global const float *a, int n, int k) {
  int i = get_global_id(0);
  if (i < n) {
    out[2 * i] = a[i / 2] + a[i * 3 % n];
    out[2 * i + 1] = a[n - i] * a[i ^ 1];
  }
}

__kernel void columns(__global float *out, __global const float *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  out[x * m + y] = a[y * n + x];
}

__kernel void points(__global point *out, __global const point *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  point p = a[i];
  p.x += p.y;
  out[i].x = p.x;
  out[i].y = a[i + 1].y * p.x;
  out[i].tag = i + 1;
}

__kernel void vectors(__global float4 *out, __global const float4 *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float4 v = a[i];
  v.xy = v.yx + a[i + 1].zw;
  out[i] = v * v.x + (float4)(1.0f, v.w, 2.0f, a[i].z);
  out[i].y = v.s2;
}

__kernel void members(__global int *out, __global const int *a, grid g, int n) {
  int i = get_global_id(0);
  if (i >= n || i >= g.first * 7)
    return;
  out[i] = a[i + g.second] * g.first;
}

__kernel void bytes(__global uchar *out, __global const uchar *a, __global const short *b, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  uchar c = a[i];
  c += 200;
  short s = b[i];
  s *= 3;
  c ^= (uchar)(s >> 2);
  out[i] = c + (a[i + 1] > 100 ? a[i] : 7);
}

__kernel void integers(__global long *out, __global const int *a, __global const uint *b, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  long s = a[i];
  s = s * 5 + b[i];
  uint u = b[i] - 7u;
  s -= (long)u << (a[i] & 15);
  ulong q = (ulong)a[i] * b[i + 1];
  out[i] = s + (long)(q >> 3) + (a[i] >> 3) - (b[i] >> 3) + (int)(u / 3) % 17;
}

__kernel void doubles(__global double *out, __global const double *a, __global const float *b, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  double d = a[i] * b[i] + 0.1;
  float f = (float)d * b[i + 1];
  out[i] = d > 1.0 ? d - f : (double)f;
}

__kernel void wraps(__global long *out, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  uint x = i;
  x -= 3u;
  long y = (long)x;
  uint z = i - 5;
  uint w = i * 1000000007u;
  out[i] = y + (long)(z / 2) + (long)(ulong)(w + 7u);
}

__kernel void wrapping_index(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  uchar small = (uchar)(i + 250);
  ushort narrow = (ushort)(i * 3001);
  short sign = (short)(i * 20011);
  out[i] = a[small & 15] + narrow + a[(uchar)(i + 254) & 7] - sign + a[(uint)(i + k) % 16u];
}

__kernel void conversions(__global int *out, __global const float *a, __global const int *b, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int t = (int)(a[i] * 100.0f);
  float f = b[i];
  uint u = (uint)b[i];
  char c = (char)b[i];
  bool p = b[i] & 4;
  out[i] = t + (int)(f / 16384.0f) + (u > 40u) + c * 3 + p + (!t) + (b[i] && t) + ~t;
}

__kernel void ternaries(__global float *out, __global const float *a, __global const int *b, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float f = b[i] > 3 ? a[i] : 2.0f;
  float g = i > 0 ? a[i - 1] : 0.0f;
  float h = k > 2 ? a[i] : f * f;
  int d = b[i] != 0 ? 1000 / b[i] : -1;
  double e = a[i] < 0.5f || (b[i] & 2 && a[i + 1] > 0.0f) ? 0.5 : (double)g;
  out[i] = f + g * h + d + (float)e + (k ? lane : table[2]);
}

__kernel void uniform_product(__global float *out, __global const float *a, int n, float f, float g) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float d = a[i] - f;
  float s = d * d + g * g + f * g;
  s -= g * f;
  s += f * f;
  out[i] = s + rsqrt(s * s + 1.0f) - sqrt(fabs(s)) + fmin(s, f) + max((int)s, 3);
}

__kernel void elementwise_inplace(__global float *a, __global float *b, int n) {
  int i = get_global_id(0);
  if (i < n)
    a[i] = b[i] * 2.0f + a[i];
}

__kernel void twice_inplace(__global int *a, __global const int *b, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  a[i] += b[i];
  int t = a[i];
  a[i] = t * 3;
}

__kernel void with_offsets(__global float *a, ulong off_a, __global const float *b, ulong off_b, int n) {
  int i = get_global_id(0);
  __global float *p = a + off_a;
  __global const float *q = b + off_b;
  if (i < n)
    p[i] = q[i] - q[i + 1];
}

__kernel void compound(__global int *out, __global int *c, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  c[i] -= a[i];
  c[i] <<= 2;
  c[i] |= a[i + 1] & 0xff;
  c[i]++;
  --c[i];
  out[i] = c[i]++;
  out[i] %= 1000;
}

__kernel void same_store(__global int *out, __global const int *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  if (x == 0)
    out[y] = a[y] * 2;
}

__kernel void shared_rows(__global float *out, __global const float *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  out[y * n + x] = a[y * n + x] + a[(y + 1) * n + x] + a[y * n + x + 1] + a[x] + a[y];
}

__kernel void unsigned_rows(__global float *out, __global const float *a, uint n, uint m) {
  uint x = get_global_id(0), y = get_global_id(1);
  if (x < n && y < m)
    out[y * n + x] = a[y * n + x] - a[(y + 1) * n + x];
}

__kernel void shadow(__global int *out, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int v = a[i];
  {
    int v = a[i + 1];
    if (v & 1)
      v *= lane;
    out[i] = v;
  }
  for (int v = 0; v < 2; v++)
    out[i] += v;
  if (v & 2)
    out[i] += v * lane;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void sizes_of(__global const int *a, __global int *out, int n) {
  __local short t[16];
  int l = get_local_id(0), i = get_global_id(0), w[5] = {0, 1, 2, 3, 4};
  t[l] = a[i];
  t[l + 8] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  int s = sizeof t + sizeof(a[i]) * 2 + vec_step(int4);
  for (uint j = 0; j < sizeof(w) / sizeof(w[0]); ++j)
    s += w[j] * a[i + j];
  for (uint j = 0; j < sizeof(t) / sizeof(t[l]); ++j)
    s -= t[(j + l) % (sizeof(t) / sizeof(t[0]))];
  if (i < n)
    out[i] = s;
}

__kernel void divide_ids(__global const float *a, __global float *out, int n, int k) {
  int t = get_global_id(0);
  if (t >= n)
    return;
  int block = t / 4, lane = t % 4, half_ = t >> 1;
  out[t] = a[block] * 2 + a[half_] + a[lane] + a[t / 16] + a[(t >> 3) + k];
}

__kernel void divide_two(__global const float *a, __global float *out, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  out[y * n + x] = a[(y / 2) * n + x / 2] + a[(y >> 2) * n + (x >> 4)] + a[(y * n + x) / 8];
}

// Arrays that are equal for all work-items until a list of pointers leads to them
__kernel void by_pointer_list(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int v[2] = {1, 2}, w[2] = {3, 4};
  int *list[2] = {v, w};
  list[a[x] & 1][1] = x + 5;
  out[x] = v[1] * 3 - w[1];
}

// Private arrays whose values differ
__kernel void array_of_lanes(__global float *out, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float t[5], u[2][3] = {{1, a[x], 2.5f}, {k}};
  for (int i = 0; i < 5; i++)
    t[i] = a[x + i] * k;
  for (int i = 1; i < 5; i++) {
    t[i] += t[i - 1] * 0.5f;
    u[i & 1][i % 3] -= t[i];
  }
  t[k % 5] = u[1][k % 3] + a[x];
  out[x] = t[0] - t[4] * u[0][1] + t[k - 1];
}

__kernel void array_of_arrays(__global float *out, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float u[2][2] = {{1, a[x]}, {k, 2.5f}};
  u[x & 1][0] += a[x + 1];
  u[k & 1][1] -= u[x & 1][0];
  out[x] = u[x & 1][0] - u[(x >> 1) & 1][1] * 3 + u[k & 1][x & 1];
}

__kernel void array_by_value(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int t[4] = {1, 2, 3}, last[2] = {x, k};
  uchar c[8] = {0, a[x] & 255, 7, k};
  t[a[x] & 3] = a[x + 1] >> 3;
  t[x & 3]++;
  c[(a[x] >> 4) & 7] += t[1];
  if (a[x] & 4)
    t[2] = c[x & 7];
  else
    last[a[x] & 1] ^= t[k & 3];
  out[x] = t[0] + t[1] * 3 - t[2] * 5 + t[a[x + 2] & 3] * 7 + last[0] - last[1] + c[1] * 11 + c[3];
}

__kernel void array_in_loops(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x < n) {
    int seen[8] = {0};
    int rounds = a[x] & 7;
    for (int i = 0; i < rounds; i++) {
      int own[3] = {i, x, k};
      seen[a[x + i] & 7] += own[i % 3];
      if (seen[i] > 1000)
        break;
    }
    int best = 0;
    for (int i = 1; i < 8; i++)
      if (seen[i] > seen[best])
        best = i;
    out[x] = best * 1000 + seen[best] - seen[k];
  }
}

__kernel void array_of_doubles(__global double *out, __global const double *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  double t[3];
  t[0] = a[x];
  t[1] = x > k ? a[x + 1] : 3.0;
  t[2] = t[0] * t[1];
  while (t[0] > 1.0 && t[2] > 0.25) {
    t[0] *= 0.5;
    t[2] -= t[0];
  }
  out[x] = t[0] + t[1] - t[2];
}
