// Kernels that a careless step gets wrong (traps.py). Ahead of each one:
//   trap NAME
//   schedule STEPS: EXPECTED    "refused CODE", or how many launches the variant takes and how many stay plain: "2 taken, 1 plain"
//   contract on|off|off,on      whether the compiler may contract a * b + c (off)
//   with LINE                   stands ahead of the kernel
//   launch GROUPS of SIZE: ARGUMENTS      as of: BYTES pattern, BYTES float, BYTES float at 4, same 0, int 7, float 0.5

// trap uniform_product
// schedule merge x 16 lanes; tail shift: 2 taken
// schedule merge x 16 lanes; tail lanes: 2 taken
// schedule merge x 4 lanes; merge x 2; tail shift: 2 taken
// contract off,on
// launch 5 1 1 of 8 1 1: 256 pattern, 256 float, 256 float, float 0.3, int 37
__kernel void uniform_product(__global float *out, __global const float *a, __global const float *b, float f, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float dy = b[0] - f, sum = 0.0f;
  for (int i = 0; i < 4; i++) {
    float dx = a[x] - b[i];
    sum += dy * dy + dx * dx + b[i + 1]; // compilers contract the first product
    sum += dy * b[i];
  }
  out[x] = sum;
}

// trap huge_lane
// schedule merge x 16 lanes; math exact cos<1e6 sin<1e6: 2 taken
// schedule merge x 16 lanes: 2 taken
// schedule merge x 4 lanes; math exact cos<1e6; tail shift: 2 taken
// launch 5 1 1 of 8 1 1: 256 pattern, 256 float, int 40
// launch 5 1 1 of 8 1 1: 256 pattern, 256 float, int 37
__kernel void huge_lane(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float angle = x % 16 == 5 ? a[x] * 3e9f : a[x];
  out[x] = cos(angle) + sin(angle);
}

// trap huge_lane
// schedule merge x 16 lanes; math exact cos<1e6 sin<1e6: 2 taken
// schedule merge x 4 lanes; merge x 2; math exact cos<1e6 sin<1e3; tail shift: 2 taken
// launch 5 1 1 of 8 1 1: 256 pattern, 256 float, int 40
// launch 5 1 1 of 8 1 1: 256 pattern, 256 float, int 37
__kernel void asked_once(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float v = a[x], real = 0.0f, imaginary = 0.5f;
  for (int i = 0; i < 4; i++) {
    float angle = x % 16 == 5 && i == 2 ? v * 3e9f : v;
    real += a[i] * cos(angle);
    imaginary -= sin(angle) * cos(angle); // of one angle
    v = v * 1.25f + real;
  }
  out[x] = real + imaginary;
}

// A table outside the kernel is nothing that the kernel writes.
// trap read_modify_write
// schedule merge x 4 lanes; tail shift: 1 taken
// schedule merge x 3; tail shift: 1 taken
// with __constant float weights[3] = {0.25f, 0.5f, 0.125f};
// launch 5 1 1 of 8 1 1: 256 pattern, 256 float, int 37
__kernel void weighted(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float s = 0.0f;
  for (int i = 0; i < 3; i++)
    s += a[x + i] * weights[i];
  out[x] += s;
}

// trap read_modify_write
// schedule merge x 16 lanes; tail shift: 2 taken
// schedule merge x 3; tail shift: 2 taken
// launch 5 1 1 of 8 1 1: 256 float, 256 float, int 37
// launch 5 1 1 of 8 1 1: 256 float, 256 float, int 17
__kernel void adds(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] += a[x];
}

// trap read_modify_write
// schedule merge x 4; tail shift: refused TAIL_READS_WRITTEN
// schedule merge x 4; tail lanes: 1 taken
// launch 5 1 1 of 8 1 1: 256 float, int 37
__kernel void reads_ahead(__global float *out, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float v = out[x];
  out[x] = v * 1.5f + 1.0f;
}

// trap short_grid
// schedule merge x 16 lanes; tail shift: 1 taken, 2 plain
// schedule merge x 4; tail lanes: 1 taken, 2 plain
// schedule group 16 1 1: 1 taken, 2 plain
// schedule merge x 4 loop: 1 taken, 2 plain
// launch 2 1 1 of 8 1 1: 256 pattern, 256 float, int 40
// launch 4 1 1 of 8 1 1: 256 pattern, 256 float, int 33
// launch 6 1 1 of 8 1 1: 256 pattern, 256 float, int 40
__kernel void short_grid(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = a[x] * 2.0f;
}

