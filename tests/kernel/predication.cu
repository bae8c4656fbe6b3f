// Ways for a variable to differ between threads: a return that depends on it is one that only some
// threads take, and the barriers after it are for all.

struct Setter {
  int v;
  __device__ void set(int x) { v = x; }
};
__global__ void by_method(float *a, int n) {
  __shared__ float s[64];
  Setter t;
  t.set(threadIdx.x);
  if (t.v >= n) // CL: bool active = !(t.v >= n);
    return;
  s[t.v] = a[t.v];
  __syncthreads();
  a[t.v] = s[0];
}

struct Thread {
  int x;
  __device__ Thread() : x(threadIdx.x) {}
};
__global__ void by_constructor(float *a, int n) {
  __shared__ float s[64];
  Thread t;
  if (t.x >= n) // CL: bool active = !(t.x >= n);
    return;
  s[t.x] = a[t.x];
  __syncthreads();
  a[t.x] = s[0];
}

struct Member {
  int v = threadIdx.x;
};
__global__ void by_member_default(float *a, int n) {
  __shared__ float s[64];
  Member m;
  if (m.v >= n) // CL: bool active = !(m.v >= n);
    return;
  s[m.v] = a[m.v];
  __syncthreads();
  a[m.v] = s[0];
}

__device__ int number(int t = threadIdx.x) { return t; }
__global__ void by_default_argument(float *a, int n) {
  __shared__ float s[64];
  int t = number();
  if (t >= n) // CL: bool active = !(t >= n);
    return;
  s[t] = a[t];
  __syncthreads();
  a[t] = s[0];
}

__device__ void fill(int *t) { t[0] = threadIdx.x; }
__global__ void by_array(float *a, int n) {
  __shared__ float s[64];
  int t[2];
  fill(t);
  if (t[0] >= n) // CL: bool active = !(t[0] >= n);
    return;
  s[t[0]] = a[t[0]];
  __syncthreads();
  a[t[0]] = s[0];
}

__global__ void by_reference(float *a, int n) {
  __shared__ float s[64];
  int x;
  int &r = x;
  r = threadIdx.x;
  if (x >= n) // CL: bool active = !(x >= n);
    return;
  s[x] = a[x];
  __syncthreads();
  a[x] = s[0];
}

__global__ void by_pointer(float *a, int n) {
  __shared__ float s[64];
  int x;
  int *p = &x;
  *p = threadIdx.x;
  if (x >= n) // CL: bool active = !(x >= n);
    return;
  s[x] = a[x];
  __syncthreads();
  a[x] = s[0];
}

struct Place {
  int x, y;
};
__global__ void by_assignment(float *a, int n) {
  __shared__ float s[64];
  Place here = {(int)threadIdx.x, 0}, p;
  p = here;
  if (p.x >= n) // CL: bool active = !(p.x >= n);
    return;
  s[p.x] = a[p.x];
  __syncthreads();
  a[p.x] = s[0];
}

// Some threads have left the function before it sets the result.
__device__ void choose(int &out) {
  out = 1;
  if (threadIdx.x > 3)
    return;
  out = 2;
}
__global__ void by_early_return(float *a, int n) {
  __shared__ float s[64];
  int i = threadIdx.x, k;
  choose(k);
  if (k >= n) // CL: bool active = !(k >= n);
    return;
  s[i] = a[i];
  __syncthreads();
  a[i] = s[0];
}

// What stays the same for all: nothing is refused, no predicate.
__device__ void twice(int &k) { k *= 2; }
struct Range {
  int first, last;
  __device__ Range(int n) : first(0), last(n) {}
  __device__ int size() const { return last - first; }
  __device__ void grow() { last++; }
};
__device__ int sum_of(const int *t) { return t[0] + t[1]; }
__global__ void same_for_all(float *a, int n) { // CL: __kernel void same_for_all(
  __shared__ float s[64];
  int i = threadIdx.x, k = n, t[2] = {1, n};
  twice(k);
  Range r(k);
  r.grow();
  for (int x : t)
    k += x;
  if (r.size() > 7 || sum_of(t) > 4) // CL: if (Range_size(&r) > 7 || sum_of(t) > 4) return;
    return;
  for (int j = 0; j < k; j++) {
    switch (n) {
    case 0:
      if (i > 3)
        break;
      a[i] = 1;
    }
    s[i] = a[i];
    __syncthreads();
    a[i] += s[0];
  }
}

// Threads that jump ahead meet the others at the label.
__global__ void meets(float *a, int n) {
  __shared__ float s[64];
  int i = threadIdx.x;
  if (i >= n)
    goto wait;
  s[i] = a[i];
wait: // CL: wait:
  __syncthreads(); // CL: barrier(
  a[i] = s[0];
}

__device__ Place where() {
  Place p;
  p.x = threadIdx.x;
  p.y = threadIdx.y;
  return p;
}
__global__ void by_binding(float *a, int n) { // CL: __kernel void by_binding(
  __shared__ float s[64];
  auto [x, y] = where();
  if (x >= n) // CL: bool active = !(
    return;
  s[x] = a[x];
  __syncthreads(); // CL: if (!active) return;
  a[x] = s[y];
}

__global__ void by_capture(float *a, int n) { // CL: __kernel void by_capture(
  __shared__ float s[64];
  int x = 0;
  auto set = [&](int v) { x = v; };
  set(threadIdx.x);
  if (x >= n) // CL: bool active = !(x >= n);
    return;
  s[x] = a[x];
  __syncthreads();
  a[x] = s[0];
}
