// Stores in step, to which all threads walk.

// Only some threads call it.
__device__ void some(volatile float *s, int t) {
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
  }
}
__device__ void passes_on(volatile float *s, int t) { some(s, t); }
__global__ void calls_for_some(float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  if (t < n)
    passes_on(s, t); // CL: if (clrt_enter(active, warp)) passes_on(s, t, warp, active);
  out[t] = s[0];
}

// Some threads have returned.
__device__ void rest(volatile float *s, int t) {
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
  }
}
__global__ void calls_for_rest(float *out, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = 1;
  if (t >= n)
    return;
  rest(s, t);
  out[t] = s[t];
}

// The warp alone knows whether it goes on.
__device__ void counts(volatile int *s, int t, int k) {
  k--;
  s[t] += s[t + 16];
  if (k > 2)
    s[t] += s[t + 8];
}
__global__ void calls_counts(int *out, int k) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  if (t < 32)
    counts(s, t, k);
  out[t] = s[0];
}

// Threads leave the loop one by one.
__global__ void leaves(float *out) {
  __shared__ volatile float s[64];
  int t = threadIdx.x;
  for (int i = 0; i < 64; i++) {
    if (i > t) // CL: active = active && !(i > t);
      break;
    if (t < 32) {
      s[t] += s[t + 32];
      s[t] += s[t + 16];
    }
  }
  out[t] = s[0];
}

// Blocks of one warp without any barrier: of a neighbour, of all, of the other end, of one thread.
__global__ void neighbour(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  for (int d = 16; d > 0; d /= 2)
    if (t < d)
      s[t] += s[t + d];
  if (t == 0)
    *out = s[0];
}
__global__ void all(const int *in, int *out) {
  __shared__ int s[2][32];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  int sum = 0;
  for (int k = 0; k < 32; k++)
    sum += s[threadIdx.y][k];
  out[threadIdx.x] = sum;
}
__global__ void reversed(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[31 - t];
}
__global__ void first(int *out, int v) {
  __shared__ int head;
  if (threadIdx.x == 0)
    head = v;
  out[threadIdx.x] = head + threadIdx.x;
}
__global__ void lanes(const float *in, float *out) {
  __shared__ float s[8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[warp][lane] = in[threadIdx.x];
  out[threadIdx.x] = s[warp][(lane + 1) % 32];
}
__global__ void scan(const int *in, int *out) {
  extern __shared__ int buffer[];
  int t = threadIdx.x, i = t + blockDim.x;
  buffer[i] = in[t];
  for (int d = 1; d < 32; d <<= 1) {
    int before = buffer[i - d];
    buffer[i] += before;
  }
  out[t] = buffer[i];
}

// In a block that only some threads enter, which gets a predicate.
__global__ void in_block(float *v, int n) {
  __shared__ volatile float s[64];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    s[t] = v[i];
    __syncthreads();
    if (t < 32) {
      s[t] += s[t + 32];
      s[t] += s[t + 16];
    }
    if (t == 0)
      v[blockIdx.x] = s[0];
  }
}

// An index that changes between is another element, whatever the text says; in a loop there is no
// place for a barrier.
__global__ void moves_in_loop(int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x, u = t;
  s[t] = 0;
  __syncthreads();
  if (t < 32)
    for (int k = 0; k < 4; k++) {
      s[u] = out[t] + k;
      u = (u + 1) & 31;
      out[t] += s[u];
    }
}

// Through a reference, in a warp's helper.
__device__ void next(int &x) { x = (x + 1) & 31; }
__global__ void moved_by_call(int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x, u = t;
  if (t < 32) {
    s[u] = out[t];
    s[t + 32] = 5;
    next(u);
    if (t & 1)
      out[t] = s[u];
  }
}

// A function that only looks at the index by a const reference leaves it what it was.
__device__ int look(const int &x) { return 2 * x; }
struct Looks {
  int by;
  __device__ int at(const int &x) const { return by * x; }
};
__global__ void looked_at(int *out) {
  __shared__ int s[64];
  int u = threadIdx.x, x;
  s[u] = u;
  x = look(u);
  out[u] = s[u ^ 1] + x;
}
__global__ void looked_at_by_method(int *out) {
  __shared__ int s[64];
  int u = threadIdx.x, x;
  Looks l{2};
  s[u] = u;
  x = l.at(u);
  out[u] = s[u ^ 1] + x;
}

// The value stores, too.
__global__ void chains(float *out) {
  __shared__ volatile float s[64], r[64];
  int t = threadIdx.x;
  s[t] = r[t] = 1;
  __syncthreads();
  if (t < 32) {
    // CL: if (active) value = r[t + 32]; clrt_syncwarp(warp); if (active) r[t] = value; if (active) s[t] = value; clrt_syncwarp(warp);
    s[t] = r[t] = r[t + 32];
    s[t] += s[t + 16];
  }
  out[t] = s[0];
}
