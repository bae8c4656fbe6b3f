// Loops, branches and local state: uniform and divergent.

__kernel void uniform_loop(__global float *out, __global const float *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float s = 0.0f;
  for (int j = 0; j < 3 * k; ++j)
    s += a[i + j] * a[j];
  out[i] = s;
}

__kernel void divergent_loop(__global int *out, __global const int *index_a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 0;
  for (int j = 0; j < index_a[i] % 7; j++)
    s += j * i;
  out[i] = s;
}

__kernel void leaving(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 0, last = -1;
  for (int j = 0; j < 10; j++) {
    if (a[i + j] % 5 == k)
      continue;
    if (a[i + j] % 7 == k)
      break;
    last = j;
    s += a[i + j];
  }
  out[i] = s + last;
}

__kernel void step_differs(__global int *out, __global const int *index_a, __global const int *b, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 0, st = i & 1;
  for (int t = 0, k = 0; t < 8; t++, k += st) {
    int v = k + 1;
    s += index_a[v] * b[t];
  }
  out[i] = s;
}

__kernel void init_pair(__global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 0;
  for (int j = 0, e = j + 4; j < e; j++)
    s += e * i + j;
  out[i] = s + k;
}

__kernel void while_steps(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 0;
  while (k-- > 0)
    s += a[i + k];
  int j = i;
  do {
    s ^= j;
    j += 3;
  } while (j < n);
  out[i] = s;
}

__kernel void linear_counter(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 0;
  int p = i + 1;
  for (int j = 0; j < k; j++) {
    s += a[p];
    p += 2;
  }
  out[i] = s + p;
}

__kernel void carried_pointer(__global float *out, __global const float *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  __global const float *p = a + i;
  float s = 0.0f;
  for (int j = 0; j < k; j++, p += n)
    s += *p - p[1];
  out[i] = s;
}

__kernel void pointer_arguments(__global float *out, __global const float *a, int n, int k) {
  int i = get_global_id(0);
  a += k;
  out += 1;
  if (i < n) {
    a += i;
    out[i] = a[0] * a[1];
  }
}

__kernel void nested_assignments(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int b = i, c, d = i + 1;
  c = b = i + 4;
  int e = (d += 2) * 3;
  int f = d++ + ++c;
  out[i] = b + c * 2 + d * 5 + e * 7 + f * 11 + (k++, k * 2) + a[b];
}

__kernel void uniform_increments(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = a[i] * k++;
  s += a[i + 1] * ++k;
  out[i] = s - k--;
  out[i] += k;
}

__kernel void branch_state(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int t = 1, u;
  if (a[i] > 0) {
    t = a[i];
    u = i * 2;
  } else if (k > 2)
    u = i;
  else
    u = -1;
  if (k > 3)
    t += u;
  out[i] = t * 3 + u;
}

__kernel void state_and_store(__global int *out, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int t = 0;
  if (a[i] & 1) {
    t = 5;
    out[i] = a[i];
  } else {
    out[i] = 0;
  }
  out[i] += t;
}

__kernel void unswitch_me(__global float *out, __global const float *a, int n, int k, float f) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float s = 0.0f;
  for (int j = 0; j < 5; j++) {
    s += (k > 2 ? 7 : f) / 2;
    if (k > 2)
      s += a[i + j] * f;
    else if (k == 1)
      s -= a[i + j];
  }
  out[i] = s;
}

__kernel void unswitch_types(__global long *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  long s = 0;
  for (int j = 0; j < 3; j++)
    s += (k > 2 ? a[i + j] : 5000000000l) * 1000 + (k > 2 ? -1 : 1u);
  out[i] = s;
}

__kernel void parameter_changes(__global int *out, __global const int *a, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  k += a[y];
  if (a[x] & 1)
    k = x;
  a += k & 3;
  out[y * n + x] = k + a[x];
}

__kernel void changed_in_tail(__global int *out, int n, int k) {
  int i = get_global_id(0);
  int base = 10;
  if (i >= n)
    return;
  base += k;
  k *= 2;
  out[i] = base * 100 + k + i;
}

__kernel void break_of_all(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 0;
  for (int j = 0;; j++) {
    if (j > k)
      break;
    if (j == 2)
      continue;
    s += a[i + j];
  }
  out[i] = s;
}

__kernel void array_state(__global float *out, __global const float *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float t[4];
  for (int j = 0; j < 4; j++)
    t[j] = a[i + j];
  float u[2] = {a[i], 2.0f};
  u[1] += t[2];
  out[i] = t[0] - t[3] * u[0] + u[1];
}

__kernel void array_pointer(__global int *out, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int t[3];
  int *p = t;
  p[0] = i;
  p[1] = a[i];
  *(p + 2) = 4;
  out[i] = t[0] + t[1] * t[2];
}

__kernel void array_index(__global int *out, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int t[4] = {1, 2, 3, 4};
  t[i & 3] = a[i];
  out[i] = t[0] + t[1] * 3 + t[(i + 1) & 3];
}

__kernel void branch_along_x(__global int *out, __global const int *a, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < n && y < m) {
    int t = 1, u = y;
    if (x & 1) {
      t += 5;
      u += x * y;
      out[y * n + x] = a[y * n + x] + t;
    } else {
      out[y * n + x] = k;
    }
    for (int j = 0; j < x % 3; j++)
      u += j * y;
    out[y * n + x] += t * 3 + u;
  }
}

// What differs cancels out: one value for all lanes, made of lanes
__kernel void cancels(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int t = a[x] * 3, u = t - t;
  out[x] = u;
  for (int j = 0; j < (a[x] & 3); j++) {
    int v = t - t, w = x + t - t;
    const int y = (t - k) - t;
    out[x] += v + j + w * 5 + y;
  }
}

// bool: literals, flags in memory, and one that keeps its value in a loop.
__kernel void flags(__global uchar *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i < n) {
    bool found = false;
    for (int j = 0; j < k; j++)
      if (a[i + j] > 3)
        found = true;
    out[i] = found ? true : a[i] & 1;
  }
}

__kernel void mark(__global uchar *out, __global const uchar *frontier, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i < n && frontier[i]) {
    out[i] = true;
    if (a[i] > 0)
      out[i] = false;
  }
}
