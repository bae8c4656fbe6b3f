// sizeof: stays where C has the same size, else the number.

struct Empty {};
template <typename T> struct Box {
  T a, b;
};
__shared__ float table[8];
__device__ int bytes() { return sizeof(table); }    // CL: return 32UL;
// CL: ulong sizes_lambda_call(const sizes_lambda *self) { return 8UL; }

__global__ void sizes(unsigned long long *v, const double *d) {
  v[0] = sizeof(float) + sizeof(long long);         // CL: v[0] = sizeof(float) + sizeof(long);
  v[1] = sizeof(Box<int>);                          // CL: v[1] = sizeof(Box_int);
  v[2] = sizeof(*d) + alignof(double);              // CL: v[2] = sizeof(*d) + 8UL;
  auto kept = [=] { return sizeof(d); };
  v[3] = kept();
  table[0] = d[0];
  v[4] = bytes();
}
