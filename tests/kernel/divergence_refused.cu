// Barriers that only some threads reach.

// DIAG: 2030
__global__ void both(float *a, int n) {
  int i = threadIdx.x;
  i > 3 && (__syncthreads(), true);
  a[i] = i;
}

// DIAG: 2030
__global__ void either(float *a, int n) {
  int i = threadIdx.x;
  int c = a[i] > 0 || __syncthreads_or(i);
  a[i] = c;
}

// DIAG: 2030
__global__ void chosen(float *a, int n) {
  int i = threadIdx.x;
  i > 3 ? __syncthreads() : (void)0;
  a[i] = i;
}

// DIAG: 2030
__global__ void breaks(float *a, int n) {
  int i = threadIdx.x;
  switch (n) {
  case 0:
    if (i > 3)
      break;
    __syncthreads();
  }
  a[i] = i;
}

// DIAG: 2031
__global__ void jumps(float *a, int n) {
  __shared__ float s[64];
  int i = threadIdx.x, m = i + 1;
  if (m > n)
    goto out;
  s[i] = 1;
  __syncthreads();
  a[i] = s[0];
out:;
}

// A function of the user's that is called like a vote of the block: its condition differs.
__device__ int __syncthreads_mine(int x) { return x; }
__global__ void named_like_a_vote(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (__syncthreads_mine(t & 1)) {
    s[t] = a[t];
    if (s[0])
      return;
    __syncthreads();
    a[t] = s[t ^ 1];
  }
}
// CL: bool active2 = active && __syncthreads_mine(t & 1);

// What a function gives differs by what it is passed, directly or through another.
__device__ int passed_on(int x) { return x + 1; }
__device__ int through(int n) { return passed_on(threadIdx.x) + n; }
__device__ void written(int x, int &out) { out = x; }
__device__ int through_reference(int n) {
  int y;
  written(threadIdx.x, y);
  return y + n;
}
// DIAG: 2030
__global__ void by_result(float *out, int n) {
  switch (through(n)) {
  case 3:
    __syncthreads();
  }
  out[threadIdx.x] = n;
}

// DIAG: 2030
__global__ void by_reference_result(float *out, int n) {
  switch (through_reference(n)) {
  case 3:
    __syncthreads();
  }
  out[threadIdx.x] = n;
}
