// Indexes are 32 bits wide in CUDA; the cast goes where only these count.

__device__ unsigned sum(uint3 of) { return of.x + of.y; }

__global__ void indexes(int *v, long long *w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; // CL: int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  w[i] = gridDim.y - threadIdx.z;                // CL: w[i] = (uint)get_num_groups(1) - (uint)get_local_id(2);
  v[i] = warpSize;                               // CL: v[i] = 32;
  v[1] = sum(threadIdx);                         // CL: (clrt_uint3){(uint)get_local_id(0), (uint)get_local_id(1), (uint)get_local_id(2)}
}
