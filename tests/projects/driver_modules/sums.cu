// Of the same name as a kernel of the other module.
extern "C" __global__ void scale(int *out, const int *in) {
  extern __shared__ int part[];
  part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}
