// References, const references, temporaries, objects that C cannot assign.
struct Pair { int a, b; };

__device__ void bump(int &x) { x++; }                     // CL: void bump_g(__global int *x) { (*x)++; }
__device__ int twice(const int &x) { return 2 * x; }      // CL: int twice(const int x) { return 2 * x; }
__device__ int both(const Pair &p) { return p.a + p.b; }  // CL: int both(const Pair p) { return p.a + p.b; }
__device__ float first(const float4 &v) { return v.x; }
__device__ void setx(float &x) { x = 1; }

__global__ void use(int *out, float4 *v, Pair q, int n) {
  int &cell = out[n];                // CL: __global int *cell = &out[n];
  cell = 4;                          // CL: *cell = 4;
  cell += twice(n + 1);              // CL: *cell += twice(n + 1);
  bump(cell);                        // CL: bump_g(cell);
  bump(n);                           // CL: bump_p(&n);
  out[1] = both({n, 2}) + both(q);
  int left = 1, right = 2;
  (n & 1 ? left : right) += 5;       // CL: (*((n & 1) ? &left : &right)) += 5;
  int some[3] = {left, right, n};
  int *one = &(n & 1 ? some[0] : n & 2 ? some[left] : some[2]); // CL: int *one = &some[(n & 1) ? 0 : (n & 2) ? left : 2];
  (n & 1 ? some[0] : some[1])++;     // CL: (some[(n & 1) ? 0 : 1])++;
  (left = n) += 2;                   // CL: (*(left = n, &left)) += 2;
  ++(right += 3);                    // CL: ++(*(right += 3, &right));
  out[2] = left + right + (int)first(v[0]);
  setx(v[1].y);                      // CL: setx((__global float *)&v[1] + 1);
}

// A struct argument that the kernel changes is copied: PoCL shares it between work-items.
// CL: __kernel void change(Pair q_given, __global int *out) {
// CL: Pair q = q_given;
__global__ void change(Pair q, int *out) {
  q.a += threadIdx.x;                // CL: q.a += get_local_id(0);
  out[threadIdx.x] = q.a;
}

// A reference to an array is around the name of the function that returns it.
struct Square {
  float m[3][3];
  __device__ float (&row(int i))[3] { return m[i]; }
  // CL: float (*Square_row(Square *self, int i))[3] { return &self->m[i]; }
};
__global__ void rows(float *out, int n) {
  Square s{};
  s.row(1)[2] = n;
  // CL: (*Square_row(&s, 1))[2] = n;
  n ? out[0] = s.m[1][2] : out[1] = 2;
  // CL: n ? out[0] = s.m[1][2] : (out[1] = 2);
}

// What std::move is given changes the place on the left: it comes first.
#include <utility>
__global__ void moved_value(int *a, int *b) {
  int j = 0;
  a[j] += std::move(b[j++]); // CL: { int value = b[j++]; a[j] += value; }
}

// A reference to a pointer whose type is an argument of the template, passed as a value.
template <class C> __device__ int total(const C &c, int n) { // CL: int total_const_short_p(__global const short *const c, int n)
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += c[i];
  return s;
}
__global__ void totals(const short *v, int *out) {
  __shared__ short near[32];
  short *first = near;
  near[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = total(v, 3) + total(first, 4); // CL: total_const_short_p(v, 3) + total_short_p(&first, 4)
}
