// printf: the format follows the types that the arguments have in OpenCL C.
#include <cstdio>

__global__ void says(float *f, long long n, size_t m) {
  printf("%d of %s\n", threadIdx.x, "all");  // CL: printf("%d of %s\n", (uint)get_local_id(0), "all");
  printf("%lld %zu\n", n, m);                // CL: printf("%ld %lu\n", n, m);
  printf("%f\n", f[0]);                      // CL: printf("%f\n", f[0]);
}
