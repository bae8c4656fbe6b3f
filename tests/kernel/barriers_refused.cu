// What decides how often a barrier is met is read from memory that returned threads may not read.
// DIAG: 2059
__global__ void rounds(int *v, const int *count, int n) {
  __shared__ int tile[64];
  if (threadIdx.x >= n)
    return;
  int m = count[blockIdx.x];
  for (int r = 0; r < m; r++) {
    tile[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    v[threadIdx.x] = tile[(threadIdx.x + 1) % n];
    __syncthreads();
  }
}

// The constructor would run in threads that returned.
// DIAG: 2059
__device__ int total;
struct Count {
  int z;
  __device__ Count() {
    atomicAdd(&total, 1);
    z = 0;
  }
};
__global__ void counts(float *a, int n) {
  __shared__ float s[64];
  int i = threadIdx.x;
  if (i >= n)
    return;
  Count c;
  s[i] = a[i];
  __syncthreads();
  a[i] = s[0] + c.z;
}

// ... and the destructor.
// DIAG: 2059
struct Last {
  int *p;
  __device__ ~Last() { *p = 1; }
};
__global__ void ends(int *a, int n) {
  __shared__ int s[64];
  int i = threadIdx.x;
  if (i >= n)
    return;
  Last last{a};
  s[i] = a[i];
  __syncthreads();
  a[i] = s[0];
}

// What decides is changed by a method, through a reference and through a pointer.
// DIAG: 2059
struct Counter {
  int at;
  __device__ void step() { at++; }
};
__global__ void by_method(int *a, int n) {
  __shared__ int s[64];
  int i = threadIdx.x;
  if (i >= n)
    return;
  Counter c = {0};
  while (c.at < 3) {
    s[i] = a[i];
    __syncthreads();
    c.step();
  }
}

// DIAG: 2059
__device__ void step(int &k) { k++; }
__global__ void by_reference(int *a, int n) {
  __shared__ int s[64];
  int i = threadIdx.x;
  if (i >= n)
    return;
  int k = 0;
  while (k < 3) {
    s[i] = a[i];
    __syncthreads();
    step(k);
  }
}

// DIAG: 2030
__global__ void by_pointer(int *a, int n) {
  __shared__ int s[64];
  int i = threadIdx.x, k = 0, *p = &k;
  if (i >= n)
    return;
  while (k < 3) {
    s[i] = a[i];
    __syncthreads();
    *p += 1;
  }
}

// The jump depends on memory that returned threads may not read.
// DIAG: 2059
__global__ void until(int *a, int n) {
  __shared__ int s[64];
  int i = threadIdx.x;
  if (i >= n)
    return;
  for (int r = 0;; r++) {
    if (a[r] == 0)
      break;
    s[i] = a[r];
    __syncthreads();
  }
}

// A vote that those who returned would take part in.
// DIAG: 2059
__global__ void votes(int *a, int n) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  if (__syncthreads_or(i > 3))
    a[i] = 1;
}

// A block in a block, a way out of the block, an else, and a variable that others see.
// DIAG: 2030
__global__ void block_in_block(int *v, int n) {
  __shared__ int s[64];
  int i = threadIdx.x;
  if (i < n) {
    if (i < 5) {
      s[i] = 2;
      __syncthreads();
    }
    v[i] = s[0];
  }
}
// DIAG: 2030
__global__ void leaves(int *v, int n) {
  __shared__ int s[64];
  int i = threadIdx.x;
  if (i < n) {
    s[i] = 2;
    if (n > 7)
      return;
    __syncthreads();
    v[i] = s[0];
  }
}
// DIAG: 2030
__global__ void otherwise(int *v, int n) {
  __shared__ int s[64];
  int i = threadIdx.x;
  if (i < n) {
    s[i] = 2;
    __syncthreads();
  } else {
    v[i] = 0;
  }
}
// DIAG: 2030
__global__ void seen_outside(int *v, int n) {
  int i = threadIdx.x, rounds = 1;
  if (i < n)
    rounds = 2;
  for (int r = 0; r < rounds; ++r)
    __syncthreads();
  v[i] = rounds;
}

// A counter that the threads outside of the block still need.
// DIAG: 2059
__global__ void kept_counter(int *v, int n) {
  __shared__ int s[64];
  int i = threadIdx.x, k = 5;
  if (i < n) {
    for (k = 0; k < 2; ++k) {
      s[i] = v[i];
      __syncthreads();
      v[i] += s[0];
    }
  }
  v[i] = k;
}
// DIAG: 2059
__global__ void kept_index(int *v, int n) {
  int i;
  for (i = threadIdx.x; i < n; ++i) {
    __syncthreads();
    v[i] = 1;
  }
  v[threadIdx.x] = i;
}

// Some threads leave the loop, others go on to the barrier.
// DIAG: 2030
__global__ void leaves_loop(int *v, int n) {
  for (int i = threadIdx.x; i < n; ++i) {
    if (v[i])
      break;
    __syncthreads();
    v[i] = 1;
  }
}
// ... by a pointer to it, or because they come by again.
// DIAG: 2059
__global__ void kept_by_pointer(int *v, int n) {
  int i, *p = &i;
  for (i = threadIdx.x; i < n; ++i) {
    __syncthreads();
    v[i] = 1;
  }
  v[threadIdx.x] = *p;
}
// DIAG: 2030
__global__ void comes_again(int *v, int n, int rounds) {
  int i = threadIdx.x, k = 5;
again:
  v[i] += k;
  if (i < n) {
    for (k = 0; k < 2; ++k) {
      __syncthreads();
      v[i] += 1;
    }
  }
  if (--rounds)
    goto again;
}

// What the declaration makes would end in all threads.
struct Halves {
  int *p;
  __device__ ~Halves() { *p /= 2; }
};
__device__ int taken(const Halves &h) { return *h.p; }
// DIAG: 2059
__global__ void made_by_declaration(int *v, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= n)
    return;
  s[t] = v[t];
  int x = taken(Halves{v + t});
  __syncthreads();
  v[t] = x + s[0];
}
