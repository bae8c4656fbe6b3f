// Kernels named in initializer lists, where the name of a template or of overloads is chosen by what is initialised:
// each may be launched with any block size, from anywhere, and has its handle.
#include <cstdio>
#include <cuda_runtime.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

template <int Block>
__global__ void reduceListed(const float *in, float *out, int n) {
  __shared__ float part[Block];
  int t = threadIdx.x;
  part[t] = t < n ? in[t] : 0;
  __syncthreads();
  for (int k = Block / 2; k; k >>= 1) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  if (t == 0)
    *out = part[0];
}

struct ListedSize {
  int block;
  void (*run)(const float *, float *, int);
};
static const ListedSize listedSizes[] = {{32, reduceListed<32>}, {64, &reduceListed<64>}, {128, reduceListed<128>}};

template <typename T>
__global__ void setListed(T *p, T v) {
  p[threadIdx.x] = v;
}
template <typename T>
__global__ void addListed(T *p, T v) {
  p[threadIdx.x] += v;
}
template <typename T>
__global__ void onlyListed(T *p, T v) {
  p[threadIdx.x] = v * 2;
}
__global__ void overloadListed(int *p, int v) { p[threadIdx.x] = v; }
__global__ void overloadListed(float *p, float v) { p[threadIdx.x] = v / 2; }

using FloatKernel = void (*)(float *, float);
struct ListedOperation {
  const char *name;
  FloatKernel run;
};
struct ListedLauncher {
  FloatKernel run;
  void operator()(float *p, float v, int n) const { run<<<1, n>>>(p, v); }
};
template <typename T>
struct ListedMember {
  void (*run)(T *, T);
  static ListedMember make() { return {setListed<T>}; }
};

static bool holds(const float *d, std::vector<float> want) {
  std::vector<float> got(want.size());
  cudaMemcpy(got.data(), d, got.size() * sizeof(float), cudaMemcpyDeviceToHost);
  return got == want && cudaGetLastError() == cudaSuccess;
}

int main() {
  float in[128], *dIn, *d;
  for (int i = 0; i < 128; ++i)
    in[i] = i;
  cudaMalloc(&dIn, sizeof in);
  cudaMalloc(&d, 8 * sizeof(float));
  cudaMemcpy(dIn, in, sizeof in, cudaMemcpyHostToDevice);
  bool ok = true;
  for (int n : {5, 40, 100, 128})
    for (const ListedSize &s : listedSizes)
      if (n <= s.block) {
        s.run<<<1, s.block>>>(dIn, d, n);
        ok = ok && holds(d, {n * (n - 1) / 2.0f});
        break;
      }

  // Beside launches with another block size, and with no offset.
  cudaMemset(d, 0, 8 * sizeof(float));
  setListed<float><<<1, 1>>>(d, 1);
  addListed<float><<<1, 1>>>(d, 1);
  std::vector<FloatKernel> list{setListed<float>, &addListed<float>};
  std::map<std::string, FloatKernel> named = {{"set", setListed<float>}, {"add", addListed<float>}};
  std::pair<int, FloatKernel> pair{2, addListed<float>};
  list[0]<<<1, 2>>>(d + 1, 3);
  named["add"]<<<1, 3>>>(d + 1, 4);
  pair.second<<<1, pair.first>>>(d, 10);
  ok = ok && holds(d, {12, 17, 7, 4});

  ListedOperation operations[] = {{"overload", overloadListed}, {"set", setListed<float>}};
  overloadListed<<<1, 1>>>(d, 2.0f);
  operations[0].run<<<1, 4>>>(d + 2, 8);
  ok = ok && holds(d, {1, 17, 4, 4, 4, 4});
  ListedLauncher launcher{onlyListed<float>};
  launcher(d, 3, 2);
  ListedMember<float>::make().run<<<1, 2>>>(d + 4, 9);
  ok = ok && holds(d, {6, 6, 4, 4, 9, 9});

  float v = 5, *p = d + 3;
  void *arguments[] = {&p, &v};
  const void *byAddress[] = {(const void *)addListed<float>};
  ok = ok && cudaLaunchKernel(byAddress[0], dim3(1), dim3(4), arguments, 0, nullptr) == cudaSuccess &&
       holds(d, {6, 6, 4, 9, 14, 14, 5});
  puts(ok ? "PASSED" : "FAILED");
  return !ok;
}
