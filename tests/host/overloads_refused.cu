// Launches in templates whose overload resolution cannot be repeated beside them.
#include <cuda_runtime.h>

// The name comes through a macro's parameter, and the argument is a word of the macro.
__global__ void named(int *o, int) { *o = 1; }
__global__ void named(int *o, float) { *o = 2; }
#define RUN(kernel, value) kernel<<<1, 1>>>(o, value)
template <class V> void through_macro(int *o, int value, V v) { // DIAG: 3012
  RUN(named, v);
}

// Overloads that using-declarations bring together.
namespace a {
__global__ void joined(int *o, int) { *o = 1; }
} // namespace a
namespace c {
__global__ void joined(int *o, float) { *o = 2; }
} // namespace c
using a::joined;
using c::joined;
template <class T> void with_usings(int *o, T v) {
  joined<<<1, 1>>>(o, v); // DIAG: 3012
}

// One that is declared after the launch, which does not see it.
template <class T, int N = sizeof(T)> __global__ void later(T *p) { *p = N; }
template <class T> void early(T *p) {
  later<<<1, 1>>>(p + 0); // DIAG: 3012
}
__global__ void later(int *p) { *p = 100; }

void run(int *b, short *s) {
  through_macro(b + 1, 0, 1);
  through_macro(b + 1, 0, 1.f);
  with_usings(b + 1, 1);
  with_usings(b + 1, 1.f);
  early(b + 1);
  early(s + 1);
}
