// Functions: pure ones, ones that read, write or ask for ids, and atomics.

float square(float x) { return x * x; }
float third(__global const float *p, int i) { return p[i + 2]; }
void put(__global int *p, int i, int v) { p[i] = v; }
void twice(int *v, int i) { *v = i * 2; }
int own_id(int k) { return get_global_id(0) * k; }
int own_place() { return get_local_id(0) + 1; }
int sum(const int *v) { return v[0] + v[1]; }

__kernel void pure(__global float *out, __global const float *a, int n, float f) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = square(a[i]) + square(f);
}

__kernel void reads(__global float *out, __global const float *a, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = third(a, i) * third(a, 0);
}

__kernel void writes(__global int *out, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i < n)
    put(out, i, a[i] + 1);
}

__kernel void by_address(__global int *out, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int x = 0, y;
  twice(&x, i);
  twice(&y, a[i]);
  out[i] = x + y;
}

__kernel void hidden_id(__global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = own_id(k);
}

__kernel void hidden_place(__global int *out, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = own_place();
}

__kernel void array_argument(__global int *out, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int v[2];
  v[0] = a[i];
  v[1] = i;
  out[i] = sum(v);
}

__kernel void counts(__global int *c, __global const int *index_a, int n) {
  int i = get_global_id(0);
  if (i < n)
    atomic_add(&c[index_a[i] % 5], i);
}

__kernel void counts_some(__global int *c, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  for (int j = 0; j < k; j++)
    if (a[i + j] & 1)
      atomic_inc(c + 1);
    else
      atomic_max(&c[0], a[i]);
}

__kernel void vector_builtins(__global float *out, __global const float *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float4 v = vload4(i, a);
  vstore4(v * 2.0f, i, out);
}

__kernel void math(__global float *out, __global const float *a, int n, float f) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float x = a[i];
  out[i] = fma(x, f, a[i + 1]) + fmax(x, 0.0f) + floor(x) + copysign(f, x) + clamp(x, -1.0f, 1.0f) +
           native_recip(f) * trunc(x) + pow(fabs(x), 2.0f) + mad24((int)x, 3, 4) + abs((int)x) + rint(x);
}

__kernel void sizes_of_others(__global int *out, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < n && y < m)
    out[y * n + x] = get_global_size(1) + get_num_groups(1) * 100 + get_local_size(0);
}

__kernel void places(__global int *out, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < n && y < m)
    out[y * n + x] = get_local_id(1) + get_group_id(1) * 10;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void fixed_group(__global int *out, __global const int *a, int n) {
  int i = 8 * get_group_id(0) + get_local_id(0);
  if (i < n)
    out[i] = a[i] + 8;
}

// Sines and cosines; one lane of five is huge.
__kernel void waves(__global float *out, __global const float *a, int n) {
  int i = get_global_id(0);
  if (i < n) {
    float angle = a[i] * (i % 5 == 1 ? 1e9f : 1.0f);
    out[i] = cos(angle) * a[i] + sin(angle);
  }
}
