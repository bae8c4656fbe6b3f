// Returns after the guards, bits as other types, and what prints.

__kernel void as_types(__global const float *a, __global const int *b, __global uint *out, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  uint bits = as_uint(a[i]);
  float f = as_float((bits & 0x807fffffu) | 0x3f800000u);
  out[i] = as_uint(f * 2.0f) ^ (uint)as_int(as_float(b[i] & 0x7effffff));
}

__kernel void as_vec(__global const float4 *a, __global int4 *out, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = as_int4(a[i]) & 0xff + as_int4(a[i + 1]);
}

__kernel void as_chars(__global const uint *a, __global uchar *out, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  uchar4 v = as_uchar4(a[i]);
  out[i] = v.x + v.w;
}

__kernel void as_double_(__global const double *a, __global ulong *out, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = as_ulong(a[i]) >> 52;
}

#define BITS(x) as_uint(x)

__kernel void in_macro(__global const float *a, __global uint *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  uint s = 0;
  for (int j = 0; j < k; ++j)
    s += BITS(a[i + j]) >> (j + 1);
  out[i] = s;
}

__kernel void early_store(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  if (k > i) {
    out[i] = -1;
    return;
  }
  out[i] = a[i];
}

__kernel void early_many(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i < n) {
    int v = a[i];
    if (v == 0)
      return;
    int w = a[i + 1];
    if (w < v) {
      if (k > 2) {
        out[i] = w;
        return;
      }
      v = w;
      out[i] = v * 2;
      return;
    }
    // the others
    int v2 = v + w;
    if (v2 & 1)
      return;
    out[i] = v2 - k;
  }
}

__kernel void early_uniform(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  out[i] = a[i];
  if (k == 3)
    return;
  for (int j = 0; j < k; ++j)
    out[i] += a[i + j];
  return;
}

__kernel void early_else(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  if (a[i] > 0) {
    out[i] = 1;
  } else {
    int q = a[i + 1];
    out[i] = q;
    return;
  }
  out[i] += k;
}

__kernel void early_shadow(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int q = a[i];
  if (q > k) {
    int q = a[i + 1];
    out[i] = q;
    return;
  }
  int r = q + 1;
  if (r > 0) {
    int r = 7;
    out[i] = r + q;
    return;
  }
  out[i] = r;
}

__kernel void early_loop(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  for (int j = 0; j < 4; ++j)
    if (a[i + j] == k) {
      out[i] = j;
      return;
    }
  out[i] = -1;
}

__kernel void early_two(__global const int *a, __global int *out, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  if (x == 0 || y == 0) {
    out[y * n + x] = k;
    return;
  }
  if (x == n - 1) {
    out[y * n + x] = -k;
    return;
  }
  out[y * n + x] = a[y * n + x - 1] + a[y * n + x + 1] + a[(y - 1) * n + x];
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void early_group(__global const int *a, __global int *out, int n, int k) {
  __local int s[8];
  int l = get_local_id(0), g = get_global_id(0);
  s[l] = a[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (g >= n)
    return;
  if (s[7 - l] < 0) {
    out[g] = 0;
    return;
  }
  int v = s[7 - l];
  out[g] = v + k;
}

__kernel void prints(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  if (k < 0)
    printf("item %d"
           " of %d\n",
           i, n);
  out[i] = a[i];
  if (a[i] == 12345 && k == 77) {
    printf("found\n");
    out[i]++;
  }
}

__kernel void leave_after_loop(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int found = -1;
  for (int j = 0; j < k; ++j) {
    int i = a[get_global_id(0) + j];
    if (i == j) {
      found = j;
      break;
    }
  }
  if (found >= 0) {
    out[i] = found;
    return;
  }
  int s = 0;
  for (int j = 0; j < k; ++j)
    s += a[i + j];
  if (s & 1)
    return;
  out[i] = s;
}

__kernel void leave_uniform_then_work(__global const int *a, __global int *out, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (k == 2) {
    if (x < n && y < m)
      out[y * n + x] = -2;
    return;
  }
  if (x >= n || y >= m)
    return;
  if (y == 0) {
    out[x] = a[x];
    return;
  }
  if (x == 0) {
    out[y * n] = a[y];
    return;
  } else if (x == n - 1) {
    out[y * n + x] = 9;
    return;
  }
  out[y * n + x] = a[y * n + x] + a[(y - 1) * n + x];
}

__kernel void leave_nested(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i < n) {
    if (a[i] > 0) {
      int v = a[i] % 5;
      if (v == k) {
        out[i] = v;
        return;
      }
      if (v > k) {
        int v = 3;
        out[i] = -v;
        return;
      }
      out[i] = v * 2;
    } else if (a[i] < -50) {
      out[i] = 50;
      return;
    } else {
      int w = a[i + 1];
      out[i] = w;
    }
    out[i] += 1;
  }
}

// From loops, and with more to do after the branch
__kernel void from_loop(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 0;
  for (int j = 0; j < k + 3; ++j) {
    s += a[i + j] & 15;
    if (s > 20)
      return;
    out[i] = s; // for some
  }
  out[i] = s * 3;
}

__kernel void from_nested_loops(__global const int *a, __global int *out, int n, int m, int k) {
  int i = get_global_id(0), y = get_global_id(1);
  if (i < n && y < m) {
    int s = y;
    for (int j = 0; j < k; ++j) {
      int t = 0;
      while (1) {
        do {
          s += a[i + j + t] & 7;
          if (s % 11 == 3) {
            out[y * n + i] = s + 100;
            return;
          }
        } while (++t % 3);
        if (t > 4)
          break;
        if (s == k) {
          continue;
        }
      }
      for (int u = 0; u < 2; ++u)
        s = s * 3 + u;
    }
    out[y * n + i] = s;
  }
}

__kernel void from_inside(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  out[i] = 1;
  if (a[i] & 1) {
    int v = a[i + 1] & 255;
    if (v > 100)
      return;
    for (int j = 0; j < k; ++j)
      if ((a[i + j] & 63) == v)
        return;
    out[i] = v;
    if (v & 2)
      out[i] += k;
    else
      return;
    out[i] += 3;
  }
  int v = out[i] * 2;
  if (k > 3)
    return;
  out[i] = v;
}

// All work-items leave together, or none
__kernel void from_uniform_loop(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = 0;
  for (int j = 0; j < 9; ++j) {
    s += a[i + j];
    if (a[j] % 8 == k)
      return;
    if (j + k > 9)
      break;
  }
  out[i] = s;
}
