// A pointer to a data member is its place in the object.

struct Pair {
  float a, b;
};

__device__ float part(const Pair &p, float Pair::*m) { return p.*m; } // CL: return *(__global const float *)((__global const char *)p + m);

__global__ void picked(const Pair *pairs, float *out, int n) {
  out[0] = part(pairs[0], n ? &Pair::a : &Pair::b);                           // CL: n ? 0L /* &Pair::a */ : 4L /* &Pair::b */
  out[1] = pairs[1].*(&Pair::b);                                      // CL: out[1] = pairs[1].b;
}
