// What each code refuses: "refused CODE: SCHEDULE" stands ahead of the kernel (refusals.py).

// refused BARRIER_DIVERGENT: merge x 2
// refused BARRIER_DIVERGENT: merge x 4 lanes
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void barrier_in_branch(__global int *out) {
  __local int tile[8];
  int l = get_local_id(0);
  tile[l] = l;
  if (l < 4)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l];
}

// refused BARRIER_DIVERGENT: merge x 2
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void barrier_in_loop(__global int *out) {
  for (int r = get_local_id(0); r < 8; r++)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}

// refused BARRIER_IN_MERGE: merge x 2 loop
// refused GROUP_NOT_DIVIDED: merge x 3
// says their group, which has 8 along x, and 3 does not divide that
// refused GROUP_FIXED: group 4 4 1
// refused GROUP_FIXED: merge x 2; group 16 1 1 launched
// says requires groups of another size
// refused TAIL_UNFIT: merge x 2 apart group; tail shift
// says whole groups are merged
// refused TAIL_UNFIT: merge x 2 apart group; tail lanes
// refused NESTED_LOOP_AXIS: merge x 2; merge x 2 apart group
// says and work-items within them, too
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void reverse(__global int *out, __global const int *a) {
  __local int tile[8];
  int l = get_local_id(0);
  tile[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[7 - l];
}

// refused GROUP_NOT_DIVIDED: merge x 2
// refused GROUP_FIXED: group 8 1 1
__kernel void unknown_group(__global int *out, __global const int *a) {
  __local int last;
  if (get_local_id(0) == 0)
    last = a[get_group_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = last;
}

// refused GROUP_FIXED: group 8 1 1
__kernel void only_local_pointer(__global int *out, __local int *tile) {
  out[get_global_id(0)] = tile[0];
}

// refused LOCAL_MEM_LIMIT: merge x 2 apart group
// says the launch gives 'tile' and 'other' sizes of local memory, and a contract knows of one
// at other
__kernel void sized_by_launch(__global int *out, __local int *tile, __local int *other) {
  tile[get_local_id(0)] = other[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[get_local_id(0) ^ 1];
}

// refused LOCAL_MEM_LIMIT: merge x 4 apart group
__kernel void large_tile(__global int *out) {
  __local int tile[6000];
  tile[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[get_local_id(0) ^ 1];
}

// refused TAIL_READS_WRITTEN: merge x 2 apart group; tail clamp
// refused TAIL_READS_WRITTEN: merge x 2 apart group
__kernel void group_reads_written(__global int *out) {
  __local int tile[64];
  int i = get_global_id(0);
  tile[get_local_id(0)] = out[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[get_local_id(0) ^ 1];
}

// refused TAIL_EFFECT: merge x 2 apart group
__kernel void group_counts(__global int *out, __global int *out_count) {
  __local int tile[64];
  int i = get_global_id(0), old = atomic_inc(out_count);
  tile[get_local_id(0)] = old;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[get_local_id(0) ^ 1];
}

// refused TAIL_UNFIT: merge x 2 apart group; tail clamp; group 8 1 1
// refused TAIL_UNFIT: merge x 2; tail clamp
// refused TAIL_UNFIT: merge x 4 lanes memory wide; tail shift
// says memory wide takes no tail shift
// refused LOCAL_SIZE_UNKNOWN: merge x 2 apart group; tail shift
// refused NESTED_LOOP_AXIS: merge x 2 apart group; merge x 2 loop; group 8 1 1
// refused NESTED_LOOP_AXIS: merge x 2 loop; merge x 2
// refused NOTHING_TO_MERGE: merge y 2
// says no id along y
// refused NOTHING_TO_PROMOTE: promote
// says the kernel has no loop
// refused NOTHING_TO_UNSWITCH: unswitch
// refused NOTHING_TO_UNROLL: unroll 4
// refused NOTHING_TO_UNROLL: unroll full
// refused NOTHING_TO_CARRY: merge x 2; carry
// refused NOTHING_TO_CARRY: merge x 2 loop; carry
// refused NOTHING_TO_CARRY: carry
__kernel void copy(__global float *out, __global const float *a, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = a[x];
}

// refused SOURCE_WRITTEN: merge x 4 loop; carry
__kernel void carries_written(__global float *out, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x + 2] = out[x] + out[x + 1];
}

// refused SOURCE_WRITTEN: merge x 4 loop; carry
__kernel void carries_beside_atomics(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x < n)
    atomic_add(&out[0], a[x] + a[x + 1]);
}

// refused UNSTRUCTURED_RETURN: stage 4; group 8 1 1
// at return;
// says from a loop
__kernel void late_return(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0), s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  for (int i = 0; i < 4; i++)
    if (s > i + x)
      return;
  out[x] = s;
}

// refused UNSTRUCTURED_RETURN: stage 4; group 8 1 1
// at return; // out of both loops
// says from a loop
__kernel void return_among_rounds(__global int *out, __global const int *a, int n, int k) {
  int x = get_global_id(0), s = 0;
  for (int p = 0; p < n; p++) {
    s += a[p] & 15;
    for (int j = 0; j < k; j++)
      if (s % 7 == (x + j) % 5)
        return; // out of both loops
  }
  out[x] = s;
}

// refused UNSTRUCTURED_RETURN: stage 4; group 8 1 1
// at return; // from inside
// says there is more to do
__kernel void inner_return(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0), s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  if (s > 3) {
    if (s > x)
      return; // from inside
    out[x] = 3;
  }
  out[x + 1] = s;
}

// refused ID_BUILTIN_UNSUPPORTED: merge x 2
// refused ID_BUILTIN_UNSUPPORTED: group 8 1 1
int own_id(int d) { return get_global_id(d); }
__kernel void id_in_call(__global int *out, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = own_id(0);
}

// refused ID_BUILTIN_UNSUPPORTED: merge x 2
// says what get_num_groups gives
// at get_num_groups
__kernel void groups_in_value(__global int *out, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = get_num_groups(0);
}

// refused GUARD_SHAPE: merge x 2; tail shift
// says the bound '(int)(n * 2.0f)' of the id x
// refused GUARD_SHAPE: merge x 2; tail divides
__kernel void bound_in_double(__global int *out, float n) {
  int x = get_global_id(0);
  if (x < (int)(n * 2.0f))
    out[x] = 1;
}

// refused TAIL_READS_WRITTEN: merge x 2; tail shift
// says read 'out[x]', which the kernel may have written
// at out[x]
__kernel void reads_written(__global int *out, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int v = out[x];
  out[x] = v + 1;
}

// refused TAIL_EFFECT: merge x 2; tail shift
__kernel void takes_number(__global int *out, __global int *out_count, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int number = atomic_inc(out_count);
  out[x] = number;
}

// refused SAME_PLACE_STORED: merge x 2
__kernel void one_place(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < n)
    out[y] = a[x];
}

