// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Ranges with two ends, and loops that work-items leave one after the other: what all merged work-items do together, and what the border does
// by itself.

__kernel void between(__global float *out, __global const float *a, int n) {
  int i = get_global_id(0);
  if (i > 0 && i < n - 1)
    out[i] = a[i - 1] * 0.25f + a[i] * 0.5f + a[i + 1] * 0.25f;
}

__kernel void five_points(__global float *out, __global const float *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= 1 && x < n - 1 && y >= 1 && y < m - 1)
    out[y * n + x] = 0.2f * (a[y * n + x] + a[(y - 1) * n + x] + a[(y + 1) * n + x] + a[y * n + x - 1] + a[y * n + x + 1]);
  else if (x < n && y < m)
    out[y * n + x] = a[y * n + x];
}

__kernel void copies_at_border(__global float *out, __global int *out_i, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float left = x > 0 ? a[x - 1] : 0.5f, right = x + k < n ? a[x + k] * 3.0f : -a[x];
  float sum = left;
  if (!(x < k || x >= n - k)) {
    float inner = a[x - k] * left + right;
    sum += inner * inner;
    out_i[x] = x + k;
  } else {
    sum -= a[x] * right;
    out_i[x] -= x;
  }
  out[x] = sum;
}

__kernel void unsigned_border(__global float *out, __global const float *a, uint n, uint k) {
  uint x = get_global_id(0);
  if (x >= n)
    return;
  float s = a[x];
  if (x - 1 < n) // not of the first
    s += a[x - 1];
  if (x - k < 9u)
    s *= a[x - k];
  if (x + k >= 5u && x < n - 1u)
    s -= a[x + 1];
  out[x] = s;
}

__kernel void border_of_sizes(__global float *out, __global const float *a, int n, int k) {
  size_t x = get_global_id(0);
  if (x >= (size_t)n)
    return;
  float s = 1.0f;
  if (x - 1 < (size_t)(n - 2)) // wraps at 0
    s += a[x - 1] * a[x + 1];
  long d = (long)x - k;
  if (d >= 0 && d < n)
    s += a[d];
  out[x] = s;
}

__kernel void loaded_bound(__global float *out, __global const float *a, __global const int *index_a, int n) {
  int i = get_global_id(0);
  if (i >= n || i >= index_a[0])
    return;
  float s = 0;
  for (int j = 0; j < 3; j++)
    s += a[i + j] * 0.5f;
  out[i] = s;
}

__kernel void short_circuit(__global float *out, __global const float *a, __global const int *b, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float s = a[i];
  if (k != 3 && i < 40 / (k - 3) + n && i >= b[k] % 7)
    s += a[i + 1];
  if (i * 2 < n && n - i > k)
    s -= a[i * 2];
  out[i] = s;
}

__kernel void divided(__global float *out, __global const float *a, int n, int k) {
  int i = get_global_id(0);
  if (k != 4 && i < n / (k - 4))
    out[i] = a[i] * 2.0f;
}

__kernel void divided_bound(__global float *out, __global const float *a, int n, int k) {
  int half_of_n = n / k;
  int i = get_global_id(0);
  if (i >= half_of_n)
    return;
  float s = 1.0f;
  for (int j = 0; j < k; j++)
    s += a[i * k + j] * a[j];
  out[i] = s;
}

__kernel void remainder_bound(__global float *out, __global const float *a, uint n, uint k) {
  uint i = get_global_id(0);
  if (i < n / (k + 1u) && i < n - n % 3u)
    out[i] = a[i];
}

__kernel void below_diagonal(__global float *out, __global const float *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  float s = 0.0f;
  for (int j = 0; j < x; j++)
    s += a[j] * a[x + j];
  for (int j = x; j < n; j++)
    s = s * 0.5f + a[j];
  for (int j = x; j >= 0; j--)
    s -= a[j] * (j + y);
  for (int j = x - 2; j <= x + 2; ++j)
    s += j >= 0 ? a[j] * 0.1f : 2.0f;
  out[y * n + x] = s;
}

__kernel void last_round(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int last = -1, count = 0;
  for (int j = 0; j < x + k; j += 2) {
    last = j;
    count += a[j] & 3;
    if (j > x)
      count ^= j;
  }
  for (uint j = x; j < (uint)n; j += 3)
    count += a[j] - last;
  out[x] = last * 16 + count;
}

__kernel void changing_bound(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int bound = 20, count = 0;
  for (int j = x; j < bound; j++) {
    bound -= a[x] & 1;
    count += j;
  }
  for (int j = x; j < n; j += k - 1 ? 2 : 1)
    count += j * 3;
  out[x] = count;
}

__kernel void whole_launch(__global float *out, __global const float *a, int n, int k) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    out[i] = a[i] * a[i] + k;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void whole_launch_of_8(__global float *out, __global int *out_i, __global const float *a, int n) {
  float s = 0.0f;
  int count = 0;
  for (int i = get_group_id(0) * get_local_size(0) + get_local_id(0); i < n; i += get_local_size(0) * get_num_groups(0)) {
    s += a[i] * 0.5f;
    count += i;
  }
  out[get_global_id(0)] = s;
  out_i[get_global_id(0)] = count;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void whole_launch_twice(__global float *out, __global const float *a, __global const float *b, uint n, int k) {
  uint step = (uint)get_num_groups(0) * 8u;
  for (uint i = get_global_id(0); i < n; i += step) {
    float s = a[i];
    for (int j = 0; j < k; j++) {
      if (j > 2)
        continue;
      s += b[i + j] * a[j];
    }
    out[i] = s;
  }
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void tree_sum(__global float *out, __global const float *a, int n) {
  __local float tile[8];
  int t = get_local_id(0);
  tile[t] = get_global_id(0) < n ? a[get_global_id(0)] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 4; s > 0; s >>= 1) {
    if (t < s)
      tile[t] += tile[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    out[get_group_id(0)] = tile[0];
}

__kernel void stored_by_some(__global int *out, __global int *out_c, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  if (x < 1)
    out[0] = x + k;
  if (x > n - 2)
    out_c[k] = x;
  if (x >= k && x < k + 9)
    atomic_add(&out_c[0], x);
}

// The item itself where there is no neighbour: above and below that is the same for a row.
__kernel void clamped_neighbours(__global float *out, __global const float *a, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  int c = x + y * n;
  int west = x == 0 ? c : c - 1, east = x == n - 1 ? c : c + 1;
  int north = y == 0 ? c : c - n, south = y == m - 1 ? c : c + n;
  float s = 0.0f;
  for (int j = 0; j < k; ++j) {
    s += a[c] * 0.5f + a[west] * a[east] + a[north] * 0.25f + a[south];
    c += k > 3 ? 1 : 0;
    north += k > 3 ? 1 : 0;
  }
  out[x + y * n] = s;
}
