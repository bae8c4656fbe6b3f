// One thread reads what others have written to global memory: it gets a barrier. Nothing else does.

// DIAG: 2035
__global__ void direct(int *p, int *out) {
  p[threadIdx.x] = 5;
  // CL: p[get_local_id(0)] = 5; barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); if (get_local_id(0) == 0) out[0] = p[1];
  if (threadIdx.x == 0)
    out[0] = p[1];
}

// In functions, one of whose loops makes steps of a block.
__device__ void fill(int *d, int n) {
  for (int i = threadIdx.x; i < n; i = i + blockDim.x)
    d[i] = i;
}
__device__ int first_of(const int *d) { return d[0] + d[1]; }
struct Reads {
  int sum;
  __device__ Reads(const int d[2]) : sum(first_of(d)) {}
};
// DIAG: 2035
__global__ void called(int *p, int *out, int n) {
  fill(p, n / 2);
  // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); if (get_local_id(0) == 0) { Reads
  if (threadIdx.x == 0) {
    Reads r(p + 2 * 4);
    out[0] = r.sum;
  }
}

// The function has the condition; the reader is another thread; a __device__ variable.
__device__ int table[64];
__device__ int last_reads(int n) {
  int sum = 0;
  if (threadIdx.x == 31)
    for (int k = 0; k < n; ++k)
      sum += table[k];
  return sum;
}
// DIAG: 2035
__global__ void in_function(int *out, int n) {
  table[threadIdx.x] = n;
  // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); out[get_local_id(0)] = last_reads(
  out[threadIdx.x] = last_reads(n);
}

// In a loop, where the others write again.
// DIAG: 2035
__global__ void again(int *p, int *out) {
  int t = threadIdx.x;
  for (int r = 0; r < 4; r++) {
    p[t] = r;
    // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); if (t == 0) out[r] = p[3]; barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
    if (t == 0)
      out[r] = p[3];
  }
}

// The others return; each block has a part of its own; members of structs.
struct Cell {
  float a, b;
};
// DIAG: 2035
__global__ void leaves(Cell *cells, float *out) {
  Cell *mine = cells + blockIdx.x * blockDim.x;
  mine[threadIdx.x].a = 1;
  // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); if (get_local_id(0) > 0) return;
  if (threadIdx.x > 0)
    return;
  float sum = 0;
  for (int k = 0; k < blockDim.x; k++)
    sum += cells[blockIdx.x * blockDim.x + k].a;
  out[blockIdx.x] = sum;
}

// The statement around, where all threads come.
// DIAG: 2035
__global__ void around(int *p, int *out, int n) {
  int t = threadIdx.x;
  p[t] = 1;
  // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); if (t < n) {
  if (t < n) {
    out[t] = 0;
    if (t == 0)
      out[0] = p[1];
  }
}

// A declaration.
// DIAG: 2035
__global__ void declared(int *p, int *out) {
  p[threadIdx.x] = 3;
  // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); int sum = get_local_id(0) == 0 ? p[5] : 0; out
  int sum = threadIdx.x == 0 ? p[5] : 0;
  out[threadIdx.x] = sum;
}

// The lane of a warp reads the next one's.
// DIAG: 2035
__global__ void of_lane(int *p, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  p[i] = i;
  // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); if (lane == 0)
  if (lane == 0)
    out[i] = p[i + 1];
}

// Not: its own element, under other names, too.
// CL: void own(
__global__ void own(int *p, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  p[i] = 3;
  p[2 * t + 7] = 4;
  if (t == 0) {
    out[0] = p[i] + p[blockIdx.x * blockDim.x] + p[7];
    for (int k = 0; k < 1; k++)
      out[1] = p[k + 7];
  }
  // CL-NOT: p[2 * t + 7] = 4; barrier
}

// Not: what one thread has written, or writes itself before it reads.
__global__ void alone(int *p, int *q, int *out) {
  if (threadIdx.x == 0)
    p[threadIdx.x] = 3;
  q[threadIdx.x] = 1;
  if (threadIdx.x == 0) {
    for (int k = 0; k < 32; k++)
      q[k] = k;
    out[0] = p[1] + q[5];
  }
}

