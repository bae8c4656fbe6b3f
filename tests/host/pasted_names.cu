// Names of the API that macros of the project put together from pieces: written out where the
// macro that makes one is used, if its body is nothing else.
#include <cuda_runtime.h>

#define DIR(d) cudaMemcpy##d // HOST: #define DIR(d) cudaMemcpy##d
#define ERR(e) cudaError##e  // HOST: #define ERR(e) cudaError##e
#define FLAG(x) cudaHostAlloc##x
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b) // HOST: #define JOIN(a, b) JOIN_(a, b)
#define UP DIR(HostToDevice)
#define CHECK(call)                                                                                \
  if ((call) != ERR(Unknown))                                                                      \
  return 1
#define FAILS(e) (status == cudaError##e) // DIAG: 3032
#define DOWN cudaMemcpyDevice##ToHost
// HOST: #define UP CLRT_MEMCPY_HOST_TO_DEVICE
// HOST: if ((call) != CLRT_ERROR_UNKNOWN)
// HOST: #define FAILS(e) (status == cudaError##e)
// HOST: #define DOWN CLRT_MEMCPY_DEVICE_TO_HOST

int main() {
  int *p, h = 4;
  JOIN(cudaError, _t) status;
  // HOST: clrt::error status;
  cudaMalloc((void **)&p, 4);
  status = cudaMemcpy(p, &h, 4, DIR(HostToDevice)); // HOST: CLRT_MEMCPY_HOST_TO_DEVICE);
  status = cudaMemcpy(&h, p, 4, UP);
  status = cudaMemcpy(&h, p, 4, DOWN); // HOST: DOWN);
  CHECK(cudaMemcpy(&h, p, 4, DIR(DeviceToHost))); // HOST: CLRT_MEMCPY_DEVICE_TO_HOST));
  if (status == ERR(InvalidValue) || // HOST: if (status == CLRT_ERROR_INVALID_VALUE ||
      status == JOIN(cudaError, MemoryAllocation) || // HOST: CLRT_ERROR_MEMORY_ALLOCATION
      FAILS(LaunchFailure))
    return 1;
  cudaHostAlloc((void **)&p, 8, FLAG(Mapped) | FLAG(Portable));
  // HOST: CLRT_HOST_ALLOC_MAPPED | CLRT_HOST_ALLOC_PORTABLE
}
