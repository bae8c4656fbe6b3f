// Barriers behind a return that only some threads take: all must reach them in OpenCL.

__global__ void sum_blocks(const int *in, int *out, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int t = threadIdx.x;
  if (i >= n)                        // CL: bool active = !(i >= n);
    return;
  int live = min((int)blockDim.x, n - (int)(blockIdx.x * blockDim.x)); // CL: int live = min((int)get_local_size(0), n -
  tile[t] = in[i];                   // CL: if (active) tile[t] = in[i];
  __syncthreads();                   // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (int step = 1; step < live; step *= 2) {
    int other = t + step < live ? tile[t + step] : 0; // CL: int other = active ? t + step < live ? tile[t + step] : 0 : 0;
    __syncthreads();                 // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (t % (2 * step) == 0)         // CL: if (active) if (t % (2 * step) == 0)
      tile[t] += other;
    __syncthreads();
  }                                  // CL: } if (!active) return;
  if (t == 0)                        // CL: if (t == 0)
    out[blockIdx.x] = tile[0];
}

// The counter of the first loop is not what the second makes of it.
__global__ void counter(int *v, int n) {
  __shared__ int s[64];
  int i, t = threadIdx.x;
  s[t] = v[t];
  for (i = 2; i <= n; i = 2 * i) {
    if (t % i == 0)
      s[t] += s[t + i / 2];
    __syncthreads();                 // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
  if (t == 0)
    for (i = n; i < 64; i++)
      s[0] += v[i];
  v[t] = s[t];
}
