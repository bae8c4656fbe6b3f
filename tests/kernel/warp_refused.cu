// Lockstep code that cannot be given barriers.

// The place of the store changes something.
// DIAG: 2032
__global__ void steps(float *out) {
  __shared__ volatile float s[64];
  int t = threadIdx.x, k = t;
  s[t] = 1;
  __syncthreads();
  if (t < 32) {
    s[k++] += s[t + 32];
    s[t] += s[t + 16];
  }
  out[t] = s[0];
}

// What was there before is kept by a variable.
// DIAG: 2032
__global__ void before(int *out) {
  __shared__ volatile int s[32];
  int t = threadIdx.x, old = 0;
  s[t] = t;
  if (out[t] > 3)
    old = s[t ^ 1]++;
  out[t] = old + s[t];
}

// Others decide where it is stored.
// DIAG: 2032
__global__ void places(int *out) {
  __shared__ volatile int s[32], to[32];
  int t = threadIdx.x;
  s[t] = t;
  to[t] = 0;
  to[t] = to[31 - t] + t;
  s[to[t]] += s[(t + 1) % 32];
  out[t] = s[t];
}

// The condition stores.
// DIAG: 2032
__global__ void asks(int *out) {
  __shared__ volatile int s[32];
  int t = threadIdx.x;
  s[t] = t;
  if ((s[t] = s[t ^ 1]) > 3)
    out[t] = s[t ^ 2];
}

// A pointer to it goes where it cannot be followed.
struct Keeps {
  volatile int *at;
};
// DIAG: 2032
__global__ void kept(int *out) {
  __shared__ volatile int s[32];
  int t = threadIdx.x;
  s[t] = t;
  Keeps k = {s};
  k.at[t] += s[t ^ 1];
  out[t] = s[t ^ 2];
}

// A goto leads past it.
// DIAG: 2032
__global__ void jumps(int *out) {
  __shared__ volatile int s[32];
  int t = threadIdx.x;
  s[t] = t;
again:
  s[t] += s[t ^ 1];
  if (s[t] < 9)
    goto again;
  out[t] = s[t];
}

// In helpers: by a pointer that is not volatile, one that stores and one that reads, by a reference
// to the element, by a method and by an object that holds the array.
// DIAG: 2032
__device__ void reduce_plain(int *s, int t) {
  s[t] += s[t + 16];
  s[t] += s[t + 8];
}
__global__ void calls_plain(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32)
    reduce_plain(s, t);
  out[t] = s[0];
}
__device__ void put(int *to, int v) { to[threadIdx.x] = v; }
// DIAG: 2032
__device__ int get(const int *from, int k) { return from[threadIdx.x ^ k]; }
__global__ void put_and_get(int *out) {
  extern __shared__ double raw[];
  int *s = (int *)raw;
  put(s, out[threadIdx.x]);
  out[threadIdx.x] = get(s, 3);
}
__device__ float4 &operator+=(float4 &a, const float4 &b) {
  a.x += b.x; // DIAG: 2032
  return a;
}
__global__ void vectors_by_reference(float4 *v) {
  __shared__ float4 s[4][40];
  int lane = threadIdx.x & 31;
  float4 *row = s[threadIdx.x >> 5];
  row[lane] = v[threadIdx.x];
  row[lane] += row[lane + 2];
  v[threadIdx.x] = row[lane];
}
struct Ring {
  int held[32];
  __device__ void set(int i, int v) { held[i] = v; }
  __device__ int operator[](int i) const { return held[i]; } // DIAG: 2032
};
__global__ void rings(int *out) {
  __shared__ Ring r;
  r.set(threadIdx.x, out[threadIdx.x]);
  out[threadIdx.x] = r[31 - threadIdx.x];
}

// Whole vectors and objects, and parts of them.
struct Pair {
  int a, b;
};
// DIAG: 2032
__global__ void whole_vectors(const float4 *in, float4 *out) {
  __shared__ float4 s[32];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[31 - threadIdx.x];
}
// DIAG: 2032
__global__ void whole_then_member(const Pair *in, int *out) {
  __shared__ Pair s[32];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[31 - threadIdx.x].b;
}
// DIAG: 2032
__global__ void member_then_whole(const Pair *in, Pair *out) {
  __shared__ Pair s[32];
  s[threadIdx.x].b = in[threadIdx.x].b;
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
// DIAG: 2032
__global__ void one_object(const Pair *in, int *out) {
  __shared__ Pair s;
  if (threadIdx.x == 0)
    s = in[0];
  out[threadIdx.x] = s.a + s.b;
}

// Each thread moves its neighbour's value while that thread may have moved its own already.
// DIAG: 2032
__global__ void moves_up(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  if (threadIdx.x > 0)
    s[threadIdx.x] = s[threadIdx.x - 1];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// A case that falls into the next, what stands behind a switch, a loop or a helper with ways out.
// DIAG: 2032
__global__ void falls_through(int *out, int mode) {
  __shared__ int s[65];
  int t = threadIdx.x;
  switch (mode) {
  case 0:
    s[t] = out[t];
  case 1:
    out[t] = s[t + 1];
  }
}
// DIAG: 2032
__global__ void behind_switch(int *out, int mode) {
  __shared__ int s[65];
  int t = threadIdx.x;
  switch (mode) {
  case 0:
    s[t] = out[t];
    break;
  case 1:
    __syncthreads();
  }
  out[t] = s[t + 1];
}
__device__ void stores_and_returns(int *s, int mode) {
  if (mode) {
    s[threadIdx.x] = mode;
    return;
  }
  __syncthreads();
}
// DIAG: 2032
__global__ void behind_return(int *out, int mode) {
  __shared__ int s[65];
  stores_and_returns(s, mode);
  out[threadIdx.x] = s[threadIdx.x + 1];
}
// DIAG: 2032
__global__ void next_round(int *out, int n) {
  __shared__ int s[65];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    out[t] += s[t + 1];
    __syncthreads();
    s[t] = i;
    if (i & 1)
      continue;
    __syncthreads();
  }
}
