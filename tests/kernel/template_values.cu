// A template's parameter is its argument; what the library computes when compiling is its value.
#include <limits>

template <int N, typename T> __device__ T scaled(T x) {
  return x * N + sizeof(T);
}
template <typename... T> __device__ int count(T...) { return sizeof...(T); } // CL: return 2

__global__ void values(int *v, float *f) {
  v[0] = scaled<-3>(v[1]);                // CL: v[0] = scaled_m3_int(v[1]);
  f[0] = scaled<4>(f[1]);                 // CL: f[0] = scaled_4_float(f[1]);
  v[2] = std::numeric_limits<int>::max(); // CL: v[2] = 2147483647;
  v[3] = count(1, 2.0f);
}