// refused PRIVATE_ARRAY: merge x 16 lanes
// says the private array 't' has other values in each lane, and takes 32768 bytes then
// refused PRIVATE_ARRAY: merge x 2; merge x 16 lanes
__kernel void own_array(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int t[512];
  for (int i = 0; i < 512; i++)
    t[i] = a[x + i];
  out[x] = t[x & 511];
}

// refused ADDRESS_TAKEN: merge x 4 lanes
// says the address of 'v'
// at int v
__kernel void address(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int v = a[x];
  int *p = &v;
  *p += 1;
  out[x] = v;
}

typedef struct {
  int first, second;
} pair;

// refused VECTOR_VALUE: merge x 4 lanes
// says 'p' differs between lanes, and there are no vectors of 'pair'
// at p =
__kernel void pairs(__global int *out, __global const pair *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  pair p = a[x];
  out[x] = p.first - p.second;
}

// refused NOT_IN_TREE: merge x 2
// says here is a switch
// at switch
// refused NOT_IN_TREE: group 8 1 1
// refused NOT_IN_TREE: unroll 2
__kernel void switches(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  for (int i = 0; i < n; i++)
    switch (a[i]) {
    case 1:
      out[x] = 2;
    default:
      out[x] += 3;
    }
}

// refused NOT_IN_TREE: merge x 2
// says #define lines
__kernel void defines(__global int *out, int n) {
  int x = get_global_id(0);
#ifdef __ENDIAN_LITTLE__
#define STEP 2
  if (x < n)
    out[x] = STEP;
#endif
}

