// Indexes are 32 bits wide in CUDA; the cast goes where only these count.

__device__ unsigned sum(uint3 of) { return of.x + of.y; }

__global__ void indexes(int *v, long long *w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; // CL: int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  w[i] = gridDim.y - threadIdx.z;                // CL: w[i] = (uint)get_num_groups(1) - (uint)get_local_id(2);
  v[i] = warpSize;                               // CL: v[i] = 32;
  v[1] = sum(threadIdx);                         // CL: (clrt_uint3){(uint)get_local_id(0), (uint)get_local_id(1), (uint)get_local_id(2)}
}

// Intel's CPU runtime vectorises 64-bit indices wrongly in helpers with a barrier in a loop.
__device__ float block_sum(float *s) {
  float own = s[threadIdx.x];                 // CL: float own = s[(uint)get_local_id(0)];
  for (int o = blockDim.x >> 1; o > 0; o >>= 1) {
    if (threadIdx.x < o)                      // CL: if (get_local_id(0) < o)
      *(s + threadIdx.x) += s[threadIdx.x + o]; // CL: *(s + (uint)get_local_id(0)) += s[(uint)get_local_id(0) + o];
    __syncthreads();
  }
  return s[0] + own;
}
__device__ float neighbour(float *s) {
  __syncthreads();
  return s[threadIdx.x];                      // CL: return s[get_local_id(0)];
}
__global__ void sums(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;                         // CL: s[get_local_id(0)] = 1;
  __syncthreads();
  out[threadIdx.x] = block_sum(s) + neighbour(s);
}
