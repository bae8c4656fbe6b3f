// Guards: all ways to say which work-items have work, and bounds that are no plain arguments.

__kernel void less(__global int *out, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = a[i] * 3 + 1;
}

__kernel void less_equal_early(__global int *out, __global const int *a, int n) {
  const int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  if (!(i <= n - 1))
    return;
  out[i] = a[i] - 7;
}

__kernel void reversed(__global float *out, __global const float *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (n > x && m >= y + 1) {
    out[y * n + x] = a[y * n + x] * 2.5f;
  }
}

__kernel void nested(__global float *out, __global const float *a, int n, int m, int l) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  if (x < n) {
    if (y < m && z < l)
      out[(z * m + y) * n + x] = a[(z * m + y) * n + x] + 0.5f;
  }
}

__kernel void interior(__global float *out, __global const float *a, int n, int m) {
  int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
  if (x >= n - 1 || y >= m - 1)
    return;
  out[y * n + x] = a[y * n + x - 1] + a[y * n + x + 1] - a[(y - 1) * n + x] * a[(y + 1) * n + x];
}

__kernel void offset_bound(__global int *out, int n) {
  uint i = get_global_id(0);
  if (i + 1 < (uint)n)
    out[i] = i * 2;
}

__kernel void unsigned_bound(__global int *out, uint n) {
  uint i = get_global_id(0);
  if (i + 3 < n)
    out[i] = i + 1;
}

__kernel void signed_bound_of_unsigned_id(__global int *out, int n, int k) {
  uint i = get_global_id(0);
  if ((int)i < n - 3 * k)
    out[i] = i + k;
}

__kernel void lower_and_upper(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i < k || i >= n)
    return;
  out[i] = a[i - k] + a[i];
}

__kernel void other_guard(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  int r = i % k;
  if (r == 1)
    return;
  if (i >= n)
    return;
  out[i] = a[i] + r;
}

__kernel void guarded_division(__global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n || i == 3)
    return;
  int q = 100 / (i - 3);
  if (q == k)
    return;
  out[i] = q;
}

__kernel void two_divisions(__global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i < 1 || 100 / i > 30 + k)
    return;
  if (i < n)
    out[i] = 100 / i;
}

__kernel void uniform_guard(__global int *out, int n, int k) {
  int i = get_global_id(0);
  if (k == 2)
    return;
  int last = n / (k - 2);
  if (i >= last)
    return;
  out[i] = i + last;
}

__kernel void bound_of_size(__global int *out, int n) {
  int i = get_global_id(0);
  int size = get_global_size(0);
  if (i >= size - 2)
    return;
  if (i < n)
    out[i] = i;
}

__kernel void grid_stride(__global float *out, __global const float *a, int n) {
  int stride = get_local_size(0) * get_num_groups(0);
  for (int i = get_global_id(0); i < n; i += stride)
    out[i] = a[i] + 1.0f;
}

__kernel void no_guard(__global float *out, __global const float *a) {
  int i = get_global_id(0);
  out[i] = a[i] * a[i];
}

__kernel void inline_ids(__global float *out, __global const float *a, int n, int m) {
  if (get_global_id(0) < n && get_global_id(1) < m)
    out[get_global_id(1) * n + get_global_id(0)] = a[get_global_id(1) * n + get_global_id(0)] - 1.0f;
}

__kernel void several_ids(__global float *out, __global const float *a, int n) {
  int i = get_global_id(0);
  int j = get_global_id(0) + 2;
  if (i >= n)
    return;
  out[i] = a[j] - a[i];
}

__kernel void long_bound(__global int *out, long n) {
  long i = get_global_id(0);
  if (i < n)
    out[i] = (int)i;
}

__kernel void bound_in_memory(__global int *out, __global const int *index_a, int n) {
  int i = get_global_id(0);
  int most = n * 1l;
  if (i < most) {
    int lanes = index_a[i] % 5;
    for (int k = 0; k < lanes; ++k)
      most += k;
    out[i] = most;
  }
}

__kernel void bound_changes(__global int *out, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 0;
  while (n > 0) {
    s += n * i;
    n -= 3;
  }
  out[i] = s;
}

__kernel void names(__global int *out, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i < n) {
    int i_0 = a[i], lane = 2, item_x = i_0 * lane;
    if (item_x & 1 || i_0 & 2)
      out[i] = item_x + i_0;
    else
      out[i] = lane;
  }
}

__kernel void pair_of_bounds(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i < n && i + k < n && i < 40)
    out[i] = a[i + k];
}

// A return that ends the kernel, or the work behind its guard, leaves nothing out.
__kernel void last_return(__global float *out, __global const float *a, int n) {
  int i = get_global_id(0);
  if (i < n) {
    out[i] = a[i] * 1.5f;
    return;
  }
  return;
}

__kernel void last_return_in_rows(__global float *out, __global const float *a, int n, int m) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  float sum = 0.0f;
  for (int k = 0; k < n; k++)
    sum += a[y * n + k];
  out[y * n + x] = sum;
  return;
}

__kernel void wide_id_narrow_bound(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n)
    out[i] = a[i] * 3;
}

__kernel void wide_id_two_bounds(__global int *out, __global const int *a, uint n, uint m, uchar k) {
  size_t x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m || y >= k)
    return;
  out[y * n + x] = a[y * n + x] - a[x];
}

// Bounds that are shifted, masked or the least of some
__kernel void below_half(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x < n >> 1)
    out[x] = a[x] + a[x + (n >> 1)];
}

__kernel void below_negative(__global float *out, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x < (k - 3) * n >> 2)
    out[x] = a[x] * 2.0f;
}

__kernel void below_unsigned(__global float *out, __global const float *a, uint n) {
  uint x = get_global_id(0);
  if (x >= n >> 1)
    return;
  out[x] = a[x] - a[x + n / 2];
}

__kernel void below_masked(__global float *out, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x < (n & ~3) + (k & 1) && x < (n - 9 & -8) + n)
    out[x] = a[x + 1];
}

__kernel void below_masked_unsigned(__global float *out, __global const float *a, uint n) {
  uint x = get_global_id(0);
  if (x < (n & ~3u))
    out[x] = a[x + 1];
}

__kernel void below_least(__global float *out, __global const float *a, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= min(n, n - 3 + k) || y >= min(m, min(7, m - 1)))
    return;
  out[y * n + x] = a[x] + y;
}
