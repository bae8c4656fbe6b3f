// Of the uses of a macro that need different text, most keep it; the others are written out.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void k(float *p) { *p = 1; }
template <int N, typename T> __global__ void fill(T *p) { *p = N; }

#define CHECK(call) if ((call) != cudaSuccess) exit(1)
#define FILL(N, p) fill<N><<<1, 1>>>(p)
// HOST: #define FILL(N, p) clrt::launch(fill_for<N, float>::kernel(), {1, 1}, p)
#define BOTH(N, p, q)                                                                              \
  do {                                                                                             \
    FILL(N, p);                                                                                    \
    if (N)                                                                                         \
      FILL(N, q); /* the other */                                                                  \
  } while (0)
#define ALLOC(p, n) CHECK(cudaMalloc((void **)&(p), (n) * sizeof(*(p))))
// HOST: #define ALLOC(p, n) CHECK(clrt::malloc((void **)&(p), (n) * sizeof(*(p))))

int main() {
  float *h, *d, *e, *g, *j;
  int *i;
  h = g = j = (float *)malloc(4);
  ALLOC(d, 1); // HOST: ALLOC(d, 1);
  ALLOC(e,
        1 + 2); // HOST: ALLOC(e,
  ALLOC(i, 8 * 2); // HOST: ALLOC(i, 8 * 2);
  k<<<1, 1>>>(d);
  if (*h)
    BOTH(3, d, e); // HOST: BOTH(3, d, e);
  if (*h)
    BOTH(4, d, i);
  // HOST: do {
  // HOST:       FILL(4, d);
  // HOST:       if (4)
  // HOST:         clrt::launch(fill_for<4, int>::kernel(), {1, 1}, i); /* the other */
  // HOST:     } while (0);
  *h = 1;
}
