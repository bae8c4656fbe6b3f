// The runtime's memory and kernels beside modules of the driver.
#include <cstdio>
#include <cuda.h>
#include <string>

__global__ void add(int *v, int n, int more) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += more;
}

static CUfunction find(const std::string &module, const char *name) {
  CUmodule m;
  CUfunction f = nullptr;
  CUresult r = cuModuleLoad(&m, (std::string("modules/") + module).c_str());
  if (r == CUDA_SUCCESS)
    r = cuModuleGetFunction(&f, m, name);
  const char *text = "";
  if (r != CUDA_SUCCESS && cuGetErrorString(r, &text) == CUDA_SUCCESS)
    printf("%s of %s: %s\n", name, module.c_str(), text);
  return f;
}

int main() {
  const int n = 300;
  int *d, h[n];
  int size = n;
  cudaStream_t stream;
  if (cudaMalloc(&d, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess)
    return 1;
  void *places[] = {&d, &size}; // in the runtime's context
  CUfunction fill = find("fill.cubin", "_Z4fillIiEvPT_i");
  CUfunction twice = find("twice.ptx", "_ZN5steps5twiceEPii");
  bool ok = fill && twice;
  ok = ok && cuLaunchKernel(fill, 3, 1, 1, 128, 1, 1, 0, stream, places, nullptr) == CUDA_SUCCESS;
  add<<<3, 128, 0, stream>>>(d, n, 100);
  ok = ok && cuLaunchKernel(twice, 5, 1, 1, 64, 1, 1, 0, stream, places, nullptr) == CUDA_SUCCESS;
  ok = ok && cuStreamSynchronize(stream) == CUDA_SUCCESS;
  ok = ok && cuMemcpyDtoH(h, (CUdeviceptr)d, sizeof h) == CUDA_SUCCESS;
  for (int i = 0; ok && i < n; ++i)
    ok = h[i] == (5 + i + 100) * 2;
  CUcontext current, primary;
  ok = ok && cuCtxGetCurrent(&current) == CUDA_SUCCESS;
  ok = ok && cuDevicePrimaryCtxRetain(&primary, 0) == CUDA_SUCCESS && current == primary;
  ok = ok && cudaGetLastError() == cudaSuccess;
  cudaStreamDestroy(stream);
  cudaFree(d);
  puts(ok ? "PASSED" : "FAILED");
  return !ok;
}
