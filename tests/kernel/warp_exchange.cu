// Lockstep code without barriers: in the kernel, and in a helper function.

// CL: void warp_reduce(__local volatile int *s, int t, bool in_warp) {
__device__ void warp_reduce(volatile int *s, int t) {
  s[t] += s[t + 32];
  // CL: int value = 0; if (in_warp) value = s[t] + (s[t + 32]); barrier(
  // CL: if (in_warp) s[t] = value; barrier(
  s[t] += s[t + 16];
}

__global__ void in_function(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32)
    warp_reduce(s, t);               // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); warp_reduce(s, t, t < 32);
  if (t == 0)
    out[blockIdx.x] = s[0];
}

__global__ void in_kernel(const int *in, int *out) {
  extern __shared__ volatile int v[];
  int t = threadIdx.x;
  v[t] = in[t];
  __syncthreads();
  if (t < 32) {                      // CL: bool in_warp = t < 32; barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    v[t] += v[t + 32];               // CL: if (in_warp) value = v[t] + (v[t + 32]); barrier(
    v[t] += v[t + 16];
  }
  if (t == 0)
    out[blockIdx.x] = v[0];
}

// One warp by its name, and steps that only some instances have.
template <int N> __device__ void steps(volatile float *v, const float *in, float *out) {
  int t = threadIdx.x;
  v[t] = in[t];
  __syncthreads();
  if (t < warpSize) {                // CL: bool in_warp = t < 32;
    if (N >= 64) v[t] += v[t + 32];  // CL: if (in_warp) value = v[t] + (v[t + 32]); barrier(
    if (N >= 32) v[t] += v[t + 16];
  }
  if (t == 0)
    out[blockIdx.x] = v[0];
}

__global__ void by_name(const float *in, float *out) {
  extern __shared__ float w[];
  steps<64>(w, in, out);
}

// Each thread keeps to a column of its own: nothing is exchanged.
__global__ void own_columns(float *v) {
  __shared__ float upper[8][16], lower[8][16], left[16][8];
  int i, j, col;
  col = threadIdx.x % 16;
  for (i = 0; i < 8; i++)
    lower[i][col] = upper[i][col] = v[i * 16 + col];
  __syncthreads();
  if (threadIdx.x < 16) {            // CL: if (get_local_id(0) < 16) {
    col = threadIdx.x;
    for (i = 1; i < 8; i++)
      for (j = 0; j < i; j++)
        upper[i][col] -= lower[i][j] * upper[j][col]; // CL: upper[i][col] -= lower[i][j] * upper[j][col];
  } else {
    col = threadIdx.x - 16;
    for (i = 0; i < 8; i++)
      for (j = 0; j < i; j++)
        left[col][i] -= left[col][j] * lower[j][i];
  }
  __syncthreads();
  v[threadIdx.x] = upper[7][threadIdx.x % 16] + left[threadIdx.x % 16][7];
}

// Names of the user's own; what the other threads must not evaluate.
__global__ void initialisers(const int *tab, int *count, int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x, value = t, in_warp = 7;
  s[t] = 1;
  __syncthreads();
  if (t < 32) {                      // CL: bool in_warp_ = t < 32;
    int k = atomicAdd(count, 1);     // CL: int k = in_warp_ ? atomic_add(count, 1) : 0;
    int v = tab[t];                  // CL: int v = in_warp_ ? tab[t] : 0;
    int u = t + 1;                   // CL: int u = t + 1;
    s[t] = value + s[t + 32];        // CL: int value_ = 0; if (in_warp_) value_ = value + s[t + 32]; barrier(
    s[t] += s[t + 16] + k + v + u + in_warp;
  }
  out[t] = s[0];
}

// A function with the condition inside, called by all threads.
__device__ void reduce(volatile int *s, int t) {
  if (t < 32) {                      // CL: bool in_warp = t < 32; barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    s[t] += s[t + 32];
    s[t] += s[t + 16];
  }
}
__global__ void calls(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  reduce(s, t);
  out[t] = s[0];
}

// Each thread reads what it stored, or what a barrier is before: nothing counts on lockstep.
__global__ void own_places(const int *in, int *out, int n) {
  extern __shared__ int mine[];
  __shared__ int pair[2][64], last;
  int t = threadIdx.x;
  for (int k = 0; k < 4; k++)
    mine[t + k * blockDim.x] = in[t + k * n];
  int sum = 0;
  for (int k = 3; k >= 0; k--)
    sum += mine[t + k * blockDim.x];
  for (int k = 0; k < 2; k++)
    pair[k][t] = sum + k;
  sum += pair[0][t] + pair[1][t];
  if (t == 0) {
    last = sum;
    out[n] = last + pair[0][0];
  }
  __syncthreads();
  for (int round = 0; round < 3; round++) {
    sum += pair[0][(t + 1) % 64] + last;
    __syncthreads();
    pair[0][t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}

// The rows above are done before (j < i < threadIdx.x).
__global__ void eliminate(float *m) {
  __shared__ float a[16][16];
  for (int i = 0; i < 16; i++)
    a[i][threadIdx.x] = m[i * 16 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 15; i++) {
    if (threadIdx.x > i) {
      for (int j = 0; j < i; j++)
        a[threadIdx.x][i] -= a[threadIdx.x][j] * a[j][i];
      a[threadIdx.x][i] /= a[i][i];
    }
    __syncthreads();
  }
  m[threadIdx.x] = a[threadIdx.x][0];
}

// Two values for each thread, one after the other.
__global__ void halves(float *out) {
  __shared__ float v[512];
  int t = threadIdx.x;
  v[t] = v[t + 256] = out[t];
  __syncthreads();
  for (int i = 128; i > 0; i >>= 1) {
    if (t < i) {
      v[t] += v[t + i];
      if (v[t + 256] < v[t + i + 256])
        v[t + 256] = v[t + i + 256];
    }
    __syncthreads();
  }
  if (t == 0)
    *out = v[0] / v[256];
}
