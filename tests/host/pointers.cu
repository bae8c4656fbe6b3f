// Written types of device pointers and their uses.
#include <cuda_runtime.h>
#include <vector>

__global__ void touch(float *v) { v[0] += 1; }
__global__ void get(const float *v, float *w) { w[0] = v[0]; }

struct Buffers {
  float *in, *out;
  // HOST: clrt::ptr<float> in; cl_mem out;
  int n;
};

static float *make(size_t bytes) {
  float *p;
  cudaMalloc(&p, bytes);
  return p;
}

static int swap(float *pair[2], float one[], int from) {
  // HOST: static int swap(clrt::ptr<float> pair[2], clrt::ptr<float> one, int from) {
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
  // HOST: float *h = new float[16]; clrt::ptr<float> d = make(64); float x = 0;
  touch<<<1, 1>>>(&d[x > 0 ? 1 : 2]);
  // HOST: clrt::launch(touch, {1, 1}, d + (x > 0 ? 1 : 2));
  const float *q = &d[3];
  // HOST: clrt::ptr<const float> q = d + 3;
  get<<<1, 1>>>(q, d);
  cudaMemcpy(&(d[(2 - 1) * 2]), h, 4, cudaMemcpyHostToDevice);
  // HOST: clrt::write((d + ((2 - 1) * 2)), h, 4);
  std::vector<float *> all;
  // HOST: std::vector<clrt::ptr<float>> all;
  all.push_back(d);
  cudaMemcpy(h, all[0], 4 * sizeof(*d), cudaMemcpyDeviceToHost);
  // HOST: 4 * sizeof(float)
  float *table[2] = {d, d + 8};
  // HOST: clrt::ptr<float> table[2] = {d, d + 8};
  for (int i = 0; i < 2; i++)
    touch<<<1, 1>>>(table[i]);
  swap(table, d, 0);
  cudaFree(d);
  delete[] h;
  return x > 1;
}
