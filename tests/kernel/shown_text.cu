// What kernels print of their own text is the CUDA source's.
#include <cassert>
#define CHECK(c) do { if (!(c)) printf("failed: %s\n", #c); } while (0)
#define SHOW(x) printf("%s = %d\n", #x, (int)(x))
#define AT printf("%s:%d\n", __FILE__, __LINE__)
#define PLAIN(x) printf("%d\n", (int)(x))

struct Shape {
  int a;
  // CL: int Shape_get(const Shape *self)
  // CL: "get"
  __device__ int get() const {
    printf("%s\n", __func__);
    return a;
  }
};
namespace inner {
// CL: float half_of_float(float x)
// CL: "half_of"
template <class T> __device__ T half_of(T x) {
  printf("%s\n", __FUNCTION__);
  return x / 2;
}
} // namespace inner

__global__ void shows(int n, float f) {
  Shape s = {n};
  // CL: "threadIdx.x > n"
  CHECK(threadIdx.x > n);
  // CL: "s.get() == 4"
  CHECK(s.get() == 4);
  // CL: CHECK(n > 3);
  CHECK(n > 3);
  // CL: "inner::half_of(f)"
  SHOW(inner::half_of(f));
  // CL: SHOW(n);
  SHOW(n);
  // CL: PLAIN(get_local_id(0));
  PLAIN(threadIdx.x);
  // CL: shown_text.cu",41)
  AT;
  // DIAG: 2312
  // CL: clrt_assert_or_return(get_local_id(0) < n, "threadIdx.x < n",
  // CL: shown_text.cu", 45, "void shows(int, float)", fault);
  assert(threadIdx.x < n);
}
