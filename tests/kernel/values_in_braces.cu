// Braces around one value of the class itself are no list of members.
#include <cuda_runtime.h>

class V {
  float e[3];

public:
  __host__ __device__ V(float x, float y, float z) : e{x, y, z} {}
  __device__ V operator-(const V &o) const { return V(e[0] - o.e[0], e[1] - o.e[1], e[2] - o.e[2]); }
  __device__ float x() const { return e[0]; }
};
struct Pair {
  float a, b;
};
struct Holder {
  V v;
  Pair p;
  __device__ Holder(const V &a, const V &b) : v{a - b}, p{1, 2} {}
};
// CL: self.v = V_operator_minus(a, *b);
struct Parts {
  V v;
  Pair p;
};
__device__ Pair make(float f) { return {f, f + 1}; }
// CL: Pair make(float f) { return (Pair){f, f + 1}; }
__device__ V moved(V v) { return {v - V{1, 0, 0}}; }
// CL: V moved(V v) { return V_operator_minus(&v, make_V(1, 0, 0)); }

__global__ void use(float *out) {
  V a{1, 2, 3}, b(4, 6, 8);
  const V c{b - a};
  // CL: const V c = V_operator_minus(&b, a);
  V d{moved({c - a})};
  // CL: V d = moved(V_operator_minus(&c, a));
  Pair p{make(5)}, q{p};
  // CL: Pair p = make(5), q = p;
  Parts n{{b - a}, make(3)};
  // CL: Parts n = {V_operator_minus(&b, a), make(3)};
  V list[2]{{a - b}, b};
  // CL: V list[2] = {V_operator_minus(&a, b), b};
  Holder h(a, b);
  out[0] = c.x() + d.x() + p.b + q.a + n.v.x() + list[0].x() + h.v.x() + V{b - c}.x();
}
