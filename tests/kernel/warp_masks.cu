// Masks of exchanges: one that names no lane is said.
__global__ void masks(int *v, unsigned some) {
  int x = v[threadIdx.x];
  x += __shfl_sync(0xffffffff, x, 0);
  x += __shfl_xor_sync(some, x, 1);
  // CL: x += clrt_shfl_int(x, 0, 32
  // DIAG: 2318
  x += __shfl_down_sync(0, x, 1);
  // DIAG: 2318
  x += __any_sync(0u & 7, x);
  // DIAG: 2318
  __syncwarp(0);
  __syncwarp();
  v[threadIdx.x] = x;
}
