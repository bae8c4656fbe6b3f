// The core of the driver API stays as it is; what is left is marked.
#include <cuda.h>
// HOST: #include <clrt/driver.h>

const char *const Text = ".version 8.0\n.target sm_70\n.visible .entry k() { ret; }"; // DIAG: 3311

CUresult run(CUdeviceptr p, CUstream s) {
  CUmodule module;
  CUfunction f;
  CUresult r = cuModuleLoad(&module, "kernels.ptx");
  // HOST: CUresult r = cuModuleLoad(&module, "kernels.ptx");
  if (r == CUDA_SUCCESS)
    r = cuModuleGetFunction(&f, module, "k");
  void *places[] = {&p};
  if (r == CUDA_SUCCESS)
    r = cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, s, places, nullptr);
  // HOST: r = cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, s, places, nullptr);
  cuCtxEnablePeerAccess(nullptr, 0); // DIAG: 3304
  cuStreamEndCapture(s, nullptr);    // DIAG: 3303
  return r;
}
