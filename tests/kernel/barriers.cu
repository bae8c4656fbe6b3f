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

// A pragma stays in front of its loop.
__global__ void unrolled(int *v, int n) {
  __shared__ int s[64];
  if (threadIdx.x >= n)              // CL: bool active = !(
    return;
#pragma unroll                       // CL: #pragma unroll
  for (int i = 0; i < 4; i++)        // CL: for (int i = 0; active && i < 4; i++)
    s[threadIdx.x] = v[threadIdx.x + i];
  __syncthreads();
  v[threadIdx.x] = s[0];
}

// Other calls of a function do not make this one's result differ between threads.
__device__ int round_up(int n, int to) { return (n + to - 1) / to; }
__global__ void chunks(int *v, const int *n) {
  __shared__ int s[64];
  int blocks = round_up(*n, 64);
  if (blockIdx.x < blocks) {         // CL: < blocks) {
    s[threadIdx.x] = v[round_up(threadIdx.x, 4)];
    __syncthreads();                 // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    v[threadIdx.x] = s[0];
  }
}
