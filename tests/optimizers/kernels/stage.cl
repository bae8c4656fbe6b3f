// Loops whose loads work-items of a group share. Launched with 8 (x), 8 x 2 (x, y), 4 x 2 x 2 work-items.

__kernel void product(__global float *out, __global const float *a, __global const float *b, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  float s = 0.0f;
  // Over the depth
  for (int p = 0; p < 2 * k + 1; p++)
    s += a[x + p * 3] * b[p + y * 2];
  out[y * n + x] = s * 0.5f + out[y * n + x];
}

__kernel __attribute__((reqd_work_group_size(8, 2, 1)))
void product_of_groups(__global float *out, __global const float *a, __global const float *b, int n, int m, int k) {
  int x = get_group_id(0) * 8 + get_local_id(0), y = get_group_id(1) * get_local_size(1) + get_local_id(1);
  if (x < n && y < m) {
    float s = a[y], first = b[0];
    for (int p = 0; p < 3 * k; ++p)
      s += a[x + p] * (k > 2 ? b[p] : b[y + p]);
    out[y * n + x] = s - first;
  }
}

__kernel void least_in_front(__global float *out, __global const float *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (min(n, 30) > x && y < m) {
    float s = 0.0f;
    for (int p = 0; p < n; p++)
      s += a[p + x] * (y + 1);
    out[y * n + x] = s;
  }
}

__kernel void all_pairs(__global float *out, __global const float *a, __global const float *b, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float x = a[i], s = 0.0f;
  for (int j = 0; j < n; j++) {
    float d = b[j] - x;
    s += d * d;
  }
  for (int j = 1; j < n; j++)
    s -= b[j - 1] * a[i + 1];
  out[i] = s;
}

__kernel void guard_of_uniform(__global int *out, __global const int *a, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (k > 3)
    return;
  int shift = k * 2;
  if (x + 1 > n || y >= m)
    return;
  int s = x;
  for (int p = 0; p < k + 3; p++) {
    int v = a[p + shift] ^ a[x + p];
    if (v & 1)
      s = s * 3 + v;
    else
      s -= a[y + p];
  }
  out[y * n + x] = s;
}

// Memory that is neither a tile nor free: only by items inside
__kernel void stores_in_round(__global int *out, __global const int *a, __global const int *index_a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 0, t[4] = {1, 2, 3, 4};
  for (int p = 0; p < k; p++) {
    out[i] = s;
    s += a[p] * index_a[i] + t[p & 3] + 100 / (n - i);
    t[p & 3] = s;
  }
  out[i] += s;
}

__kernel void unsigned_counter(__global long *out, __global const long *a, __global const uchar *b, uint n, uint k) {
  uint i = get_global_id(0);
  if (i < n) {
    long s = 3;
    for (uint j = 0; j < k * 2u; j++)
      s = s * 5 + a[j] - b[j + 1];
    for (ulong j = 2; j < k; j++)
      s = s * 5 + a[j];
    out[i] = s;
  }
}

__kernel void moved_pointer(__global double *out, __global const double *a, ulong off_a, int n, int m, int l, int k) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x >= n || y >= m || z >= l)
    return;
  __global const double *row = a + off_a + y;
  double s = 0.1;
  for (int p = 0; p < k; p++)
    s = s * 0.5 + row[p] * a[z + p] + a[x + 2 * y + p];
  out[(z * m + y) * n + x] = s;
}

__kernel void branches(__global float *out, __global const float *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float s = a[i];
  if (k > 2) {
    float t = a[i + 1];
    for (int p = 0; p < k; p++)
      s += a[p] * t;
    s *= 2.0f;
  } else if (k > 1)
    s = 1.0f;
  for (int p = 0; p < k; p++)
    if (a[p] > 0.0f)
      s += 1.0f;
  out[i] = s;
}

__kernel void source_inplace(__global float *a, __global float *b, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float s = 0.0f;
  for (int p = 0; p < k; p++)
    s += b[n + p];
  a[i] = s;
}

