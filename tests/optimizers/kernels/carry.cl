// Neighbours along a dimension, which a loop over work-items keeps from item to item.
// 8 bytes: pitches
typedef struct {
  int row, plane;
} pitches;

__kernel void three_in_x(__global float *out, __global const float *a, int n) {
  int i = get_global_id(0) + 1;
  if (i < n - 1)
    out[i] = (a[i - 1] + a[i + 1]) * 0.25f + a[i];
}

__kernel void five_in_y(__global float *out, __global const float *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  int here = y * n + x;
  float left = a[here], right = a[here + 1];
  float sum = left * right - a[here + n];
  sum += a[here + 2 * n] * left;
  out[here] = sum + a[here + n + 1];
}

__kernel void seven(__global float *out, __global const float *a, int n, int m, int l) {
  int x = get_global_id(0) + 1, y = get_global_id(1) + 1, z = get_global_id(2) + 1;
  if (x >= n - 1 || y >= m - 1 || z >= l - 1)
    return;
  int p = n * m, at = z * p + y * n + x;
  out[at] = a[at - 1] + a[at + 1] + a[at - n] + a[at + n] + a[at - p] + a[at + p] - 6.0f * a[at];
}

__kernel void chosen(__global int *out, __global const int *a, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  int v = a[(y + 1) * n + x] + (k > 2 ? a[(y + 2) * n + x] : 0);
  if (v & 1)
    v += a[y * n + x];
  for (int j = 0; j < k; j++)
    v = v * 3 + a[y * n + x + j];
  out[y * n + x] = v - a[y * n + x];
}

__kernel void two_buffers(__global double *out, __global const double *a, __global const float *b, int n, int m) {
  int y = get_global_id(1);
  int x = get_global_id(0);
  if (y < m && x < n) {
    __global const float *row = b + y * n;
    out[y * n + x] = a[y] * a[y + 1] - row[x] * row[x + n] + a[x] + a[y + 2];
  }
}

__kernel void by_struct(__global int *out, __global const int *a, pitches p, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  out[y * n + x] = a[x + y * p.row] - a[x + (y + 1) * p.row] + a[x + p.plane];
}

__kernel void smooth_inplace(__global float *c, __global float *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  c[y * n + x] = a[y * n + x] * 0.5f;
}

__kernel void written_elsewhere(__global int *out, __global int *out_b, __global const int *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  out[y * n + x] = a[(y + 1) * n + x];
  out_b[y * n + x] = out[y * n + x] + a[y * n + x];
}

__kernel void index_moves(__global int *out, __global const int *a, __global const int *index_b, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  int q = index_b[y];
  k += 1;
  out[y * n + x] = a[q] + a[q + 1] + a[y * k] + a[(y + 1) * k] + a[n - 1 - x] + a[y + x] + a[y + x + 1];
}
