// One queue, no errors looked at: copies are plain OpenCL calls.
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void touch(float *v) { v[0] += 1; }

int main() {
  float h[16];
  float *d;
  cudaMalloc((void **)&d, sizeof h);
  // HOST: cl_mem d;
  // HOST: clrt::malloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  // HOST: clEnqueueWriteBuffer(clrt::queue(), d, CL_TRUE, 0, sizeof h, h, 0, nullptr, nullptr);
  touch<<<1, 1>>>(d);
  cudaThreadSynchronize();
  // HOST: clFinish(clrt::queue());
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != int(CUDA_SUCCESS)) // driver API
    return 1;
  // HOST: if (clrt::read(h, d, sizeof h) != int(CUDA_SUCCESS))
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  // HOST: clEnqueueReadBuffer(clrt::queue(), d, CL_TRUE, 0, sizeof h, h, 0, nullptr, nullptr);
  cudaMemcpy(h, d, __SIZEOF_FLOAT__ * 16, cudaMemcpyDeviceToHost); // a macro from another buffer
  // HOST: clEnqueueReadBuffer(clrt::queue(), d, CL_TRUE, 0, __SIZEOF_FLOAT__ * 16, h, 0, nullptr,
  cudaFree(d);
}
