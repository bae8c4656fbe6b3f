// Sums of products in functions and kernels that may be contracted, and that may not.
float joined(float x, __local float *tile) {
  tile[get_local_id(0)] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  return x * tile[7 - get_local_id(0)] + x;
}
#pragma OPENCL FP_CONTRACT OFF
float apart(float x, __local float *tile) {
  tile[get_local_id(0)] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  return x * tile[7 - get_local_id(0)] + x;
}
int in_the_middle(float x, __local float *tile) {
  tile[get_local_id(0)] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  return tile[7 - get_local_id(0)] > x;
}
// A kernel with no sum of its own does not tell
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void tells_nothing(__global float *out, __global const float *a, int n) {
  __local float tile[8];
  int x = get_global_id(0);
  float s = apart(a[x], tile);
  if (x < n)
    out[x] = s;
}
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void both_apart(__global float *out, __global const float *a, int n) {
  __local float tile[8];
  int x = get_global_id(0);
  float s = apart(a[x], tile);
  if (x < n)
    out[x] = s * s - a[x];
}
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void joined_in_apart(__global float *out, __global const float *a, int n) {
  __local float tile[8];
  int x = get_global_id(0);
  float s = joined(a[x], tile);
  if (x < n)
    out[x] = s * s - a[x];
}
#pragma OPENCL FP_CONTRACT ON
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void apart_in_joined(__global float *out, __global const float *a, int n) {
  __local float tile[8];
  int x = get_global_id(0);
  float s = apart(a[x], tile);
  if (x < n)
    out[x] = s * s - a[x];
}
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void both_joined(__global float *out, __global const float *a, int n) {
  __local float tile[8];
  int x = get_global_id(0);
  float s = joined(a[x], tile) + in_the_middle(a[x], tile);
  if (x < n)
    out[x] = s * s - a[x];
}
