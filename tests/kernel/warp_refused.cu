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

// In helpers: by a reference to the element, and by methods of an object that holds the array.
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
  __device__ int operator[](int i) const { return held[i]; }
};
// DIAG: 2032
__global__ void rings(int *out) {
  __shared__ Ring r;
  r.set(threadIdx.x, out[threadIdx.x]);
  out[threadIdx.x] = r[31 - threadIdx.x];
}
