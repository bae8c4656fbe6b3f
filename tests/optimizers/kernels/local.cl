// Local memory that is no array: one for the work-group, whoever writes it and however.

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void broadcast(__global int *out, __global const int *a, int n) {
  __local int last;
  if (get_local_id(0) == 0)
    last = a[get_group_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int i = get_global_id(0);
  if (i < n)
    out[i] = last + i;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void counted(__global int *out, __global const int *a, int n) {
  __local int count;
  __local int first[2];
  int l = get_local_id(0), i = get_global_id(0);
  if (l == 0) {
    count = 0;
    first[0] = INT_MAX;
    first[1] = INT_MIN;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n && a[i] > 0) {
    atomic_inc(&count);
    atomic_min(first, a[i]);
    atomic_max(&first[1], a[i]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    out[i] = count * 3 + (first[0] ^ first[1]);
}

typedef struct {
  int lo, hi;
} limits;
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void in_struct(__global int *out, __global const int *a, int n) {
  __local limits b;
  int l = get_local_id(0), i = get_global_id(0);
  if (l == 3) {
    b.lo = a[i];
  }
  if (l == 5) {
    b.hi = a[i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    out[i] = b.lo - b.hi + l;
}

void put(__local int *p, int v) { *p = v; }

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void by_helper(__global int *out, __global const int *a, int n) {
  __local int b;
  int l = get_local_id(0), i = get_global_id(0);
  if (l == 7)
    put(&b, a[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    out[i] = b * l;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void by_pointer(__global int *out, __global const int *a, int n) {
  __local int b;
  __local int *p = &b;
  int l = get_local_id(0), i = get_global_id(0);
  if (l == 7)
    *p = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    out[i] = *p * l;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void uniform_loop(__global int *out, __global const int *a, int n) {
  __local int go;
  int l = get_local_id(0), i = get_global_id(0), rounds = 0;
  do {
    rounds++;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0)
      go = rounds < (a[get_group_id(0)] & 3);
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (n > 0 && go);
  if (i < n)
    out[i] = rounds;
}

__kernel __attribute__((reqd_work_group_size(8, 2, 1))) void by_row(__global int *out, __global const int *a, int n, int m) {
  __local int s[2];
  __local int all;
  int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  if (lx == 0)
    s[ly] = a[y * n];
  if (lx == 1 && ly == 1)
    all = a[y];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x < n && y < m)
    out[y * n + x] = s[ly] + all;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void volatile_tile(__global int *out, __global const int *a, int n) {
  __local volatile int s[8];
  volatile __local int t;
  int l = get_local_id(0), i = get_global_id(0);
  s[l] = a[i];
  if (l == 2)
    t = 5 + a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    out[i] = s[7 - l] + t;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void by_counter(__global int *out, __global const int *a, int n) {
  __local int place;
  __local int found[8];
  int l = get_local_id(0), i = get_global_id(0);
  if (l == 0)
    place = 0;
  found[l] = -1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n && (a[i] & 1))
    atomic_add(&place, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  int total = place;
  for (int j = 0; j < total; ++j)
    if (l == j)
      found[j] = total - j;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    out[i] = found[(l + 1) & 7] + total * 100;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void changed_twice(__global int *out, __global const int *a, int n) {
  __local int v;
  int l = get_local_id(0), i = get_global_id(0);
  if (l == 0)
    v = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  int first = n > 0 ? v : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 5)
    v = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  int second = v;
  if (i < n)
    out[i] = first - second * l;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void local_counter(__global int *out, __global const int *a, int n, int k) {
  __local int v[8];
  __local int top;
  int l = get_local_id(0), i = get_global_id(0);
  v[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    top = 0;
    for (int j = 1; j < 8; j++)
      if (v[j] > v[top])
        top = j;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    out[i] = top * 10 + k;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void all_same(__global int *out, __global const int *a, int n, int k) {
  __local int v;
  __local float4 w;
  int l = get_local_id(0), i = get_global_id(0);
  v = k * 3;
  if (l == 1)
    w = (float4)(1, 2, 3, a[i] & 7);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    out[i] = v + a[i] + (int)w.w;
}

// 16 bytes: triple
typedef struct {
  float v[3];
  int n;
} triple;

float sum3(const float *p) { return p[0] + p[1] + p[2]; }

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void dyn_sum(__global const float *a, __global float *out, int n,
                                                                     __local float *s) {
  int l = get_local_id(0), g = get_global_id(0);
  s[l] = g < n ? a[g] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = get_local_size(0) / 2; d > 0; d /= 2) {
    if (l < d)
      s[l] += s[l + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0)] = s[0];
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void dyn_reverse(__global const int *a, __global int *out, int n, __local int *s) {
  int l = get_local_id(0), g = get_global_id(0), ls = get_local_size(0);
  if (g < n)
    s[l] = a[g];
  else
    s[l] = -7;
  barrier(CLK_LOCAL_MEM_FENCE);
  int v = s[ls - 1 - l];
  if (g < n)
    out[g] = v;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void private_over_barrier(__global const int *a, __global int *out, int n) {
  __local int t[8];
  int r[4], l = get_local_id(0), g = get_global_id(0);
  for (int i = 0; i < 4; i++) {
    t[l] = a[g] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    r[i] = t[(l + i) & 7];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (g < n)
    out[g] = r[0] - r[1] + r[2] * r[3];
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void loop_until_done(__global const int *a, __global int *out, int n) {
  __local int changed;
  __local int v[8];
  int l = get_local_id(0), g = get_global_id(0);
  v[l] = a[g] & 15;
  int rounds = 0;
  do {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0)
      changed = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int next = l < 7 && v[l + 1] < v[l] ? v[l + 1] : v[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (next != v[l]) {
      v[l] = next;
      changed = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    ++rounds;
  } while (changed && rounds < 20);
  if (g < n)
    out[g] = v[l] * 100 + rounds;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void odd_even_sort(__global const int *a, __global int *out, int n) {
  __local int s[8];
  int l = get_local_id(0), g = get_global_id(0);
  s[l] = a[g];
  for (int phase = 0; phase < 8; ++phase) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((l & 1) == (phase & 1) && l < 7) {
      if (s[l] > s[l + 1]) {
        int t = s[l];
        s[l] = s[l + 1];
        s[l + 1] = t;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (g < n)
    out[g] = s[l];
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void struct_tile(__global const float *a, __global float *out, int n) {
  __local triple t[8];
  int l = get_local_id(0), g = get_global_id(0);
  t[l].n = l;
  for (int i = 0; i < 3; i++)
    t[l].v[i] = a[g + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  triple p = t[(l + 1) % 8];
  if (g < n)
    out[g] = sum3(p.v) + p.n;
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void compact(__global const int *a, __global int *out, int n) {
  __local int pos[9];
  int l = get_local_id(0), g = get_global_id(0);
  int keep = g < n && (a[g] & 1);
  pos[l + 1] = keep;
  if (l == 0)
    pos[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0)
    for (int i = 1; i <= 8; i++)
      pos[i] += pos[i - 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (keep)
    out[get_group_id(0) * 8 + pos[l]] = a[g];
}

__kernel __attribute__((reqd_work_group_size(8, 2, 1))) void row_flags(__global const int *a, __global int *out, int n, int m) {
  __local int any[2], all;
  int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  if (lx == 0)
    any[ly] = 0;
  if (lx == 0 && ly == 0)
    all = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  int v = x < n && y < m ? a[y * n + x] : 0;
  if (v & 4)
    any[ly] = 1;
  if (!(v & 1))
    atomic_and(&all, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x < n && y < m)
    out[y * n + x] = any[ly] * 10 + all + any[1 - ly] * 100;
}

// Local memory of which the launch says the size: each group that is merged has its part.

__kernel void dyn_any_group(__global int *out, __global const int *a, int n, __local int *s) {
  int l = get_local_id(0), g = get_global_id(0), size = get_local_size(0);
  s[l] = a[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  int v = s[size - 1 - l] + s[(l + 3) % size] * 2;
  if (g < n)
    out[g] = v;
}

// Eight bytes a group
__kernel void dyn_bytes(__global int *out, __global const int *a, int n, __local uchar *s) {
  __local uint *words = (__local uint *)s;
  int l = get_local_id(0), g = get_global_id(0);
  s[l] = a[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (g < n)
    out[g] = words[0] ^ words[1] << l;
}

__kernel void dyn_halves(__global float *out, __global const float *a, int n, __local long *s) {
  __local float *first = (__local float *)s;
  __local int *second = (__local int *)(first + get_local_size(0));
  __local int all;
  int l = get_local_id(0), g = get_global_id(0);
  if (l == 0)
    all = 0;
  first[l] = a[g];
  second[l] = g * 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&all, second[l ^ 1]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_max(&second[l], n);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (g < n)
    out[g] = first[7 - l] + second[7 - l] + all;
}

// 12 bytes: of_three
typedef struct {
  int a, b, c;
} of_three;

__kernel void dyn_struct(__global int *out, __global const int *a, int n, __local of_three *s) {
  int l = get_local_id(0), g = get_global_id(0);
  s[l].a = a[g];
  s[l].c = l;
  if (l & 1)
    s[l - 1].b = g;
  else
    s[l + 1].b = a[g] + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  of_three t = s[7 - l];
  if (g < n)
    out[g] = t.a + t.b * 5 + t.c;
}

__kernel void dyn_moved(__global int *out, __global const int *a, int n, __local int *s) {
  int l = get_local_id(0), g = get_global_id(0);
  __local int *all = s;
  s += l;
  put(s, a[g]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0)
    for (int i = 1; i < 8; i++)
      all[0] += *(all + i);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (g < n)
    out[g] = *all + *(s - l) + (s == all);
}

__kernel void dyn_vectors(__global float *out, __global const float *a, int n, int m, __local float4 *s) {
  int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  int w = get_local_size(0), at = ly * w + lx;
  s[at] = (float4)(a[x], a[y], x, y);
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int i = 0; i < w; i++)
    sum += s[ly * w + i].x * s[i].y - s[at].w;
  if (x < n && y < m)
    out[y * n + x] = sum;
}
