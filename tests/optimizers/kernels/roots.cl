// Inverse roots, which `math exact rsqrt` takes out of statements. Launched with 8 (x), 8 x 2 (x, y), 4 x 2 x 2 work-items.

__kernel void potential(__global float *out, __constant float4 *a, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  float s = 0.0f;
  for (int i = 0; i < 3 * k; i++) {
    float dx = 0.5f * x - a[i].x, dy = y - a[i].y;
    // The distance
    float r_1 = 1.0f / sqrt(dx * dx + dy * dy + a[i].z);
    s += a[i].w * r_1;
  }
  out[y * n + x] += s;
}

__kernel void several(__global float *out, __global const float *a, int n, float f) {
  int i = get_global_id(0);
  if (i < n) {
    float s = a[i] / (1 / sqrt(a[i + 1])) + 1.0f / sqrt(1.0f / sqrt(f));
    s -= 1.f / sqrt(a[i] * a[i]) * (1.0f / sqrt(s));
    out[i] = 1.0f / sqrt(s) + 2.0f / sqrt(s);
  }
}

// Where not all work-items, or not always, compute it
__kernel void some(__global float *out, __global const float *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float s = a[i] > 0.0f ? 1.0f / sqrt(a[i]) : 0.0f;
  if (i % 3 == 1)
    s += 1.0f / sqrt(a[i + 1]);
  for (int j = 0; j < k && 1.0f / sqrt(s) < 9.0f; j++)
    s = s + 1.0f / sqrt((float)j);
  int t = (s > 1.0f) && (1.0f / sqrt(s) > 0.25f);
  while (t < k)
    t += 1 + (int)(1.0f / sqrt(s * s + 4.0f));
  out[i] = s + t;
}

// Zero, negative, denormal and huge numbers, and others than float
__kernel void special(__global float *out, __global double *out_d, __global const float *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float big = (i % 5 - 2) * (i % 3 ? 3e38f : 1e-39f);
  out[i] = 1.0f / sqrt(big);
  double d = a[i];
  out_d[i] = 1.0 / sqrt(d * d + 1.0) + 1.0f / sqrt((float)d);
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void in_group(__global float *out, __global const float *a) {
  __local float tile[8];
  int l = get_local_id(0);
  tile[l] = 1.0f / sqrt(fabs(a[get_global_id(0)]) + 0.5f);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[7 - l];
}
