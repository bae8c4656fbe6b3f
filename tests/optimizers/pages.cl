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

// page merge, lanes, memory vload: merge x 4 lanes memory vload; tail lanes
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

// page merge, lanes, memory scalar: merge x 4 lanes memory scalar; tail divides
// Lanes are computed together, but loaded and stored one by one: for devices whose compilers make more of that than of `vload4`.
// Requires that the kernel can be merged as lanes; addresses may be any.
__kernel void iterated(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float s = a[x];
  for (int i = 0; i < 8; i++)
    s = s * s - 0.5f;
  out[x] = s;
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

// page unroll full: unroll full
// A loop whose number of iterations is known disappears; each iteration has its counter as a number. Requires that the loop counts
// by a constant to a bound that does not change, has 1 to 64 iterations and no barrier, and that no iteration leaves it early.
__kernel void taps(__global float *out, __global const float *a, __constant float *weights, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float s = 0.0f;
  for (int k = 0; k < 4; k++)
    s += weights[k] * a[x + k];
  out[x] = s;
}

// page tail shift: merge x 4 lanes; tail shift
// The last tile of a row moves back until it ends where the row does; what another tile computes, too, is stored by that one only, so
// no work-item is computed alone. Requires that the bound is known at the launch and at least a tile (both are conditions), and that
// nothing that a repeated work-item reads is written (the contract asks for `distinct`).
__kernel void doubled(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = a[x] * 2.0f;
}

// page tail clamp: merge x 4 apart group; tail clamp
// Whole groups are merged, and the launch need not have a multiple of four of them: a group beyond the last one repeats the last
// one's work, so that all work-items reach the barriers, and stores nothing. Requires that whole groups are merged, and that nothing
// that a repeated group reads is written (`distinct`).
__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void neighbours(__global float *out, __global const float *a) {
  __local float tile[32];
  int l = get_local_id(0);
  tile[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l ^ 1];
}

// page tail lanes: merge x 4; tail lanes
// Whole tiles are computed at once; the work-items of the last one, if it is not whole, one by one in a loop with the kernel's own text.
// Requires nothing; a schedule without a tail gets it, but where whole groups are merged.
__kernel void halved(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = a[x] / 2;
}

// page tail divides: merge x 4; tail divides
// There is no tail: a launch whose size is no multiple of the factor runs the plain kernel, which the contract states. Requires that
// the launch knows the bound.
__kernel void negated(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = -a[x];
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

// page math ulp: merge x 4 lanes; math ulp; tail divides
// All functions use their vector forms, which may round in another way than the scalar ones: results change within OpenCL's error
// bounds. Requires that this is wanted, so the schedule has to name it; nothing else does it.
__kernel void roots(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = exp(a[x]) * cos(a[x]);
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
