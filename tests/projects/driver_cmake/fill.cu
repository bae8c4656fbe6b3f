template <typename T> __device__ T first() { return T(START); }

template <typename T> __global__ void fill(T *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = first<T>() + T(i);
}
template __global__ void fill<int>(int *, int); // _Z4fillIiEvPT_i
