// assert: one call with the text of the condition and its place.
// DIAG: 2312
// DIAG: 2312
#include <cassert>

__device__ int checked(int x) {
  assert(x > 0);             // CL: clrt_assert(x > 0, "x > 0", "assert.cu", 7, "int checked(int)", fault);
  return x;
}

__global__ void asserted(int *v, int n) {
  assert(threadIdx.x < n);   // CL: clrt_assert_or_return(get_local_id(0) < n, "threadIdx.x < n",
  v[0] = checked(v[1]);      // CL: v[0] = checked(v[1], fault);
}
