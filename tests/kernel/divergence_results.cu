// What a function gives or writes is the same for all threads, though each passes another value.

__device__ int best(float d, int p) {
  __shared__ float distances[64];
  __shared__ int places[64];
  distances[threadIdx.x] = d;
  places[threadIdx.x] = p;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int j = 1; j < 64; j++)
      if (distances[j] < d) {
        d = distances[j];
        places[0] = places[j];
      }
  __syncthreads();
  return places[0];
}

// The count comes from the results of a function that gets what differs.
__device__ int grow(int n, int *mask) {
  int count = 1;
  bool more = true;
  while (count < n && more) { // CL: while (count < n && more) {
    int m = best(threadIdx.x + n, threadIdx.x);
    if (m >= 0)
      count++;
    else
      more = false;
    __syncthreads();
  }
  return count;
}

__global__ void seeds(int *mask, const int *degrees, int n) {
  int most = -1;
  for (int i = blockIdx.x; i < n; i += 7) {
    if (degrees[i] <= most) // CL: if (degrees[i] <= most)
      continue;             // CL: continue;
    int count = grow(n, mask); // CL: int count = grow(n
    if (count > most)
      most = count;
  }
  mask[blockIdx.x] = most;
}

// The same of what a reference and an object get.
__device__ void best_of(float d, int &out) { out = best(d, 3); }
__device__ int twice(int n) {
  int a;
  best_of(threadIdx.x, a);
  return a * 2;
}
struct Round {
  int count;
  __device__ void next(float d) { count += best(d, 1); }
};
__global__ void outputs(int *out, int n) {
  if (twice(n) > 3) // CL: if (twice(n
    __syncthreads();
  Round r = {n};
  r.next(threadIdx.x);
  if (r.count > 5) // CL: if (r.count > 5)
    __syncthreads();
  out[threadIdx.x] = r.count;
}
