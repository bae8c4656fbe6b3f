// assert: one call with the text of the condition and its place.
// DIAG: 2312
// DIAG: 2312
// DIAG: 2312
#include <cassert>
// As newer C libraries have it.
#define new_assert(e) (static_cast<bool>(e) ? void(0) : __assert_fail(#e, __builtin_FILE (), __builtin_LINE (), __extension__ __PRETTY_FUNCTION__))

__device__ int checked(int x) {
  assert(x > 0);             // CL: clrt_assert(x > 0, "x > 0", "assert.cu", 10, "int checked(int)", fault);
  return x;
}

__global__ void asserted(int *v, int n) {
  assert(threadIdx.x < n);   // CL: clrt_assert_or_return(get_local_id(0) < n, "threadIdx.x < n",
  new_assert(n > 3);  // CL: clrt_assert_or_return(n > 3, "n > 3", "assert.cu", 16,
  v[0] = checked(v[1]);      // CL: v[0] = checked(v[1], fault);
}