__kernel void no_guard(__global int *out, __global const int *a, int k) {
  int i = get_global_id(0);
  int s = 0;
  for (int p = 0; p < 4 * k; p++)
    s = s * 3 + a[p] * a[i + p];
  out[i] = s;
}

__kernel void no_rounds(__global float *out, __global const float *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float s = 1.5f;
  for (int p = 0; p < k - 3; p++)
    s += a[p];
  out[i] = s;
}

__kernel void narrow_counter(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0), s = 0;
  if (i >= n)
    return;
  for (uchar p = 0; p < k * 3; p++)
    s = s * 3 + a[p];
  for (short p = 1; p < k; p++)
    s = s * 5 + a[p] * a[i + p];
  out[i] = s;
}

// The first item of the first group is outside, others are inside
__kernel void guard_wraps(__global int *out, __global const int *a, uint n, int k) {
  uint x = get_global_id(0);
  if (x - 1u >= n)
    return;
  int s = 0;
  for (int p = 0; p < k; p++)
    s = s * 3 + a[p];
  out[x] = s;
}

__kernel void index_wraps(__global int *out, __global const int *a, uint n, uint m, int k) {
  uint x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  int s = 0;
  for (uint p = 0; p < (uint)k; p++)
    s = s * 3 + a[((x - 3u) >> 28) + p] + a[(y * 0x40000001u) >> 28] * a[(y - p) >> 28] - a[(uchar)(x - p) & 15];
  out[y * n + x] = s;
}

__kernel void shadowed(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0), s = 0, c = k;
  if (i >= n)
    return;
  for (int p = 0; p < k; p++) {
    int c = p * 2;
    s += a[c] + a[p];
  }
  for (int p = 0; p < k; p++) {
    int p = i & 3;
    s = s * 3 + a[p];
  }
  c++;
  for (int q = 0; q < k; q++)
    s += a[q + c];
  out[i] = s;
}

__kernel void in_loop(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0), s = 0;
  if (i >= n)
    return;
  for (int r = 0; r < k; r++)
    for (int p = 0; p < k + 2; p++)
      s = s * 3 + a[p + r];
  for (int p = 0; p < k + 9; p++)
    for (int r = 0; r < 3; r++)
      s = s * 3 + a[p] * a[p + r];
  out[i] = s;
}

// A counter without a sign; the group's items are merged as lanes.
__kernel void unsigned_rounds(__global float *out, __global const float *a, int n, int m) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (n > x && y < m) {
    float sum = 0.0f;
    for (uint j = 1; j < 16u; j++)
      sum = sum * 0.5f + a[y * n + j];
    out[y * n + x] = sum;
  }
}

// Divides by zero where no work-item has work.
__kernel void bound_behind_condition(__global float *out, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (k != 3 && x < n / (k - 3)) {
    float s = 0.0f;
    for (int j = 0; j < 9; j++)
      s += a[j] * a[x];
    out[x] = s;
  }
}

__kernel void bound_behind_bound(__global float *out, __global const float *a, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < k - 3 && y < m / (k - 3) && x < n) {
    float s = 0.0f;
    for (int j = 0; j < 9; j++)
      s += a[j] * a[x];
    out[y * n + x] = s;
  }
}

// Ids made of variables that stand ahead of the guard, or with the work
__kernel __attribute__((reqd_work_group_size(8, 2, 1))) void ids_in_parts(__global float *out, __global const float *a, __global const float *b, int n, int m, int k) {
  int gx = get_group_id(0), tx = get_local_id(0);
  const int x = gx * 8 + tx;
  int by = get_group_id(1), ty = get_local_id(1);
  int y = by * 2 + ty;
  if (x >= n || y >= m)
    return;
  float s = 0.0f;
  for (int j = 0; j < k; j++)
    s += b[y * n + j] * a[x + j];
  out[y * n + x] = s + tx;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void ids_in_parts_unguarded(__global float *out, __global const float *a, int k, int n) {
  int gx = get_group_id(0), tx = get_local_id(0);
  int x = gx * 8 + tx + 1;
  float s = 0.0f;
  for (int j = 0; j < k; j++)
    s += a[j] * a[x];
  out[x] = s - gx;
}
