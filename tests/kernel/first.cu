// The first things: ids, barriers, shared tiles, constants, device functions.
#define TILE 16
#define IDX(r, c, n) ((r) * (n) + (c))

__constant__ float factor;
__constant__ float taps[5];

__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; // global index
  if (i < n)
    c[i] = a[i] + b[i];
}
// CL: __kernel void add(__global const float *a, __global const float *b, __global float *c, int n) {
// CL: int i = get_group_id(0) * get_local_size(0) + get_local_id(0); // global index

__device__ float sum3(const float *p, int k) {
  return p[k - 1] + p[k] + p[k + 1];
}

__global__ void tiled(const float *__restrict__ in, float* out, int n) {
  __shared__ float tile[TILE][TILE + 1];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[IDX(y, x, n)] * factor;
  __syncthreads();
  out[IDX(y, x, n)] = sum3(tile[y], x) + sum3(in, threadIdx.x) + taps[2] / factor;
}
// CL: float sum3_l(__local const float *p, int k) {
// CL: float sum3_g(__global const float *p, int k) {
// CL: __kernel void tiled(__global const float *restrict in, __global float* out, int n, __constant float *factor, __constant float *taps) {
// CL: __local float tile[TILE][TILE + 1];
// CL: tile[y][x] = in[IDX(y, x, n)] * *factor;
// CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
// CL: sum3_g(in, (uint)get_local_id(0)) + taps[2] / (*factor);

// OpenCL C 1.2 has no variadic macros, and compilers made of an older Clang take none.
#define PLUS(a, ...) ((a) + sum3(__VA_ARGS__))
__global__ void plus(const float *in, float *out, int k) {
  out[k] = PLUS(in[k], in, k);
}
// CL: out[k] = ((in[k]) + sum3_g(in, k));
