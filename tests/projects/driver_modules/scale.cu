// Kernels that are found by their names, and variables.
struct Pair {
  char tag;
  double value;
};

__constant__ float bias;
__device__ int calls;
namespace counts {
__device__ int threads = 3;
}

extern "C" __global__ void scale(float *v, float factor, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * STEP;
  if (i == 0)
    calls += 1;
  for (int k = i; k < i + STEP && k < n; ++k)
    v[k] = v[k] * factor + bias;
}

// In C++ the name is _Z9shiftPairPf4Paircx.
__global__ void shiftPair(float *v, Pair p, char c, long long n) {
  long long i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] += float(p.value) + p.tag + c;
  atomicAdd(&counts::threads, 1);
}

// Memory that holds addresses.
extern "C" __global__ void gather(float *const *rows, float *out, int n) {
  if (threadIdx.x < n)
    out[threadIdx.x] = rows[threadIdx.x][threadIdx.x];
}