// trap size_in_index
// schedule merge x 4: 2 taken
// schedule merge x 16 lanes; tail shift: 2 taken
// schedule group 16 1 1: 1 taken, 1 plain
// schedule merge x 2 apart group: 2 taken
// launch 3 1 1 of 8 1 1: 256 pattern, 256 float
// launch 4 1 1 of 8 1 1: 256 pattern, 256 float
__kernel void size_in_index(__global float *out, __global const float *a) {
  out[get_global_size(0) - 1 - get_global_id(0)] = a[get_global_id(0)];
}

// trap barrier_under_guard
// schedule merge x 2: refused BARRIER_DIVERGENT
// schedule merge x 4 lanes: refused BARRIER_DIVERGENT
// schedule merge x 2 loop: refused BARRIER_IN_MERGE
// schedule group 16 1 1: refused GROUP_FIXED
// schedule merge x 2 apart group: refused BARRIER_DIVERGENT
// launch 4 1 1 of 8 1 1: 256 pattern, 256 int, int 24
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void barrier_under_guard(__global int *out, __global const int *a, int n) {
  __local int tile[8];
  int x = get_global_id(0);
  if (x < n) {
    tile[get_local_id(0)] = a[x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[x] = tile[7 - get_local_id(0)];
  }
}

// PoCL 3.1 leaves out what follows a barrier that was not reached, for all work-items but one.
// trap passed_barrier
// schedule merge x 4; tail divides: 2 taken
// schedule merge x 4 lanes: 2 taken
// schedule merge x 2 apart group; tail divides: 1 taken, 1 plain
// launch 3 1 1 of 8 1 1: 256 int, int 19, int 1
// launch 4 1 1 of 8 1 1: 256 int, int 32, int 4
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void passed_barrier(__global int *out, int n, int k) {
  int x = get_global_id(0);
  if (k > 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (n > x && k < 9)
    out[x] ^= 5;
}

// trap passed_barrier
// schedule merge x 4; tail divides: 2 taken
// schedule merge x 2: 2 taken
// launch 3 1 1 of 8 1 1: 256 int, int 19, int 0
// launch 4 1 1 of 8 1 1: 256 int, int 32, int 3
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void no_rounds(__global int *out, int n, int k) {
  __local int tile[8];
  int x = get_global_id(0), lx = get_local_id(0), t = x;
  for (int r = 0; r < k; r++) {
    tile[lx] = t + r;
    barrier(CLK_LOCAL_MEM_FENCE);
    t += tile[7 - lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (n > x && k < 9)
    out[x] = t;
}

// A sum in memory is added up in its order; one in a variable is not, on Intel's runtime for CPUs.
// trap sum_order
// schedule promote: 2 taken
// schedule promote; unroll 2: 2 taken
// schedule promote; math exact ordered: 2 taken
// schedule promote; merge x 2; tail lanes: 2 taken
// schedule promote; merge x 16 lanes; tail lanes: 2 taken
// contract off,on
// launch 5 1 1 of 8 1 1: 256 pattern, 16384 float, 512 float, int 37, int 100
__kernel void sum_order(__global float *out, __global const float *a, __global const float *b, int n, int k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  out[x] = 0.0f;
  for (int i = 0; i < k; i++)
    out[x] += a[x * k + i] * b[i];
}

// trap sum_order
// schedule promote; math exact ordered: 2 taken
// schedule promote; merge x 2; tail lanes; math exact ordered: 2 taken
// contract off,on
// launch 5 1 1 of 8 1 1: 256 float, 16384 float, 512 float, int 37
__kernel void known_rounds(__global float *out, __global const float *a, __global const float *b, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
#pragma unroll 4
  for (int i = 0; i < 67; i++)
    out[x] += 0.7f * a[x * 67 + i] * b[i] + 0.7f * b[i + 1] * a[i];
}

// trap same_buffer
// schedule merge x 16 lanes; tail shift: 1 taken, 1 plain
// schedule merge x 4; tail shift: 1 taken, 1 plain
// schedule merge x 16 lanes; tail lanes: 2 taken
// launch 5 1 1 of 8 1 1: 256 float, same 0, int 37
// launch 5 1 1 of 8 1 1: 256 pattern, 256 float, int 37
__kernel void same_buffer(__global float *out, __global const float *in, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float v = in[x];
  out[x] = v * 3.0f + 1.0f;
}

// trap offset_of_4
// schedule merge x 4 lanes memory wide; tail lanes: 1 taken, 2 plain
// schedule merge x 16 lanes; tail shift: 3 taken
// schedule merge x 4 lanes; tail lanes: 3 taken
// launch 5 1 1 of 8 1 1: 256 pattern at 4, 256 float, int 40
// launch 5 1 1 of 8 1 1: 256 pattern, 256 float at 4, int 40
// launch 5 1 1 of 8 1 1: 256 pattern, 256 float, int 40
__kernel void offset_of_4(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = a[x] * 0.5f;
}

// trap wrapping_index
// schedule merge x 4; tail shift: 1 taken
// schedule merge x 8 lanes; tail lanes: 1 taken
// schedule merge x 4 lanes; merge x 2; tail shift: 1 taken
// schedule merge x 3 loop: 1 taken
// launch 5 1 1 of 8 1 1: 256 pattern, 256 int, int 37
__kernel void wrapping_index(__global int *out, __global const int *a, int n) {
  uint x = get_global_id(0);
  if ((int)x >= n)
    return;
  uint before = x - 6u;
  ulong far = before;
  out[x] = a[far * 3 % 61] + a[before + 6u] + (int)(far >> 32) + (int)(before / 5u);
}

// Neighbours follow each other unless the index wraps between them, which no buffer of this size lets it do.
// trap wrapping_index
// schedule merge x 4 lanes; tail shift: 1 taken
// schedule merge x 8 lanes; tail lanes: 1 taken
// schedule merge x 4 lanes; merge x 2; tail shift: 1 taken
// launch 5 1 1 of 8 1 1: 2048 pattern, 2048 int, int 37, uint 4294967290
__kernel void unsigned_index(__global int *out, __global const int *a, int n, uint k) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  out[k + 6u + (uint)x] = a[(k + 7u) * 9u + (uint)x] + a[k - 4294967280u + x];
}

// trap below_tile
// schedule merge x 16 lanes; tail shift: 1 taken, 2 plain
// schedule merge x 16 lanes; tail lanes: 3 taken
// schedule merge x 5; tail shift: 2 taken, 1 plain
// schedule merge x 32 loop: 3 taken
// launch 1 1 1 of 8 1 1: 256 pattern, 256 float, int 1
// launch 1 1 1 of 8 1 1: 256 pattern, 256 float, int 7
// launch 2 1 1 of 8 1 1: 256 pattern, 256 float, int 16
__kernel void below_tile(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = a[x] - 2.0f;
}

// trap zero_work
// schedule merge x 16 lanes; tail shift: 2 plain
// schedule merge x 16 lanes; tail lanes: 2 taken
// schedule merge x 4 loop: 2 taken
// schedule merge x 4; merge x 2 apart group; tail lanes; group 4 1 1: 2 taken
// schedule stage 4; group 8 1 1: 1 taken, 1 plain
// launch 2 1 1 of 8 1 1: 256 pattern, 256 float, int 0
// launch 2 1 1 of 8 1 1: 256 pattern, 256 float, int -3
__kernel void zero_work(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float s = 0.0f;
  for (int p = 0; p < n; p++)
    s += a[p] * a[x];
  out[x] = s;
}

// trap ends_by_itself
// schedule merge x 2: 2 taken
// schedule merge x 4 loop: 2 taken
// launch 5 1 1 of 8 1 1: 256 pattern, 16 pattern, 256 float, int 40
// launch 5 1 1 of 8 1 1: 256 pattern, 16 pattern, 256 float, int 37
// Loops over what others change, too, which wait for nobody: each compare-exchange that fails has seen another value, each ticket
// is the work-item's own, and what counts comes to its end.
__kernel void ends_by_itself(__global uint *out, volatile __global uint *out_sums, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  uint old = out_sums[0], seen;
  while ((seen = atomic_cmpxchg(&out_sums[0], old, old + (uint)x)) != old)
    old = seen;
  uint found, expected;
  do {
    expected = out_sums[1];
    found = atomic_cmpxchg(&out_sums[1], expected, expected ^ (1u << (x & 31)));
  } while (found != expected);
  for (;;) {
    uint now = out_sums[2], was = atomic_cmpxchg(&out_sums[2], now, now + 3);
    if (was == now)
      break;
  }
  uint rounds = 0;
  while (atomic_add(&out_sums[3], 0x100000) < 0x1000000 && rounds < 4) // as if it were a list of work
    ++rounds;
  volatile int last = 3;
  for (int i = 0; i < last; ++i)
    rounds = i;
  out[x] = rounds + (uint)(a[x] > 0);
}
