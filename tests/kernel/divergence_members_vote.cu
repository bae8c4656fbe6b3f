// Members that differ, though they seem not to: a vote says when the last thread has left the loop.

struct Tile {
  int i, n;
  int &other;
  __device__ Tile(int &o, int n) : i(threadIdx.x), n(n), other(o) {}
  __device__ void mix() { n += i; }
  __device__ int rows() const { return n; }
  __device__ int own() const { return i; }
  __device__ Tile &step(int k) {
    n += k;
    return *this;
  }
};

__global__ void mixed(float *a, int n) {
  Tile t(n, 4);
  t.mix();
  while (t.rows() > 3) { // CL: while (clrt_barrier_or(active = active && Tile_rows(&t) > 3, s
    __syncthreads();
    t.n--;
  }
}

__global__ void own_one(float *a, int n) {
  Tile t(n, 4);
  while (t.own() > 3) { // CL: while (clrt_barrier_or(active = active && Tile_own(&t) > 3, s
    __syncthreads();
    t.i--;
  }
}

__global__ void by_argument(float *a, int n) {
  Tile t(n, threadIdx.x);
  while (t.n > 3) { // CL: while (clrt_barrier_or(active = active && t.n > 3, s
    __syncthreads();
    t.n--;
  }
}

__global__ void chained(float *a, int n) {
  Tile t(n, 4);
  t.step(2).step(threadIdx.x);
  while (t.n > 3) { // CL: while (clrt_barrier_or(active = active && t.n > 3, s
    __syncthreads();
    t.n--;
  }
}

__global__ void copied(float *a, int n) {
  Tile t(n, 4);
  t.n = threadIdx.x;
  Tile u = t;
  while (u.n > 3) { // CL: while (clrt_barrier_or(active = active && u.n > 3, s
    __syncthreads();
    u.n--;
  }
}

__global__ void sometimes(float *a, int n) {
  Tile t(n, 4);
  if (threadIdx.x < 3)
    t.step(2);
  while (t.n > 3) { // CL: while (clrt_barrier_or(active = active && t.n > 3, s
    __syncthreads();
    t.n--;
  }
}

union Word {
  int i;
  unsigned u;
};

__global__ void punned(float *a, int n) {
  Word w;
  w.i = threadIdx.x;
  while (w.u > 3) { // CL: while (clrt_barrier_or(active = active && w.u > 3, s
    __syncthreads();
    w.u--;
  }
}

struct Pair {
  int x, y;
};
__device__ void swap_in(Pair *p) { p->y = threadIdx.x; }
struct Holder {
  Pair p;
  int k = threadIdx.x;
  __device__ void set() { swap_in(&p); }
  __device__ void pass() { fill(this, 3); }
  __device__ static void fill(Holder *h, int v) { h->p.x = v + threadIdx.x; }
};

__global__ void by_pointer(float *a, int n) {
  Holder h;
  h.p.y = 0;
  h.set();
  while (h.p.y > 3) { // CL: while (clrt_barrier_or(active = active && h.p.y > 3, s
    __syncthreads();
    h.p.y--;
  }
}

__global__ void by_this(float *a, int n) {
  Holder h;
  h.p.x = 0;
  h.pass();
  while (h.p.x > 3) { // CL: while (clrt_barrier_or(active = active && h.p.x > 3, s
    __syncthreads();
    h.p.x--;
  }
}

__global__ void by_initializer(float *a, int n) {
  Holder h;
  while (h.k > 3) { // CL: while (clrt_barrier_or(active = active && h.k > 3, s
    __syncthreads();
    h.k--;
  }
}

__global__ void bound(float *a, int n) {
  Pair p = {n, (int)threadIdx.x};
  auto [x, y] = p;
  while (y > 3) { // CL: while (clrt_barrier_or(active = active && x_y.y > 3, s
    __syncthreads();
    y--;
  }
}

__global__ void by_reference(float *a, int n) {
  Pair p = {n, n};
  Pair &r = p;
  r.y = threadIdx.x;
  while (p.y > 3) { // CL: while (clrt_barrier_or(active = active && p.y > 3, s
    __syncthreads();
    p.y--;
  }
}
