// Members of objects differ one by one: the thread's own beside what all have alike.

struct Tile {
  const float *in;
  int n, i, steps;
  __device__ Tile(const float *in, int n) : in(in), n(n), i(threadIdx.x), steps((n + 31) / 32) {}
  __device__ int rows() const { return steps; }
  __device__ void move(int by) { i += by; }
  __device__ void grow() { steps++; }
  __device__ float sum() {
    __shared__ float s[32];
    float t = 0;
    for (int k = 0; k < steps; k++) { // CL: for (int k = 0; k < self->steps; k++) {
      s[i % 32] = k < n ? in[k] : 0;
      __syncthreads();
      t += s[0];
      __syncthreads();
    }
    return t;
  }
};

__global__ void by_method(const float *in, float *out, int n) { // CL: void by_method(
  Tile t(in, n);
  t.move(threadIdx.x & 1);
  t.grow();
  out[threadIdx.x] = t.sum();
}

__global__ void by_accessor(const float *in, float *out, int n) {
  Tile t(in, n);
  if (t.rows() > 3) // CL: if (Tile_rows(&t) > 3)
    __syncthreads();
  Tile copy = t, again(t);
  copy.i = threadIdx.x * 2;
  if (copy.steps + again.steps > 4)
    __syncthreads();
  again = copy;
  if (again.rows() == 5)
    __syncthreads();
  out[again.i] = 1;
}

struct Limits {
  int first, last;
};
struct Cell : Limits {
  Limits own[2];
  int index;
};
__device__ void place(Cell &c, int tid, int n) {
  c.index = tid;
  c.last = n;
}
__device__ int width(const Cell &c, Limits own) { return c.last - c.first + own.last; }
__device__ int each(Limits l) { return l.first; }

__global__ void by_reference(float *out, int n) {
  Cell c;
  c.first = 0;
  place(c, threadIdx.x, n);
  c.own[1].first = threadIdx.x;
  Limits all = {threadIdx.x, n}, *none = nullptr;
  if (width(c, all) > 3) // CL: if (width(c, all) > 3)
    __syncthreads();
  auto &last = c.last;
  last += n;
  if (c.last > 8 || none)
    __syncthreads();
  out[c.index] = c.own[1].first + each(all);
}
