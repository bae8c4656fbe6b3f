// A project that measures its own calls of OpenCL: its macros are defined where OpenCL's header has
// been read. They are refused only where they would catch calls that the port writes.
#include <CL/cl.h>
#include <cuda_runtime.h>
#define clEnqueueNDRangeKernel(q, k, d, o, g, l, n, w, e)                                          \
  measured((q), (k), (d), (o), (g), (l), (n), (w), (e))
// HOST: #define clEnqueueNDRangeKernel(q, k, d, o, g, l, n, w, e)
// DIAG: 3016
#define clFinish(queue) finished(queue)
cl_int finished(cl_command_queue queue);

__global__ void scale(int *data) { data[threadIdx.x] *= 2; }

int main() {
  int *data;
  cudaMalloc(&data, 8 * sizeof(int));
  scale<<<1, 8>>>(data);
  cudaDeviceSynchronize();
  // HOST: clFinish(clrt::queue());
  cudaFree(data);
}
