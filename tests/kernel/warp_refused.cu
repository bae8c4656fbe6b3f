// Lockstep code that cannot be given barriers.

// Only some threads call it.
// DIAG: 2032
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
    passes_on(s, t);
  out[t] = s[0];
}

// Some threads have returned.
// DIAG: 2032
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

// The value stores, too.
// DIAG: 2032
__global__ void chains(float *out) {
  __shared__ volatile float s[64], r[64];
  int t = threadIdx.x;
  s[t] = r[t] = 1;
  __syncthreads();
  if (t < 32) {
    s[t] = r[t] = r[t + 32];
    s[t] += s[t + 16];
  }
  out[t] = s[0];
}

// The warp alone knows whether it goes on.
// DIAG: 2032
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
// DIAG: 2032
__global__ void leaves(float *out) {
  __shared__ volatile float s[64];
  int t = threadIdx.x;
  for (int i = 0; i < 64; i++) {
    if (i > t)
      break;
    if (t < 32) {
      s[t] += s[t + 32];
      s[t] += s[t + 16];
    }
  }
  out[t] = s[0];
}

// Blocks of one warp without any barrier: of a neighbour, of all, of the other end, of one thread.
// DIAG: 2032
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
// DIAG: 2032
__global__ void all(const int *in, int *out) {
  __shared__ int s[2][32];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  int sum = 0;
  for (int k = 0; k < 32; k++)
    sum += s[threadIdx.y][k];
  out[threadIdx.x] = sum;
}
// DIAG: 2032
__global__ void reversed(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[31 - t];
}
// DIAG: 2032
__global__ void first(int *out, int v) {
  __shared__ int head;
  if (threadIdx.x == 0)
    head = v;
  out[threadIdx.x] = head + threadIdx.x;
}
// DIAG: 2032
__global__ void lanes(const float *in, float *out) {
  __shared__ float s[8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[warp][lane] = in[threadIdx.x];
  out[threadIdx.x] = s[warp][(lane + 1) % 32];
}
// DIAG: 2032
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
// DIAG: 2032
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
// DIAG: 2032
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
// DIAG: 2032
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
// DIAG: 2032
__global__ void looked_at(int *out) {
  __shared__ int s[64];
  int u = threadIdx.x, x;
  s[u] = u;
  x = look(u);
  out[u] = s[u ^ 1] + x;
}
// DIAG: 2032
__global__ void looked_at_by_method(int *out) {
  __shared__ int s[64];
  int u = threadIdx.x, x;
  Looks l{2};
  s[u] = u;
  x = l.at(u);
  out[u] = s[u ^ 1] + x;
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