// refused NOT_IN_TREE: merge x 2
// says #ifdef lines within an expression
__kernel void depends_inside(__global int *out, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = 1
#ifdef __ENDIAN_LITTLE__
             + 2
#endif
        ;
}

// refused LOOP_NOT_CANONICAL: unroll 4
// says not of the form for (int i = first;
// refused LOOP_NOT_CANONICAL: unroll full
__kernel void halves(__global int *out, int n) {
  int s = 0;
  for (int i = n; i > 0; i /= 2)
    s += i;
  out[get_global_id(0)] = s;
}

// refused LOOP_NOT_CANONICAL: unroll 2
__kernel void asks_for_the_counter(__global int *out, int n) {
  int i, s = 0;
  for (i = 0; i < n; i++)
    s += i;
  out[get_global_id(0)] = s * i;
}

// refused LOOP_NOT_CANONICAL: unroll 2
__kernel void names_the_counter_elsewhere(__global int *out, int n) {
  int i, s = 0;
  for (i = 0; i < n; i++)
    s += i;
  switch (s & 1) {
  case 0:
    s += i;
  case 1:
    s++;
  }
  out[get_global_id(0)] = s;
}

// refused LOOP_NOT_CANONICAL: unroll 2
__kernel void leaves_early(__global int *out, __global const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] == 3)
      break;
    s += i;
  }
  out[get_global_id(0)] = s;
}

