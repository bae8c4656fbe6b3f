// Products that are added: a compiler may contract a product and its sum, so they stay together where the
// kernel has them together, and apart where it has them apart.

__kernel void chosen_product(__global float *out, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float s = 0.0f;
  for (int j = 0; j < 5; j++)
    s += k > 2 ? a[x + j] * a[j] : a[j];
  out[x] = s;
}

// One condition: a sum that keeps it, and a factor and a branch that do not.
__kernel void chosen_factor(__global float *out, __global float *out_b, __global const float *a, int n, int k, float f) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float s = 0.0f, t = 0.0f;
  for (int j = 0; j < 5; j++) {
    s += (k > 2 ? 0.1f : f) * 0.7f;
    t += (k > 2 ? a[x + j] : a[j]) * a[x];
    if (k > 2)
      s -= a[j] * a[x];
    s = s + (k > 2 ? -a[x] : -(a[x] * a[j]));
  }
  out[x] = s;
  out_b[x] = t;
}

__kernel void alternating(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float s = 0.0f;
  for (int j = 0; j < 6; j++)
    s += j & 1 ? a[x + j] * a[j] : j == 2 ? a[x] * a[x] : -a[x + j];
  out[x] = s;
}

__kernel void known_products(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float s = a[x];
  for (int j = 0; j < 5; j++)
    s += j * 0.1f;
  out[x] = s;
}

__kernel void seen_through(__global float *out, __global float *out_b, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float u = a[0], v = a[k];
  out[x] = a[x] + (float)(u * v);
  out_b[x] = a[x] - -(u * v);
  out[x] += (float)(a[x] * a[x + 1]);
  out_b[x] += +(a[x] * a[x + 1]);
  out[x] -= -(-(a[x] * a[x + 2]));
}

__kernel void more_seen_through(__global float *out, __global float *out_b, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float u = a[0], v = a[k], s = a[x];
  s += (u * v);
  s -= -(u * v);
  s += 1 ? u * v : s;
  s = ((void)k, u * v) + s;
  out[x] = s + +(u * v);
  out_b[x] -= 1 ? a[x] * a[x + 1] : 1.0f;
  out[x] += ((void)k, a[x] * a[x + 1]);
}

// The size of a group becomes a number where work-items are merged within their group.
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void by_size(__global float *out, __global const float *a, int n) {
  __local float tile[8];
  int x = get_global_id(0), l = get_local_id(0);
  tile[l] = a[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = tile[7 - l];
  s += get_local_size(0) * 0.3f;
  s += get_local_size(0) > 4 ? s * tile[l] : 1.0f;
  if (x < n)
    out[x] = s;
}

__kernel void in_double(__global double *out, __global const float *a, __global const double *b, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  double s = a[x];
  float u = a[k], v = a[x + 1];
  for (int j = 0; j < k; j++)
    s += b[j] * b[k] + u * u;
  out[x] = s - a[x] * b[x] + u * v;
}

// a += b is computed in the type of b where that is the wider one.
__kernel void assigned_in_double(__global float *out, __global int *out_i, __global const float *a, __global const int *b, int n, float f) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  out[x] += 0.3 * a[x] + 0.1 * f;
  out[x] -= a[x + 1] * 0.7;
  float s = a[x];
  for (int j = 0; j < 3; j++) {
    s += a[x + j] * 0.3;
    s *= 1.0000001 - f;
  }
  s /= 3.7;
  s -= b[x] & 1023;
  out[x] *= s + b[x + 1];
  int i = b[x] & 65535;
  i += a[x] * f;
  i -= 0.5 * a[x];
  i ^= 3u;
  i += 2147483648u;
  long l = b[x];
  l -= b[x + 1] & 7u;
  i += l * l >> 9 & 255;
  out_i[x] ^= i;
  out_i[x] += 77u;
  out_i[x] %= 40000l;
  out_i[x] /= 1.5f;
}
