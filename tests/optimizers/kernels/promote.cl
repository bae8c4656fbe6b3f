// Places in memory that loops update: with and without an assignment ahead of the loop, loops that
// may have no round, several places, and what may not be kept in a variable.

__kernel void product_sum(__global float *out, __global const float *a, __global const float *b, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1), p;
  if (x < n && y < m) {
    out[y * n + x] *= 0.5f;
    for (p = 0; p < k; p++)
      out[y * n + x] += 1.5f * a[y * k + p] * b[p * n + x];
  }
}

__kernel void set_ahead(__global float *out, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  // The sum begins here.
  out[x] = a[x]; // one more
  float f = a[x + 1];
  for (int p = 0; p < k - 2; p++)
    out[x] += f * a[x + p];
}

// Some work-items have no round, and their places belong to others then.
__kernel void no_round(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  for (int p = 0; p < x % 3; p++)
    out[x / 3 * 3 + x % 3] ^= a[p + x] << p;
}

__kernel void two_places(__global float *out, __global float *out_b, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  out[x] = 0;
  out_b[x] = 1;
  for (int p = 1; p <= k; p += 2) {
    out[x] += a[x] * a[p];
    out_b[x] -= a[x + p];
  }
  out[x] += out_b[x];
}

__kernel void one_ahead(__global float *out, __global int *out_b, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  out[x]++;
  for (int p = k; p > 2; --p) {
    out[x] = out[x] * 0.5f + a[x + p];
    out_b[x] += (int)(out[x] * 4.0f);
  }
}

// A number of rounds that is known; narrow elements.
__kernel void narrow(__global uchar *out, __global short *out_b, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  for (int p = 0; p < 5; p++) {
    out[x] += a[x + p];
    out_b[x] = out_b[x] * 3 + out[x];
  }
}

__kernel void nested_sums(__global float *out, __global const float *a, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  for (int q = 0; q < k; q++) {
    out[y * n + x] = out[y * n + x] * 0.25f;
    for (int p = 0; p < q; p++)
      *(out + y * n + x) -= a[(x + p) * 2] * a[y + q];
  }
}

// What follows the assignment reads the place, so the variable comes after it.
__kernel void read_between(__global float *out, __global float *out_b, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  out[x] = 2;
  out_b[x] = out[x] + 1;
  for (int p = 0; p < k; p++)
    out[x] += a[x + p];
}

// Not kept: another address of the buffer, an address that moves, an assignment in some rounds only.
__kernel void not_kept(__global int *out, __global int *out_b, __global int *out_c, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  for (int p = 0; p < k; p++)
    out[x] += out[n + 1 + (x & 7)] + a[p];
  for (int p = 0; p < 1; p++)
    out_b[x + p] += a[p];
  for (int p = 0; p < k; p++)
    if (a[p] & 1)
      out_c[x] += a[x + p];
}

__kernel void same_buffer_inplace(__global float *out, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  for (int p = 0; p < k; p++)
    out[x] += a[x];
}

// Counters of other types than their first values; loops after each other with one place.
__kernel void counters(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  for (uint p = k - 3; p < 4u; p++)
    out[x] += a[p];
  for (long p = k; p < n; p += 2)
    out[x] ^= a[p];
  for (uint p = 0; p < k * 2 - 1; p += 3)
    out[x] -= a[p];
}

__kernel void in_turn(__global int *out, __global int *out_b, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  out[x] = 1;
  out_b[x] = 2;
  for (int p = 0; p < k; p++) {
    out[x] = out[x] * 3 + a[p];
    out_b[x] -= a[p];
  }
  for (int p = 1; p < k; p++)
    out[x] += a[x + p] * out_b[x];
  for (int p = 2; p < k; p++)
    out_b[x] ^= a[x + p] - out[x];
}
