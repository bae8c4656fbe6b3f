// What a project calls its own variables and functions means nothing: CUDA's names count where
// CUDA's headers declare them.

struct Index {
  unsigned x, y, z;
};

// Its x is the same in all threads of the block: the barrier is for all.
__global__ void own_thread_index(float *a, unsigned n) { // CL: __kernel void own_thread_index(
  __shared__ float s[64];
  Index threadIdx = {blockIdx.x, 0, 0};
  s[::threadIdx.x] = a[::threadIdx.x]; // CL: s[get_local_id(0)] = a[get_local_id(0)];
  if (threadIdx.x < n) { // CL: if (threadIdx.x < n) { barrier(
    __syncthreads();
    a[::threadIdx.x] = s[0];
  }
}

// As a parameter.
__device__ float first(const float *s, Index threadIdx) { return s[threadIdx.x]; }
__global__ void own_parameter(float *a, unsigned n) { // CL: __kernel void own_parameter(
  __shared__ float s[64];
  s[threadIdx.x] = a[threadIdx.x];
  Index at = {0, 0, 0};
  if (n > 1) { // CL: if (n > 1) { barrier(
    __syncthreads();
    a[threadIdx.x] = first(s, at);
  }
}

// In a namespace, device memory like any other.
namespace mine {
__device__ Index blockIdx;
__device__ int warpSize;
} // namespace mine
// CL: __kernel void own_globals(__global unsigned *out, __global Index *blockIdx,
__global__ void own_globals(unsigned *out) {
  out[threadIdx.x] = mine::blockIdx.x + mine::warpSize; // CL-NOT: get_group_id(0) + 32
}

namespace mine {
__device__ int min(int a, int b) { return a - b; }
__device__ int __popc(int a) { return a * 1000; }
__device__ int __syncthreads_or(int a) { return a + int(threadIdx.x); }
} // namespace mine
// No barrier, and its result differs.
__global__ void own_functions(int *out, int n) { // CL: __kernel void own_functions(
  __shared__ int s[64];
  int t = mine::__syncthreads_or(n);
  if (mine::min(t, n) > 5) // CL: bool active = !(
    return;
  s[threadIdx.x] = mine::__popc(t);
  __syncthreads();
  out[threadIdx.x] = s[0];
}
