// Launches: one expression in any context, all four configuration arguments.
#include <cuda_runtime.h>
// HOST: #include <clrt/clrt.hpp>

__global__ void fill(float *v, int n, float x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = x;
}
__global__ void nothing() {}
// HOST: #include "test_kernels.hpp"
// HOST-NOT: __global__
// HANDLES: fill(test_cl, "fill");

#define LAUNCH(kernel, grid, ...) kernel<<<grid, 64>>>(__VA_ARGS__)
// HOST: #define LAUNCH(kernel, grid, ...) clrt::launch(kernel, {grid, 64}, __VA_ARGS__)

// Where the arguments' parenthesis is in another text than the rest.
#define RUN(kernel, args) kernel<<<2, 64>>> args
// HOST: #define RUN(kernel, args) kernel.configure(2, 64).launch args
#define ON <<<2, 64>>>
// HOST: #define ON .configure(2, 64).launch

static int next_size = 1;
static int next() { return next_size *= 2; }
static int half(int n) { return n / 2; }

int main(int argc, char **) {
  float *d;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&d, 400);
  fill<<<4, 32>>>(d, 100, 1);
  // HOST: clrt::launch(fill, {4, 32}, d, 100, 1);
  fill<<<dim3(2, 1), dim3(32), 0, stream>>>(d, 100, 2.0f);
  // HOST: clrt::launch(fill, {dim3(2, 1), dim3(32), 0, stream}, d, 100, 2.0f);
  if (argc > 1)
    fill <<< 1, 1 >>> (d, 1, 0);
  else
    nothing<<<1, 1>>>();
  // HOST: clrt::launch(fill, {1, 1}, d, 1, 0);
  // HOST: clrt::launch(nothing, {1, 1});
  for (int i = 0; i < 3; i++, fill<<<1, 1>>>(d, i, 0))
    LAUNCH(fill, 2, d, 10, 3);
  // HOST: i++, clrt::launch(fill, {1, 1}, d, i, 0))
  // HOST: LAUNCH(fill, 2, d, 10, 3);
  RUN(fill, (d, 10, 3));
  fill ON(d, 10, 3);
  // HOST: RUN(fill, (d, 10, 3));
  // HOST: fill ON(d, 10, 3);
  fill<<<half(argc), 1>>>(d, half(argc), 0); // changes nothing, so its order cannot be seen
  fill<<<next(), 1>>>(d, next(), 0);
  (fill)<<<1, next(), 0, stream>>>(d, next(), 0);
  nothing<<<next(), next()>>>();
  // HOST: clrt::launch(fill, {half(argc), 1}, d, half(argc), 0);
  // HOST: fill.configure(next(), 1).launch(d, next(), 0);
  // HOST: (fill).configure(1, next(), 0, stream).launch(d, next(), 0);
  // HOST: nothing.configure(next(), next()).launch();
  cudaFree(d);
}
