// The kernels of docs/steps.md (pages.py): "page TITLE: SCHEDULE" and what the page says precede each.

// page merge, copies: merge x 2; tail shift
// One work-item does the work of two neighbours along x. What differs between them is written twice, what does not once: the sum over
// `b` is shared. The last tile moves back inside the row (`tail shift`); those of its work-items that another tile has done store nothing.
__kernel void scale(__global float *out, __global const float *a, __global const float *b, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float s = 0.0f;
  for (int i = 0; i < 8; i++)
    s += b[i];
  out[x] = a[x] * s;
}

// page merge, lanes: merge x 4 lanes; tail lanes
// The same with a vector: neighbours in memory are loaded and stored together. `tail lanes` processes the work-items of an
// incomplete tile one by one.
__kernel void axpy(__global float *y, __global const float *x, float a, int n) {
  int i = get_global_id(0);
  if (i < n)
    y[i] += a * x[i];
}

// page merge, lanes, memory wide: merge x 4 lanes memory wide; tail divides
// Elements at addresses that are multiples of the vector's size are loaded as one vector; the contract requires rows of whole vectors
// and aligned buffers.
__kernel void halves(__global float *out, __global const float *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < n && y < m)
    out[y * n + x] = a[y * n + x] * 0.5f;
}

// page merge, loop, with carry: merge z 8 loop; carry
// A loop does the work of eight planes; values that the next plane reads as well stay in registers.
__kernel void column(__global float *out, __global const float *a, int n, int m, int l) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x >= n || y >= m || z >= l)
    return;
  out[(z * m + y) * n + x] = a[((z + 2) * m + y) * n + x] - 2.0f * a[((z + 1) * m + y) * n + x] + a[(z * m + y) * n + x];
}

// page merge, apart group: merge x 2 apart group
// One work-group does the work of two, with local memory for each; barriers are not repeated. Where the launch has an odd number of
// groups, the last one is computed twice, and the second time nothing is stored (`tail clamp`).
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void reverse(__global int *out, __global const int *a) {
  __local int tile[64];
  int l = get_local_id(0);
  tile[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[63 - l];
}

// page merge, apart group, local memory that the launch sizes: merge x 2 apart group; tail divides
// The same where the launch says how much local memory a group has: the contract asks for two parts, and for the size of one as a
// further argument. clrt rounds that up to 128 bytes, so that each part is aligned as the whole is.
__kernel void reverse_any(__global int *out, __global const int *a, __local int *tile) {
  int l = get_local_id(0), size = get_local_size(0);
  tile[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[size - 1 - l];
}

// page stage: stage 16; group 16 16 1
// The group's 256 work-items read each row of `a` and each column of `b` sixteen times; now they load tiles for sixteen
// iterations together. Work-items beyond the guards load their part and wait at the barriers; nothing is loaded that the plain kernel
// would not load, and the sum keeps its order. The kernel must not write to what is staged: the contract requires `distinct`.
__kernel void product(__global float *c, __global const float *a, __global const float *b, int m, int n, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  float s = 0.0f;
  for (int p = 0; p < k; p++)
    s += a[y * k + p] * b[p * n + x];
  c[y * n + x] = s;
}

// page unroll: unroll 4
// Four iterations at a time, and a loop over the remaining ones. There is still one sum, in the same order.
__kernel void rows(__global float *out, __global const float *a, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float s = 0.0f;
  for (int p = 0; p < k; p++)
    s += a[p * n + x];
  out[x] = s;
}

// page promote: promote
// A sum that the kernel updates in memory is kept in a variable during the loop, if the buffers of the launch do not overlap.
__kernel void sums_in_memory(__global float *c, __global const float *a, __global const float *b, float alpha, int n, int k) {
  int x = get_global_id(0), y = get_global_id(1), p;
  if (x >= n || y >= n)
    return;
  c[y * n + x] = 0;
  for (p = 0; p < k; p++)
    c[y * n + x] += alpha * a[y * k + p] * b[p * n + x];
}

// page unswitch: unswitch
// A uniform condition that does not change is tested before the loop, which is then written twice.
__kernel void transposed(__global float *out, __global const float *a, int n, int k, int flip) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float s = 0.0f;
  for (int p = 0; p < k; p++)
    s += flip ? a[x * k + p] : a[p * n + x];
  out[x] = s;
}

// page math exact: merge x 4 lanes; math exact cos<1e6 sin<1e6; tail divides
// `cos` and `sin` use their vector forms in the interval where the target is known to give the bits of the scalar functions; beyond it,
// they are called lane by lane. Statements that call functions of the same vector share the test.
__kernel void waves(__global float *out, __global const float *a, __constant float *k, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float real = 0.0f, imaginary = 0.0f;
  for (int i = 0; i < 8; i++) {
    float angle = a[x] * k[i];
    real += cos(angle);
    imaginary += sin(angle);
  }
  out[x] = real * imaginary;
}

// page group launched: merge x 2; group 64 1 1 launched
// A kernel with barriers that does not say how large its work-groups are is merged for launches of one size: the contract asks for it.
__kernel void reversed(__global float *out, __global const float *a, int n) {
  __local float tile[256];
  int lx = get_local_id(0), x = get_group_id(0) * get_local_size(0) + lx;
  tile[lx] = x < n ? a[x] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x < n)
    out[x] = tile[get_local_size(0) - 1 - lx];
}

// page math exact rsqrt: merge y 2; math exact rsqrt; tail divides
// NVIDIA's GPUs round `1.0f / sqrt(x)` correctly in a form that takes many instructions and a branch each; `exact_rsqrt`
// (`clrt/device/exact_math.clh`) gives the same bits in a third of them for numbers that are neither tiny nor huge, and
// one test for all merged work-items tells whether they are. On other devices, and in programs that are not built with
// `-cl-fp32-correctly-rounded-divide-sqrt`, the usual form is used.
__kernel void potentials(__global float *out, __constant float4 *a, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= m)
    return;
  float sum = 0.0f;
  for (int i = 0; i < 100; i++) {
    float dx = x - a[i].x, dy = y - a[i].y;
    sum += a[i].w * (1.0f / sqrt(dx * dx + dy * dy + a[i].z));
  }
  out[y * n + x] = sum;
}

// page math exact ordered: promote; math exact ordered
// Compilers are told to keep loops that carry a floating value as they are: Intel's runtime for CPUs vectorises them, which
// adds up sums in another order, and so it does with what it has unrolled. The first of the two lines' hints stands in all variants.
__kernel void ordered_sums(__global float *out, __global const float *a, __global const float *b, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  for (int i = 0; i < n; i++)
    out[x] += a[x * n + i] * b[i];
}

// page math own: merge x 4 lanes; math own; tail divides
// Sines and cosines of `clrt/device/own_math.clh`: the same bits on every device and in every lane, not those of the built-in
// functions. Where a kernel needs both of one vector, they are computed together.
__kernel void own_waves(__global float *out, __global const float *a, __constant float *k, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float real = 0.0f, imaginary = 0.0f;
  for (int i = 0; i < 8; i++) {
    float angle = a[x] * k[i];
    real += cos(angle);
    imaginary += sin(angle);
  }
  out[x] = real * imaginary;
}

// page group: group 64 2 1
// Another size of work-groups; the text stays the same.
__kernel void add(__global float *out, __global const float *a, __global const float *b, int n, int m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < n && y < m)
    out[y * n + x] = a[y * n + x] + b[y * n + x];
}