// Not: another memory, another member, another part, other threads than those that write.
__global__ void elsewhere(const int *old, int *p, Cell *cells, int *out, int n) {
  int t = threadIdx.x;
  p[n + t] = 1;
  cells[t].a = 2;
  if (t < 4)
    out[t] = 3;
  if (t == 0) {
    int sum = p[1] + out[4] + (int)cells[1].b;
    for (int k = 0; k < n; k++)
      sum += old[k] + p[k];
    for (int k = 4; k < n; k++)
      sum += out[k];
    out[0] = sum;
  }
}

// Not: after a barrier, also in a function.
__device__ void meet() { __syncthreads(); }
__global__ void ordered(int *p, int *out) {
  p[threadIdx.x] = 5;
  meet();
  if (threadIdx.x == 0)
    out[0] = p[1];
}

// Not: the last block reads the results of all.
__device__ unsigned count;
__global__ void last_block(int *p, int *out) {
  __shared__ bool last;
  p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicInc(&count, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int k = 0; k < gridDim.x * blockDim.x; k++)
      sum += p[k];
    out[0] = sum;
  }
}
__global__ void last_thread(int *p, int *out) {
  p[threadIdx.x] = 1;
  __threadfence();
  atomicAdd(&count, 1u);
  if (threadIdx.x == 0 && count == blockDim.x)
    out[0] = p[1];
}

// Not: never both.
__global__ void steps(int *p, int *out, int step) {
  if (step == 0)
    p[threadIdx.x] = 1;
  if (step == 1 && threadIdx.x == 0)
    out[0] = p[1];
  switch (step) {
  case 2:
    p[threadIdx.x] = 2;
    break;
  case 3:
    if (threadIdx.x == 0)
      out[1] = p[2];
  }
}

// Not: of threads that the launch does not have, or of memory that the pointer named before.
__device__ int *current;
__global__ void outside(int *p, int *q, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    p[i] = i;
    q[i + 1] = i;
  }
  if (i == n - 1)
    out[0] = p[i + 1];
  if (i == 0)
    q[0] += 1;
  if (threadIdx.x == blockDim.x - 1)
    out[1] = p[i + 1];
}
__global__ void renamed(int *other, int *out) {
  current[threadIdx.x] = 1;
  current = other;
  if (threadIdx.x == 0)
    out[0] = current[1];
}

// What a function of the user's is called says nothing about what it does.
__device__ int subatomic(int x) { return x; }
struct Barrier {
  int n;
  __device__ int sync_free_half() const { return n / 2; }
};
template <class T> __device__ T no_shfl(T x) { return x + 1; }
// DIAG: 2035
__global__ void names_say_nothing(int *p, int *out, int n) {
  Barrier barrier = {n};
  p[threadIdx.x] = 5;
  int h = subatomic(3) + barrier.sync_free_half() + no_shfl(n);
  // CL: no_shfl_int(n); barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); if (get_local_id(0) == 0) out[0] = p[1] + h;
  if (threadIdx.x == 0)
    out[0] = p[1] + h;
}

// A barrier in a function orders, whatever its name.
__device__ void wait_for_all() { __syncthreads(); }
__global__ void waited_for(int *p, int *out) {
  p[threadIdx.x] = 5;
  // CL: wait_for_all(); if (get_local_id(0) == 0) out[0] = p[2];
  wait_for_all();
  if (threadIdx.x == 0)
    out[0] = p[2];
}

// Whole vectors and objects, of which members are read, and the other way around.
struct Pair {
  int a, b;
};
// DIAG: 2035
__global__ void vectors(float4 *v, float *out) {
  v[threadIdx.x] = make_float4(1, 2, 3, threadIdx.x);
  // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); if (get_local_id(0) == 0) { float sum = 0;
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int k = 0; k < 32; k++)
      sum += v[k].w;
    *out = sum;
  }
}
// DIAG: 2035
__global__ void objects(Pair *v, Pair *out) {
  v[threadIdx.x].b = 7;
  // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); if (get_local_id(0) == 0) *out = v[5];
  if (threadIdx.x == 0)
    *out = v[5];
}
