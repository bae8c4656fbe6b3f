// What decides how often a barrier is met is read from memory that returned threads may not read.
// DIAG: 2059
__global__ void rounds(int *v, const int *count, int n) {
  __shared__ int tile[64];
  if (threadIdx.x >= n)
    return;
  int m = count[blockIdx.x];
  for (int r = 0; r < m; r++) {
    tile[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    v[threadIdx.x] = tile[(threadIdx.x + 1) % n];
    __syncthreads();
  }
}
