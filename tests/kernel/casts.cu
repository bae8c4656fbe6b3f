// Casts that are written.

struct Point {
  int x, y;
};

__global__ void cast(float *f, int *v, unsigned n) {
  v[0] = int(f[0]) + (int)f[1];                 // CL: v[0] = convert_int_sat(f[0]) + convert_int_sat(f[1]);
  v[1] = reinterpret_cast<int *>(f)[2];         // CL: v[1] = ((__global clrt_aliased_int *)f)[2];
  f[3] = static_cast<float>(n) / 2;             // CL: f[3] = (float)n / 2;
  v[2] = (n > 2) + (bool)n;                     // CL: v[2] = (n > 2) + (n != 0);
  v[3] = reinterpret_cast<Point &>(v[4]).y;     // CL: (*(__global Point *)&v[4]).y;
  const int *c = v;
  *const_cast<int *>(c) = (unsigned short)n;    // CL: *(__global int *)c = (unsigned short)n;
}

// Memory that is used as two types; what is in one variable, or what CUDA's functions use, needs nothing.
__device__ void copied(int *to, const int *from) { to[0] = from[0]; } // CL: void copied(int *to, __global const clrt_aliased_int *from)

__global__ void two_types(float *f, unsigned *u) {
  float local[4] = {f[0], f[1], f[2], f[3]}, one = f[4], other;
  int n = 2, *bits = (int *)local; // CL: int n = 2; clrt_aliased_int *bits = (clrt_aliased_int *)local_;
  bits[n] ^= 1;
  int &first = *bits;              // CL: clrt_aliased_int *first =bits;
  first += n;
  u[0] = *(unsigned *)&one;        // CL: u[0] = *(uint *)&one;
  unsigned *same = (unsigned *)&n; // CL: unsigned *same = (uint *)&n;
  u[1] = same[0] + local[n];
  copied((int *)&other, (int *)f); // CL: copied((int *)&other, (__global clrt_aliased_int *)f);
  atomicMax((int *)f, bits[1]);    // CL: atomic_max((__global int *)f, bits[1]);
  f[1] = other;
}

// Pointers are followed through members, captures and pointers to pointers.
struct Bits {
  int *words; // CL: clrt_aliased_int *words;
};
__device__ void put(int **where, float *f) { *where = (int *)f; } // CL: void put(clrt_aliased_int **where, float *f)
__global__ void followed(float *out, int n) {
  float local[4];
  Bits bits = {(int *)local};
  int *other;                     // CL: clrt_aliased_int *other;
  put(&other, local);
  auto set = [other](int i) { other[i] = 1; };
  set(n);
  out[0] = local[n] + bits.words[n] + other[n];
  char raw[16];
  float *first = (float *)raw;    // CL: clrt_aliased_float *first = (clrt_aliased_float *)raw;
  int *second = (int *)raw;       // CL: clrt_aliased_int *second = (clrt_aliased_int *)raw;
  first[n] = 1;
  out[1] = second[n];
}

// The arguments of a class template that a cast leaves to be deduced.
template <class T> struct Pair {
  T x, y;
};
template <class T> Pair(T, T) -> Pair<T>;
template <class T> struct Single {
  T x;
  __device__ Single(T x) : x(x) {}
};
__global__ void deduced(float *out, int n) {
  auto p = Pair{n, 2};                        // CL: Pair_int p = (Pair_int){n, 2};
  out[0] = p.x + Pair{out[1], out[2]}.y;      // CL: out[0] = p.x + ((Pair_float){out[1], out[2]}).y;
  auto s = Single(out[3]);                    // CL: Single_float s = make_Single_float(out[3]);
  out[4] = s.x + Single{n}.x;
}
