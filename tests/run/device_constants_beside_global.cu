// Pointers that lead to __constant__ variables and to global memory.
#include <cstdio>

__constant__ float table[8];
__constant__ int offsets[4] = {3, 2, 1, 0};
__constant__ float alone[2] = {0.5f, 0.25f}; // meets no other memory
struct View {
  const float *data;
  int n;
};

__device__ const float *pick(bool first, const float *a, const float *b) { return first ? a : b; }
__device__ float sum(const float *p, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i] * alone[i & 1];
  return s;
}

__global__ void choose(float *out, const float *in, int n) {
  int t = threadIdx.x;
  const float *p = in;
  if (t > n)
    p = table;
  const float *q;
  q = t & 1 ? table + 1 : in + 2;
  View v;
  v.data = table;
  if (t & 2)
    v.data = in;
  const float *both[2] = {table, in};
  out[t] = p[t & 7] + q[1] + v.data[2] + pick(t & 4, table, in)[3] + both[t & 1][offsets[t & 3]] + sum(table, 8) +
           sum(in, 8);
}

__global__ void read(float *out) { out[threadIdx.x] = table[threadIdx.x & 7] * alone[threadIdx.x & 1]; }

int main() {
  const int threads = 16;
  float t[8], in[8], result[threads], *device, *out;
  const float halves[2] = {0.5f, 0.25f};
  const int places[4] = {3, 2, 1, 0};
  int wrong = 0;
  for (int i = 0; i < 8; ++i) {
    t[i] = 100 + i;
    in[i] = i * 2;
  }
  cudaMalloc(&device, sizeof in);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(device, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(table, t, sizeof t);
  choose<<<1, threads>>>(out, device, 5);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  float sums = 0;
  for (int i = 0; i < 8; ++i)
    sums += t[i] * halves[i & 1] + in[i] * halves[i & 1];
  for (int i = 0; i < threads; ++i) {
    const float *p = i > 5 ? t : in, *q = i & 1 ? t + 1 : in + 2, *v = i & 2 ? in : t, *k = i & 4 ? t : in;
    const float *both[2] = {t, in};
    float e = p[i & 7] + q[1] + v[2] + k[3] + both[i & 1][places[i & 3]] + sums;
    if (result[i] != e && ++wrong)
      std::printf("%d: %g instead of %g\n", i, result[i], e);
  }
  cudaMemcpyToSymbol(table, in, sizeof in);
  read<<<1, threads>>>(out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < threads; ++i)
    wrong += result[i] != in[i & 7] * halves[i & 1];
  std::puts(wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
