// Calls of the user's functions: by their names in C, with what is appended.

namespace math {
__device__ int halved(int x) { return x / 2; }
__device__ int two() { return 2; }
}
namespace other {
__device__ int two() { return 3; }
}
struct Counter {
  int n;
  __device__ int next(int by = 3) { return n += by; }
};
__constant__ int offset;
__device__ int &at(int *v, int i) { return v[i + offset]; }

__global__ void calls(int *v) {
  v[0] = math::halved(v[1]) + math::two() + other::two(); // CL: v[0] = halved(v[1]) +
  Counter c = {v[2]};
  v[3] = c.next();          // CL: v[3] = Counter_next(&c, 3);
  at(v, 4) = 5;             // CL: *at(v, 4, offset) = 5;
  int r = at(v, 6);         // CL: int r = *at(v, 6, offset);
  v[7] = r;
}
