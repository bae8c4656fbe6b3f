// Written types of device pointers and their uses.
#include <cuda_runtime.h>
#include <vector>
#define Real float // names the type of two declarators

__global__ void touch(float *v) { v[0] += 1; }
__global__ void get(const float *v, float *w) { w[0] = v[0]; }

struct Buffers {
  float *in, *out;
  // HOST: float *in; cl_mem out;
  int n;
};

static float *make(size_t bytes) {
  float *p;
  cudaMalloc(&p, bytes);
  return p;
}

static int swap(float *pair[2], float one[], int from) {
  // HOST: static int swap(float *pair[2], float one[], int from) {
  touch<<<1, 1>>>(pair[from]);
  touch<<<1, 1>>>(one + 1);
  return 1 - from;
}

int main() {
  Buffers b;
  cudaMalloc(&b.in, 64);
  cudaMalloc(&b.out, 64);
  touch<<<1, 1>>>(b.out);
  touch<<<1, 1>>>(b.in + 4);
  float *h = new float[16], *d = make(64), x = 0;
  // HOST: float *h = new float[16], *d = make(64), x = 0;
  touch<<<1, 1>>>(&d[x > 0 ? 1 : 2]);
  // HOST: clrt::launch(touch, {1, 1}, &d[x > 0 ? 1 : 2]);
  const float *q = &d[3];
  get<<<1, 1>>>(q, d);
  cudaMemcpy(&(d[(2 - 1) * 2]), h, 4, cudaMemcpyHostToDevice);
  std::vector<float *> all;
  // HOST: std::vector<float *> all;
  all.push_back(d);
  cudaMemcpy(h, all[0], 4 * sizeof(*d), cudaMemcpyDeviceToHost);
  float *table[2] = {d, d + 8};
  for (int i = 0; i < 2; i++)
    touch<<<1, 1>>>(table[i]);
  swap(table, d, 0);
  cudaFree(d);
  // HOST: clrt::free(d);
  std::vector<float *> buffers(2);
  // HOST: std::vector<cl_mem> buffers(2);
  for (float *&each : buffers)
    cudaMalloc((void **)&each, 64);
  // HOST: for (cl_mem &each : buffers)
  // HOST: clrt::malloc(&each, 64);
  float **list = new float *[2];
  // HOST: cl_mem *list = new cl_mem[2];
  cudaMalloc(&list[0], 4);
  cudaFree(list[0]);
  delete[] list;
  Real *single, own[4];
  // HOST: cl_mem single; Real own[4];
  cudaMalloc(&single, sizeof own);
  cudaMemcpy(own, single, sizeof own, cudaMemcpyDeviceToHost);
  cudaFree(single);
  delete[] h;
  return x > 1;
}
