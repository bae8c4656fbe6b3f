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
