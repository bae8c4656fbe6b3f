// Shared memory of which each thread, row or warp has its own part, by pointers, in helpers and as
// members: no barrier is lacking.

struct Pair {
  int a, b;
};
struct Queue {
  int held[64], count;
  __device__ void push(int v) { held[count++] = v; }
  __device__ int last() const { return held[count - 1]; }
};
// CL: void swap_two
__device__ void swap_two(int *v, int i, int j) {
  int x = v[i];
  v[i] = v[j];
  v[j] = x;
}
__device__ void sort_row(int *row, int n) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && row[j - 1] > row[j]; j--)
      swap_two(row, j - 1, j);
}
__global__ void own_rows(int *out) {
  __shared__ int s[32][33];
  __shared__ Queue queues[32];
  int t = threadIdx.x;
  int *row = s[t], *flat = &s[0][0] + t * 33;
  for (int k = 0; k < 32; k++)
    row[k] = out[k * 32 + t];
  sort_row(s[t], 32);
  row[t] = row[0];
  int sum = s[t][t] + s[t][5] + flat[7];
  queues[t].count = 0;
  queues[t].push(sum);
  queues[t].push(1);
  out[t] = queues[t].last();
}

// Parts after each other.
__global__ void carved(int *out, int n) {
  extern __shared__ int all[];
  int t = threadIdx.x, *a = all, *b = all + 16, *c = b + n;
  a[t] = b[t] = c[t] = out[t];
  __syncthreads();
  a[t] = 1;
  out[t] = b[t] + c[t];
}

// Members that the others do not read; a barrier in the helper; what one thread reads of its own.
__device__ void publish(Pair *s, int v) {
  s[threadIdx.x].a = v;
  __syncthreads();
}
__global__ void members(Pair *out) {
  __shared__ Pair s[32];
  int t = threadIdx.x;
  publish(s, out[t].a);
  s[t].b = 5;
  out[t].a = s[31 - t].a;
}

// A tree: who stores is not read.
__global__ void tree(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  for (int d = 32; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[t] += s[t + d];
  }
  __syncthreads();
  if (t % 2 == 0)
    s[t] = s[t + 1];
  out[t] = s[t];
}

// Ways that exclude each other, and ways out.
__device__ int one_of(int *s, int mode) {
  int t = threadIdx.x, other = 0;
  switch (mode) {
  case 0:
    return s[t + 1];
  case 1:
    s[t] = mode;
    break;
  case 2:
    s[t] += s[t] * 2;
    return 5;
  default:
    other = s[t + 1];
  }
  __syncthreads();
  return s[t + 1] + other;
}
__global__ void ways(int *out, int n) {
  __shared__ int s[65];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  while (n-- > 0) {
    if (n == 5) {
      out[t] = s[t + 1];
      return;
    }
    if (n == 7)
      break;
    if (n == 9) {
      s[t] = n;
      __syncthreads();
      continue;
    }
    s[t] = n;
    __syncthreads();
  }
  out[t] = one_of(s, n);
}
