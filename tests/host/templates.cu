// Launches from templates and classes of the host.
#include <cuda_runtime.h>

template <typename T, int N> __global__ void add(T *v) { v[threadIdx.x] += N; }
template <typename T> __global__ void twice(T *v) { v[threadIdx.x] *= 2; }
// HOST: template <typename T, int N> struct add_for;
// HOST: template <> struct add_for<float, 4>

template <typename T> struct Runner {
  T *data;
  // HOST: T *data;
  void run() {
    cudaMalloc(&data, 64);
    add<T, 4><<<1, 4>>>(data);
    // HOST: clrt::launch(add_for<T, 4>::kernel(), {1, 4}, data);
    cudaFree(data);
  }
};
// HOST: #if 0 // never instantiated
template <typename T> void never(T *v) { twice<T><<<1, 1>>>(v); }
// HOST: #endif
// DIAG: 3013

// The kernel's arguments are deduced, differently in each instance.
template <typename U> void both(U *v) { twice<<<1, 4>>>(v); }
// HOST: clrt::launch(twice_for<U>::kernel(), {1, 4}, v);

// Uses at different depths of one macro are one text; what differs between template and instance in
// implicit conversions does not matter.
template <typename T, bool B> __global__ void scale(const T *in, T *out, int n) { out[n] = B + *in; }
#define SCALE(B) scale<T, B><<<1, 4>>>((T *)in, (T *)out, 1);
// HOST: #define SCALE(B) clrt::launch(scale_for<T, B>::kernel(), {1, 4}, (T *)in, (T *)out, 1);
template <typename T> void scales(const T *in, unsigned char *out, bool b) {
  if (b) {
    SCALE(true)
    scale<T, true><<<1, 4>>>((T *)out, (T *)out,
                             2);
    // HOST: clrt::launch(scale_for<T, true>::kernel(), {1, 4}, (T *)out, (T *)out,
  } else
    SCALE(false)
}

int main() {
  unsigned char *bytes;
  cudaMalloc(&bytes, 64);
  scales(bytes, bytes, true);
  scales((float *)bytes, bytes, true);
  Runner<float> a;
  Runner<double> b;
  a.run();
  b.run();
  float *d;
  cudaMalloc(&d, 64);
  both(d);
  both((double *)nullptr);
  twice<<<1, 4>>>(d);
  // HOST: clrt::launch(twice_float, {1, 4}, d);
  add<float, 4><<<1, 4>>>(d);
  // HOST: clrt::launch(add_float_4, {1, 4}, d);
}
