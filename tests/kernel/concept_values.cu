// -std=c++20
// A concept of a type, and a requires-expression, are true or false when the program is compiled.
template <typename T> concept Small = sizeof(T) <= 4;
template <typename T> concept Fills = requires(T t) { [](T &x) { x = 0; }(t); };
template <Small T> __device__ T half(T x) { return x / 2; }
template <typename T> requires(!Small<T>) __device__ T half(T x) { return x / 4; }

template <typename T> __device__ int kind(T x) {
  if constexpr (Small<T>)
    return 1;
  else
    return requires { x + 1; } ? 2 : 3; // CL: return true ? 2 : 3;
}

__global__ void concepts(int *v, double *d) {
  v[0] = Small<double>;               // CL: v[0] = false;
  v[1] = Fills<int> && !Small<short>; // CL: v[1] = true && !true;
  v[2] = kind(v[3]) + kind(d[1]);
  v[4] = half(v[5]);
  d[0] = half(d[1]);
}
