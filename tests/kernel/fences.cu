// Fences order memory for those that CUDA says: OpenCL's own orders it for the block only.

#include <cuda_runtime.h>

__global__ void fences(int *v) {
  v[0] = 1;
  __threadfence_block();
  v[1] = 2;
  __threadfence();
  v[2] = 3;
  __threadfence_system();
  v[3] = 4;
}
// CL: #include "clrt/device/fence.clh"
// CL: v[0] = 1;
// CL: mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
// CL: v[1] = 2;
// CL: clrt_fence_device();
// CL: v[2] = 3;
// CL: clrt_fence_system();

__global__ void assembly(int *v) {
  asm volatile("membar.gl;" ::: "memory");
  v[0] = 1;
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
}
// CL: clrt_fence_device();
// CL: v[0] = 1;
// CL: clrt_fence_device();
