__device__ float sum(const float *v, int i) { return v[i] + v[i ^ 1]; }

__global__ void smooth(const float *in, float *out, int n) {
  __shared__ float tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = 0;
  if (i >= n)
    return;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = sum(tile, threadIdx.x) + sum(in, 0);
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 100 * sizeof(float));
  cudaMalloc(&out, 100 * sizeof(float));
  smooth<<<2, 64>>>(in, out, 100);
  cudaDeviceSynchronize();
}
