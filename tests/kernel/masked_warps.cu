// Exchanges to which not all threads of the block can be led: only the lanes that the mask names
// come, on devices whose lanes progress on their own.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

// What it calls is masked, too, and so is who else calls that.
__device__ int sum_of(int v, unsigned mask) {
  for (int step = 16; step > 0; step /= 2)
    v += __shfl_xor_sync(mask, v, step);
  return v;
}
// CL: #ifdef CLRT_MASKED_WARPS // masked_warps.cu:9
// CL: int sum_of(int v, unsigned mask) {
// CL: v += clrt_masked_shfl_xor_int(mask, v, step, 32);
// CL: #endif

__global__ void cases(int *v) {
  int x = v[threadIdx.x];
  switch (x & 3) {
  case 0:
    do {
      x += 1;
    case 1:
      x = sum_of(x, 0xffffffff);
    } while (x < 3);
    break;
  case 2:
    x = __match_all_sync(__activemask(), x, &x) + __reduce_max_sync(0xff, x);
    break;
  default:
    __syncwarp();
    x = __ballot_sync(0xf0, x == 3) + __shfl_down_sync(__activemask(), 2.5f, 1, 16);
  }
  v[threadIdx.x] = x;
}
// CL: #ifdef CLRT_MASKED_WARPS // masked_warps.cu:26
// CL: __kernel void cases(__global int *v) {
// CL: int x = v[get_local_id(0)];
// CL: x = sum_of(x, 0xffffffff);
// CL: clrt_masked_match_all_int_p(clrt_active_lanes(), x, &x)
// CL: clrt_masked_reduce_max_int(0xff, x)
// CL: clrt_masked_syncwarp(4294967295u);
// CL: clrt_masked_ballot(0xf0, x == 3)
// CL: clrt_masked_shfl_down_float(clrt_active_lanes(), 2.5f, 1, 16)
// CL: #endif

// Numbers of 16 bits, too.
__global__ void halves(__half *v, __nv_bfloat162 *w) {
  __half x = v[threadIdx.x];
  __nv_bfloat162 y = w[threadIdx.x];
again:
  x = __hadd(x, __shfl_down_sync(0xffff, x, 4, 16));
  y += __shfl_xor_sync(__activemask(), y, 1);
  if (__hlt(x, __half(9.f)))
    goto again;
  v[threadIdx.x] = x;
  w[threadIdx.x] = y;
}
// CL: #ifdef CLRT_MASKED_WARPS
// CL: __kernel void halves(
// CL: clrt_half_add(x, clrt_masked_shfl_down_half(0xffff, x, 4, 16))
// CL: clrt_masked_shfl_xor_bfloat162(clrt_active_lanes(), y, 1, 32)
// CL: #endif

// A jump past an exchange.
__global__ void jumps(int *v) {
  int x = v[threadIdx.x];
  if (x > 0)
    goto end;
  x = __shfl_down_sync(__activemask(), x, 1);
  v[threadIdx.x] = x;
end:
  v[threadIdx.x] += 1;
}
// CL: #ifdef CLRT_MASKED_WARPS
// CL: __kernel void jumps(
// CL: clrt_masked_shfl_down_int(clrt_active_lanes(), x, 1, 32)
// CL: #endif

__global__ void beside(int *v) { v[threadIdx.x] = sum_of(v[threadIdx.x], ~0u); }
// CL: #ifdef CLRT_MASKED_WARPS
// CL: __kernel void beside(__global int *v) {
// CL: #endif

// Who has nothing to do with it runs everywhere.
__global__ void alone(int *v) { v[threadIdx.x] = __shfl_sync(~0u, v[threadIdx.x], 0); }
// CL: __kernel void alone(
// CL: clrt_shfl_int(

// Lockstep needs barriers on other devices.
// DIAG: 2032
// DIAG: 2304
__global__ void steps(int *v) {
  __shared__ volatile int s[32];
  s[threadIdx.x] = v[threadIdx.x];
  v[threadIdx.x] = s[threadIdx.x ^ 1];
again:
  s[threadIdx.x] += s[threadIdx.x ^ 1];
  if (__any_sync(~0u, s[threadIdx.x] < 100))
    goto again;
  v[threadIdx.x] = s[threadIdx.x];
}