// refused BARRIER_IN_LOOP: unroll 2
// says the loop has a barrier
// at for
__kernel void barrier_in_rounds(__global int *out, __global const int *a, int n) {
  __local int tile[64];
  int s = 0;
  for (int i = 0; i < n; i++) {
    tile[get_local_id(0)] = a[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    s += tile[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = s;
}

// refused SUM_OF_CONSTANTS: unroll full
// refused SUM_OF_CONSTANTS: unroll 2
__kernel void weights(__global float *out, __global const float *a) {
  float s = a[get_global_id(0)];
  for (int i = 0; i < 5; i++)
    s += i * 0.1f;
  out[get_global_id(0)] = s;
}

// refused TRIP_COUNT_UNKNOWN: unroll full
__kernel void counts_to_n(__global int *out, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s = s * 3 + i;
  out[get_global_id(0)] = s;
}

// refused TRIP_COUNT_UNKNOWN: unroll full
// says this loop has 65 rounds
__kernel void many_rounds(__global int *out) {
  int s = 0;
  for (int i = 0; i < 65; i++)
    s = s * 3 + i;
  out[get_global_id(0)] = s;
}

// refused NOTHING_TO_STAGE: stage 4; group 8 1 1
// says 'a[i + p * n]' differs between all work-items of a group of this size
// at a[i
// refused LOCAL_SIZE_UNKNOWN: stage 4
__kernel void own_rows(__global float *out, __global const float *a, int n) {
  int i = get_global_id(0);
  float s = 0.0f;
  for (int p = 0; p < 8; p++)
    s += a[i + p * n];
  out[i] = s;
}

// refused NOTHING_TO_STAGE: stage 4
// says the kernel has barriers already
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void has_tile(__global int *out, __global const int *a) {
  __local int tile[8];
  tile[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int s = 0;
  for (int p = 0; p < 8; p++)
    s += a[p] * tile[p];
  out[get_global_id(0)] = s;
}

// refused STAGE_DIVERGENT: stage 4; group 8 1 1
// says the condition 'i % 3 == 1'
// at i % 3
__kernel void some_items(__global int *out, __global const int *a, int n) {
  int i = get_global_id(0), s = 0;
  if (i >= n || i % 3 == 1)
    return;
  for (int p = 0; p < 8; p++)
    s += a[p];
  out[i] = s;
}

// refused LOOP_NOT_CANONICAL: stage 4; group 8 1 1
// says the bound of this loop is not made of arguments only
// at for
__kernel void own_rounds(__global int *out, __global const int *a, int n) {
  int i = get_global_id(0), s = 0;
  if (i >= n)
    return;
  for (int p = 0; p < i; p++)
    s += a[p];
  out[i] = s;
}

// refused SOURCE_WRITTEN: stage 4; group 8 1 1
__kernel void writes_source(__global int *out, int n) {
  int i = get_global_id(0), s = 0;
  if (i >= n)
    return;
  for (int p = 0; p < 8; p++)
    s += out[p + n];
  out[i] = s;
}

// refused LOCAL_MEM_LIMIT: stage 128; group 2 128 1
// says bytes of local memory, more than 64 KiB
__kernel void large_rows(__global double *out, __global const double *a, int n, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  double s = 0.0;
  for (int p = 0; p < k; p++)
    s += a[p + y] * a[p * 2];
  out[y * n + x] = s;
}

// refused ID_BUILTIN_UNSUPPORTED: stage 4; group 8 1 1
__kernel void number_of_group(__global int *out, __global const int *a, int n) {
  int i = get_global_id(0), s = get_group_id(0);
  if (i >= n)
    return;
  for (int p = 0; p < 8; p++)
    s += a[p];
  out[i] = s;
}

// Calls of functions that ask for ids or wait stay calls where they cannot be written out, and steps refuse them.
int bump(int *counter) {
  *counter += 1 + get_local_id(0) * 0;
  return *counter;
}

// refused ID_BUILTIN_UNSUPPORTED: merge x 2
// says bump asks for ids
// at bump(&counter)
__kernel void changed_behind(__global int *out) {
  int counter = 3;
  out[get_global_id(0)] = counter + bump(&counter);
}

// refused ID_BUILTIN_UNSUPPORTED: merge x 2
// says bump asks for ids
// at bump(&counter) <
__kernel void in_loop_head(__global int *out) {
  int counter = 3, s = 0;
  while (bump(&counter) < 9)
    s += counter;
  out[get_global_id(0)] = s;
}

// refused ID_BUILTIN_UNSUPPORTED: merge x 2
// says bump asks for ids
// at bump(&counter) >
__kernel void behind_and(__global int *out, __global const int *a) {
  int counter = 3, x = get_global_id(0);
  if (a[x] > 2 && bump(&counter) > 4)
    counter++;
  out[x] = counter;
}

// Functions of OpenCL C that compute what depends on the work-item, or on its neighbours
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
// refused ID_BUILTIN_UNSUPPORTED: merge x 2
// says get_sub_group_local_id asks for ids
__kernel void item_of_subgroup(__global uint *out) {
  out[get_global_id(0)] = get_sub_group_local_id();
}
// refused ID_BUILTIN_UNSUPPORTED: merge x 2
// says sub_group_reduce_add asks for ids
__kernel void sum_of_subgroup(__global int *out, __global const int *a) {
  int x = get_global_id(0);
  out[x] = sub_group_reduce_add(a[x]);
}

// Sums of products that may be contracted where they are, and not where they would be written
#pragma OPENCL FP_CONTRACT OFF
float apart(float x) {
  barrier(CLK_LOCAL_MEM_FENCE);
  return x * x + 1.0f;
}
#pragma OPENCL FP_CONTRACT ON
// refused ID_BUILTIN_UNSUPPORTED: merge x 2
// says apart asks for ids
// at apart(a[x])
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void contracts(__global float *out, __global const float *a) {
  int x = get_global_id(0);
  float s = apart(a[x]);
  out[x] = s * s + a[x];
}

// refused SPIN_WAIT: merge x 2
// at while
// refused SPIN_WAIT: merge x 4 loop
// refused SPIN_WAIT: group 8 1 1
__kernel void waits_for_flag(__global int *out, __global volatile int *out_flag, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  if (x > 0)
    while (out_flag[x - 1] == 0)
      ;
  out[x] = x;
  out_flag[x] = 1;
}

// refused SPIN_WAIT: merge x 2
// at for
__kernel void waits_in_the_middle(__global int *out, __global volatile int *out_flag) {
  int x = get_global_id(0);
  for (int sum = 0;;) {
    int seen = out_flag[x ^ 1];
    sum += 2 * seen;
    if (sum > 6)
      break;
  }
  out[x] = x;
}

int has_come(__global volatile int *flag) { return *flag != 0; }
void wait_for(__global volatile int *flag) {
  bool done = false;
  while (!done)
    if (has_come(flag))
      done = true;
}

// refused SPIN_WAIT: merge x 2
__kernel void waits_in_a_function(__global int *out, __global volatile int *out_flag) {
  int x = get_global_id(0);
  wait_for(&out_flag[x ^ 1]);
  out[x] = x;
}

// refused SPIN_WAIT: merge x 2
// at do
__kernel void waits_beside_fences(__global int *out, __global int *out_flag) {
  int x = get_global_id(0);
  do {
    mem_fence(CLK_GLOBAL_MEM_FENCE);
  } while (!out_flag[x ^ 1]);
  out[x] = x;
}

// refused SPIN_WAIT: merge x 2
__kernel void waits_by_atomics(__global int *out, __global volatile int *out_turn) {
  int x = get_global_id(0);
  while (atomic_or(&out_turn[x >> 1], 0) != (x & 1))
    ;
  out[x] = x;
  atomic_inc(&out_turn[x >> 1]);
}

// refused SPIN_WAIT: merge x 2
__kernel void takes_a_lock_again(__global int *out, __global volatile int *out_lock) {
  int x = get_global_id(0), free;
  do
    free = 0;
  while (atomic_cmpxchg(out_lock, free, 1) != free);
  out[x] += x;
  atomic_xchg(out_lock, 0);
}

// refused SPIN_WAIT: merge x 2
__kernel void takes_a_lock(__global int *out, __global volatile int *out_lock) {
  int x = get_global_id(0), free = 0;
  while (atomic_cmpxchg(out_lock, free, 1) != free)
    ;
  out[x] += x;
  atomic_xchg(out_lock, 0);
}

#if __OPENCL_C_VERSION__ >= 200
__global int shared_by_all = 3;
int read_shared() { return shared_by_all; }
void change_shared() { shared_by_all++; }

// refused NOT_IN_TREE: merge x 2
// with --cl-std=CL2.0
// says a variable that all work-items share
// at shared_by_all
__kernel void reads_shared(__global int *out) {
  out[get_global_id(0)] = shared_by_all;
}

// refused NOT_IN_TREE: merge x 2
// with --cl-std=CL2.0
// says a variable that all work-items share
__kernel void writes_shared(__global int *out) {
  shared_by_all = 2;
  out[get_global_id(0)] = 1;
}

// refused NOT_IN_TREE: merge x 2
// with --cl-std=CL2.0
// says a static variable
__kernel void keeps_static(__global int *out) {
  static __global int calls = 4;
  calls += 1;
  out[get_global_id(0)] = 1;
}

// refused TAIL_READS_WRITTEN: merge x 2; tail shift
// with --cl-std=CL2.0
// says read memory in read_shared
__kernel void reads_in_function(__global int *out, int n) {
  int x = get_global_id(0);
  if (x < n)
    out[x] = read_shared();
}

// refused TAIL_READS_WRITTEN: merge x 2; tail shift
// with --cl-std=CL2.0
// says a[x]
__kernel void writes_in_function(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  int v = a[x];
  change_shared();
  out[x] = v;
}

// A temporary of a function that reads such a variable is made where it is, and not ahead of the statement.
typedef struct {
  int first;
} boxed;
boxed boxed_shared() {
  boxed self;
  self.first = shared_by_all;
  return self;
}
int unboxed(boxed *b) { return b->first + (int)get_local_id(0) * 0; }

// refused NOT_IN_TREE: merge x 2
// with --cl-std=CL2.0
// says a compound literal
__kernel void boxes_shared(__global int *out, __global const int *a) {
  int x = get_global_id(0);
  out[x] = a[x] + unboxed((__private boxed[1]){boxed_shared()});
}

// refused ID_BUILTIN_UNSUPPORTED: merge x 2
// with --cl-std=CL2.0
// says get_global_linear_id asks for ids
__kernel void linear_id(__global int *out) {
  out[get_global_id(0)] = get_global_linear_id();
}

// refused ID_BUILTIN_UNSUPPORTED: merge x 2
// with --cl-std=CL2.0
// says work_group_reduce_add asks for ids
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void sum_of_group(__global int *out, __global const int *a) {
  int x = get_global_id(0);
  out[x] = work_group_reduce_add(a[x]);
}
#endif

// refused ID_BUILTIN_UNSUPPORTED: merge x 2
// says async_work_group_copy
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void copied_by_group(__global int *out, __global const int *a) {
  __local int tile[8];
  event_t copied = async_work_group_copy(tile, a + get_group_id(0) * 8, 8, 0);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = tile[7 - get_local_id(0)];
}
