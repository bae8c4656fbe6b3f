// Reads of what other threads have written to global memory, where no barrier can stand.

// Some threads have returned.
// DIAG: 2034
__global__ void returned(int *p, int *out, int n) {
  int t = threadIdx.x;
  if (t >= n)
    return;
  p[t] = 1;
  if (t == 0)
    out[0] = p[1];
}

// In a branch that only some threads take.
// DIAG: 2034
__global__ void branch(int *p, int *out, int n) {
  int t = threadIdx.x;
  if (t < n) {
    p[t] = 1;
    if (t == 0)
      out[0] = p[1];
  }
}

// Both in one call.
// DIAG: 2034
__device__ void both(int *p, int *out) {
  p[threadIdx.x] = 1;
  if (threadIdx.x == 0)
    out[0] = p[1];
}
__global__ void calls_both(int *p, int *out) { both(p, out); }

// Of other blocks.
// DIAG: 2034
__global__ void of_blocks(int *p, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = 1;
  if (i == 0) {
    int sum = 0;
    for (int k = 0; k < n; k++)
      sum += p[k];
    out[0] = sum;
  }
}

// A barrier has made the return a predicate.
// DIAG: 2034
__global__ void predicated(int *p, int *out, int n) {
  int t = threadIdx.x;
  p[t] = 1;
  if (t >= n) {
    if (t == 40)
      out[0] = p[41];
    return;
  }
  p[t] = 2;
  __syncthreads();
  out[t] = p[0];
}

// What a function is called says nothing.
__device__ int barrier_count(int x) { return x; }
// DIAG: 2034
__global__ void names_say_nothing(int *p, int *out, int n) {
  int t = threadIdx.x;
  if (t >= n)
    return;
  p[t] = t;
  int h = barrier_count(n);
  if (t == 0)
    out[0] = p[1] + h;
}
