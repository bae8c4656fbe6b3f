// Work-groups as a whole: local memory, barriers, ids of groups. Launched with 8 (x), 8 x 2 (x, y) work-items.

__kernel void reverse_tile(__global int *out, __global const int *a, int k) {
  __local int tile[8];
  int l = get_local_id(0);
  tile[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[7 - l] * k;
}

__kernel void sum_of_group(__global float *out, __global const float *a, int n) {
  __local float part[8];
  int l = get_local_id(0), i = get_group_id(0) * get_local_size(0) + l;
  part[l] = i < n ? a[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
    if (l < s)
      part[l] += part[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0)] = part[0];
}

__kernel __attribute__((reqd_work_group_size(8, 2, 1)))
void transpose_tile(__global float *out, __global const float *a, int n, int m) {
  __local float tile[2][8 + 1];
  int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  if (x < n && y < m)
    tile[ly][lx] = a[y * n + x];
  else
    tile[ly][lx] = -1.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  int at = ly * 8 + lx;
  float v = tile[at % 2][at / 2];
  if (x < n && y < m)
    out[x * m + y] = v + tile[ly][lx];
}

__kernel void grid_stride(__global int *out, __global const int *a, int n) {
  __local int seen[8];
  int l = get_local_id(0), s = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    s = s * 3 + a[i];
  seen[l] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = seen[(l + 1) & 7] + get_num_groups(0) * 1000 + get_group_id(0);
}

__kernel void histogram(__global int *out, __global const int *a, __global int *out_total, int n) {
  __local int bins[4];
  int l = get_local_id(0);
  if (l < 4)
    bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[a[get_global_id(0)] & 3], 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 4) {
    out[get_group_id(0) * 4 + l] = bins[l];
    atomic_add(&out_total[l], bins[l]);
  }
}

__kernel void rounds(__global int *out, __global const int *a, int n, int k) {
  __local int tile[2][8];
  int l = get_local_id(0), g = get_group_id(0), s = 0;
  __local int *mine = tile[0] + l;
  for (int r = 0; r < k; r++) {
    *mine = a[(g + r) * 8 + l];
    tile[1][l] = r;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 8; j++)
      s = s * 3 + tile[0][j] - tile[1][(j + l) & 7];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g * 8 + l] = s;
}

__kernel void both_memories(__global int *out, __global const int *a, int n) {
  __local int last[1];
  int l = get_local_id(0), g = get_group_id(0);
  if (l == 7) {
    last[0] = a[g];
    out[g] = last[0] * 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[n + 64 + get_global_id(0)] = last[0] + l;
}

__kernel void reads_written_inplace(__global int *a, __global int *b, int n) {
  __local int tile[8];
  int l = get_local_id(0);
  tile[l] = b[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = tile[l ^ 1];
}

__kernel void no_barrier(__global float *out, __global const float *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  out[y * n + x] = a[y * n + x] + a[y * n + x + 1] * a[y];
}

__kernel void no_guard(__global int *out, __global const int *a, int k) {
  int i = get_global_id(0) + 1;
  out[i] = a[i - 1] + k * a[i + 8] + i;
}

__kernel void sums(__global float *out, __global const float *a, __global const float *b, int n, int m, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  float s = 0.0f;
  for (int p = 0; p < 2 * k; p++)
    s += a[p * n + x % 2] * b[p + y];
  for (int p = 0; p < k; p++)
    s += a[x + p] * b[p + y];
  out[y * n + x] = s;
}
