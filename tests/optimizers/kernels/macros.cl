// Macros that name the kernel's variables, hide statements, guards and declarations.
#define HERE (y * n + x)
#define LEFT (HERE - 1)
#define LOADA a[HERE]
#define DECL_I int i = get_global_id(0)
#define GUARD                                                                                                                              \
  if (i >= n)                                                                                                                              \
  return
#define INSIDE (x < n && y < m)
#define FORJ for (int j = 0; j < k; j++)
#define ACC(v) s += (v)
#define ACC2 s += a[i + j] * b[j]
#define SQR(v) ((v) * (v))
#define TWICE(v) (v) + (v)
#define VAR(n) v_##n
#define SET(o, i, v) (o)[i] = (v)
#define CHECKED(i, n, stmt)                                                                                                                \
  do {                                                                                                                                     \
    if ((i) < (n)) {                                                                                                                       \
      stmt;                                                                                                                                \
    }                                                                                                                                      \
  } while (0)
#define MAX3(p, q, r) ((p) > (q) ? ((p) > (r) ? (p) : (r)) : ((q) > (r) ? (q) : (r)))
#define STEP(d)                                                                                                                            \
  t = s[l];                                                                                                                                \
  if (l >= d)                                                                                                                              \
    t += s[l - d];                                                                                                                         \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                                            \
  s[l] = t;                                                                                                                                \
  barrier(CLK_LOCAL_MEM_FENCE)
#define i_0 77
#define PI 3.14159f
#define TYPE float
#define XY(F) F(x) F(y)

__kernel void macro_index(__global const float *a, __global float *out, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (!INSIDE)
    return;
  out[HERE] = LOADA + (x > 0 ? a[LEFT] : 0.0f);
}

__kernel void macro_guard(__global const int *a, __global int *out, int n) {
  DECL_I;
  GUARD;
  out[i] = SQR(a[i]) + TWICE(i) * 2;
}

__kernel void macro_loop(__global const float *a, __global const float *b, __global float *out, int n, int k) {
  DECL_I;
  GUARD;
  TYPE s = 0;
  FORJ ACC(a[i + j]);
  FORJ { ACC2; }
  out[i] = s * PI;
}

__kernel void macro_names(__global const int *a, __global int *out, int n) {
  int i = get_global_id(0);
  if (i < n) {
    int VAR(1) = a[i], VAR(2) = a[i + 1];
    SET(out, i, VAR(1) * VAR(2) + i_0);
  }
}

__kernel void macro_checked(__global const int *a, __global int *out, int n) {
  int i = get_global_id(0);
  CHECKED(i, n, out[i] = MAX3(a[i], a[i + 1], a[i + 2]));
}

__kernel void macro_checked_two(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  int v = 0;
  CHECKED(i, n, v = a[i]; v += k);
  CHECKED(i, n, out[i] = v);
}

__kernel void macro_twice(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int s = SQR(a[i] & 7) + SQR(SQR(i & 3));
  s = MAX3(s, a[i] >> 3, k);
  out[i] = TWICE(s - 1);
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void macro_scan(__global const int *a, __global int *out, int n) {
  __local int s[8];
  int l = get_local_id(0), g = get_global_id(0), t;
  s[l] = a[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  STEP(1);
  STEP(2);
  STEP(4);
  if (g < n)
    out[g] = s[l];
}

__kernel void shadowing(__global const int *a, __global int *out, int n, int k) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int v = a[i];
  for (int i = 0; i < k; ++i) {
    int v = i * 2;
    if (v > 4) {
      int k = 1;
      v += k;
    }
    out[get_global_id(0)] = v;
  }
  {
    int i = v;
    v = i + 1;
  }
  out[i] += v;
}

__kernel void numbered_names(__global const int *a, __global int *out, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int v = a[i], v_0 = a[i + 1], v_1 = v - v_0, a_0 = 3, out_1 = 4, lane = 5, items_x = 6;
  out[i] = v + v_0 * v_1 + a_0 * out_1 + lane + items_x;
}

__kernel void keyword_like(__global const float *a, __global float *out, int n, float min_, float max_) {
  int gid = get_global_id(0);
  if (gid >= n)
    return;
  float select_ = a[gid], value = select_ * 2, loaded_0 = value + min_;
  out[gid] = fmin(fmax(loaded_0, min_), max_) + value;
}

__kernel void one_line(__global const int *a, __global int *out, int n) {
  int i = get_global_id(0);
  if (i < n) {
    int v = a[i];
    if (v > 0)
      v = -v;
    else
      v *= 2;
    out[i] = v;
  }
}

__kernel void empty_statements(__global const int *a, __global int *out, int n) {
  int i = get_global_id(0);
  ;
  if (i >= n) {
    ;
    return;
  };
  for (int j = 0; j < 3; j++)
    ;
  if (a[i] > 3)
    ;
  else
    out[i] = a[i];
  {
  }
}

__kernel void xy_macro(__global const int *a, __global int *out, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1), s = 0;
#define ADD(v) s += v * 3;
  XY(ADD)
  if (x < n && y < m)
    out[HERE] = s + a[HERE];
}

__kernel void shadowed_parameters(__global const int *a, __global int *out, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  int s = 0;
  if (a[y * n + x] & 1) {
    int n = a[x] & 3, m = k;
    for (int x = 0; x < n; ++x)
      s += (x + m) * (int)get_global_id(1);
  } else if (a[y * n + x] & 2) {
    int y = 3;
    s = y - (int)get_global_id(0);
    out[(int)get_global_id(1) * n + x] = s;
  }
  out[y * n + x] = s;
}

__kernel void shadowed_sum(__global const float *a, __global float *out, int n, int m, int k) {
  int j = get_global_id(0), i = get_global_id(1);
  if (j >= n || i >= m)
    return;
  out[i * n + j] = 0.0f;
  for (int t = 0; t < k; ++t) {
    float j = a[i + t];
    out[i * n + (int)get_global_id(0)] += j * a[t];
  }
}

#define WIDE (float4)(1.5f)

__kernel void splats(__global float4 *out, __global const float *a, __global const float4 *b, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float4 s = (float4)(0.0f);
  for (int j = 0; j < 3; j++)
    s += b[i + j] * (float4)(a[j] + 2.0f);
  out[i] = s * WIDE + (float4)a[i];
}

// 12 bytes: triple
typedef struct {
  float x, y;
  int z;
} triple;

__kernel void literals(__global triple *out, __global const triple *a, __global float *out_f, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  triple t = (triple){a[i].y, a[i].x * 2.0f, i};
  t.z += ((triple){1.0f, t.y, 3}).z;
  out[i] = (triple){t.y, t.x};
  out_f[i] = ((triple){a[i].x, t.x + t.y, 1}).y;
}

__kernel void branches(__global float *out, __global const float *a, int n) {
  int i = get_global_id(0);
#if defined(DOUBLED) && \
    DOUBLED > 1
  // twice
  out[0] = a[1];
#elif defined(__OPENCL_VERSION__)
  if (i >= n)
    return;
#ifdef DOUBLED
  i *= 2;
#else
  float s = a[i] * 0.5f;
#endif
#endif
#ifdef UNROLLED
#pragma unroll UNROLLED
#endif
  for (int j = 0; j < 3; j++)
    s += a[i + j];
#if 0
  s = broken;
#endif
  out[i] = s;
#ifdef DOUBLED
#error "not here"
#endif
}
