// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The bundled headers parse on both sides, with and without the C++ library, and resolve overloads
// as nvcc does.

#include "catalog/Catalog.h"
#include "catalog/EmbeddedHeaders.h"
#include "command.h"
#include <gtest/gtest.h>

using namespace cu2cl::catalog;

namespace {

void parses(const std::string &Source, std::vector<std::string> Extra = {}) {
  for (bool Device : {false, true}) {
    std::vector<std::string> Arguments = cudaArguments(Device);
    Arguments.insert(Arguments.end(), Extra.begin(), Extra.end());
    Arguments.push_back("@");
    CommandResult R = runOnText(Arguments, Source, "cu");
    EXPECT_EQ(R.Status, 0) << (Device ? "device" : "host") << "\n" << R.Output;
  }
}

const char *Everything = R"cuda(
__constant__ float coef[16];
__device__ float g;
__global__ void __launch_bounds__(256) k(float *__restrict__ a, int n, double *d, unsigned u) {
  extern __shared__ float s[];
  __shared__ float3 t[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  dim3 b = blockDim;
  uint3 q = threadIdx;
  float3 f = make_float3(1, 2, 3);
  s[threadIdx.x] = sqrt(a[i]) + sqrtf(2) + pow(a[i], 2) + abs(i) + abs(a[i]) + max(i, 0) + max(u, i);
  __syncthreads();
  d[i] = sin(i) + fabs(a[i]) + rsqrt(a[i]) + __sinf(a[i]) + isnan(a[i]) + min(a[i], 2.0) + exp(a[i]);
  atomicAdd(&a[0], s[0]);
  atomicAdd(d, 1.0);
  atomicCAS((unsigned long long *)d, 1ull, 2ull);
  int e;
  frexp(a[i], &e);
  float ss, cc;
  sincosf(a[i], &ss, &cc);
  sincos(d[i], d, d + 1);
  printf("%d %f\n", i, a[i]);
  long long c = clock64();
  c += clock();
  a[i] = __ldg(&a[i]) + __shfl_down_sync(0xffffffff, a[i], 4) + __popc(u) + __int_as_float(3) + t[0].x;
  a[i] += f.x + coef[0] + g + warpSize + q.x + b.x + c + u;
  memcpy(a, d, 4);
  assert(n > 3);
}
template <class T> __global__ void tk(T *p, T v) { p[threadIdx.x] = max(v, p[0]); }
int host() {
  float *a;
  double *d = 0;
  cudaStream_t st;
  cudaMalloc(&a, 100);
  cudaMalloc((void **)&a, 100);
  cudaStreamCreate(&st);
  cudaMemcpyToSymbol(coef, a, 4);
  cudaMemcpyToSymbolAsync(g, a, 4, 0, cudaMemcpyHostToDevice, st);
  k<<<dim3(1, 2), 256, 1024, st>>>(a, 3, d, 4);
  tk<float><<<(3 + 255) / 256, 256>>>(a, 1.f);
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  cudaEvent_t e;
  cudaEventCreate(&e);
  cudaEventRecord(e);
  cudaFuncSetCacheConfig(k, cudaFuncCachePreferL1);
  cudaFuncSetCacheConfig(tk<float>, cudaFuncCachePreferL1);
  int nb;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, k, 256, 0);
  void *args[1];
  cudaLaunchKernel((void *)k, dim3(1), dim3(1), args, 0, 0);
  printf("%s %f", cudaGetErrorString(cudaSuccess), sqrt(2.f) + max(1, 2) + rsqrtf(2));
  float4 v = make_float4(1, 2, 3, 4);
  return strcmp("a", "b") + p.clockRate + (int)v.x;
}
)cuda";

TEST(Headers, ParseOrdinaryCuda) {
  parses(Everything);
  parses(Everything, {"-std=c++11"});
  parses(Everything, {"-std=c++20"});
}

TEST(Headers, LiveWithTheCxxLibrary) {
  std::string Library = "#include <algorithm>\n#include <chrono>\n#include <cmath>\n"
                        "#include <complex>\n#include <functional>\n#include <iostream>\n"
                        "#include <limits>\n#include <map>\n#include <math.h>\n"
                        "#include <numeric>\n#include <random>\n#include <stdlib.h>\n"
                        "#include <string>\n#include <thread>\n#include <vector>\n";
  std::string Use = R"cuda(
__global__ void k2(float *a, double *d, int n) {
  a[0] = std::sqrt(a[1]) + std::sin(d[0]) + std::pow(a[0], 3) + std::abs(n) + std::abs(a[0]) +
         std::min(n, 3) + std::max(a[0], a[1]) + std::isnan(a[0]) + std::isinf(d[0]) +
         std::numeric_limits<float>::max() + std::fma(a[0], a[1], 1.f) + std::ldexp(d[0], 2);
}
int h() {
  std::vector<float> v(3);
  std::sort(v.begin(), v.end());
  std::complex<float> c(1, 2);
  std::mt19937 g;
  std::cout << abs(c) << std::sqrt(2.0f) << max(1, 2) << std::endl;
  return (int)std::uniform_real_distribution<float>()(g) + abs(-3) + (int)abs(2.5) + isnan(2.0f);
}
)cuda";
  parses(Library + Everything + Use);
  parses(Library + "using namespace std;\n" + Everything + Use);
  parses(Library + "using namespace std;\n" + Everything + Use, {"-std=c++14"});
}

TEST(Headers, PlainCAndCxxFiles) {
  std::string Source = R"(#include <cuda_runtime.h>
#include <stdio.h>
int f(void) {
  float *p;
  struct cudaDeviceProp q;
  dim3 g = {1, 2, 3};
  float4 v = make_float4(1, 2, 3, 4);
  cudaError_t e = cudaMalloc((void **)&p, 4);
  cudaMemcpyAsync(p, p, 4, cudaMemcpyHostToDevice, 0);
  cudaGetDeviceProperties(&q, 0);
  return e == cudaSuccess && g.x && v.x > 0;
}
)";
  for (const char *Language : {"c", "c++"}) {
    CommandResult R = runOnText({CU2CL_TEST_CLANG, "-x", Language, "-Wall", "-Wextra", "-Werror",
                                 "-I", CU2CL_TEST_HEADERS, "-fsyntax-only", "@"},
                                Source, "c");
    EXPECT_EQ(R.Status, 0) << R.Output;
  }
}

// Alone in a C++ file, and all together in a CUDA file; but for the rows that headers include.
TEST(Headers, EachParses) {
  std::string All;
  for (const EmbeddedFile &File : cudaHeaders()) {
    if (File.Name.ends_with(".def"))
      continue;
    std::string Include = "#include <" + File.Name.str() + ">\n";
    if (File.Name == "clrt/driver_api.h") // a part of it
      Include = "#include <cuda.h>\n" + Include;
    if (File.Name == "clrt/names_end.h") // the other half of a pair
      Include = "#include <clrt/names_begin.h>\n" + Include;
    All += Include;
    if (const Header *Row = findHeader(File.Name); Row && !Row->Base.empty())
      continue; // it only includes another one
    CommandResult R = runOnText({CU2CL_TEST_CLANG, "-x", "c++", "-Wall", "-Wextra", "-Werror", "-I",
                                 CU2CL_TEST_HEADERS, "-fsyntax-only", "@"},
                                Include, "cpp");
    EXPECT_EQ(R.Status, 0) << R.Output;
  }
  parses(All);
}

// What overload resolution chooses, asked by types.
TEST(Headers, OverloadsAreThoseOfNvcc) {
  std::string Check = R"cuda(
template <class A, class B> struct same { static const bool value = false; };
template <class A> struct same<A, A> { static const bool value = true; };
#define IS(type, ...) static_assert(same<type, decltype(__VA_ARGS__)>::value, #__VA_ARGS__)
__device__ void f(float x, double d, int i, unsigned u, long long l, unsigned long long ul, short s) {
  IS(float, sqrt(x)); IS(double, sqrt(d)); IS(double, sqrt(i)); IS(float, fabs(x)); IS(int, abs(i));
  IS(float, abs(x)); IS(double, abs(d)); IS(long long, abs(l)); IS(int, abs(s));
  IS(float, pow(x, x)); IS(double, pow(x, i)); IS(double, pow(x, d)); IS(double, pow(i, i));
  IS(int, max(i, i)); IS(unsigned, max(i, u)); IS(unsigned, min(u, i)); IS(float, max(x, x));
  IS(double, max(x, d)); IS(double, min(d, x)); IS(long long, max(l, l)); IS(unsigned long long, max(l, ul));
  IS(float, rsqrt(x)); IS(double, rsqrt(d)); IS(float, exp10(x)); IS(float, round(x));
  IS(float, fmod(x, x)); IS(float, fmaxf(x, d)); IS(double, fmax(x, d)); IS(float, fmax(x, x));
  IS(float, floor(x)); IS(double, floor(i)); IS(float, atan2(x, x)); IS(float, fma(x, x, x));
  IS(bool, isnan(x)); IS(bool, isinf(d)); IS(long, lround(x)); IS(float, ldexp(x, i)); IS(int, ilogb(x));
  IS(int, __clz(i)); IS(int, __popc(u)); IS(float, __sinf(d)); IS(unsigned, threadIdx.x + 1 - 1);
  IS(float, atomicAdd(&x, x)); IS(unsigned, atomicInc(&u, u)); IS(int, warpSize + 0);
}
)cuda";
  parses(Check + "__device__ void g(short s) { IS(int, max(s, s)); }\n");
  parses("#include <cmath>\n#include <math.h>\n" + Check);
  parses("#include <cmath>\n#include <algorithm>\nusing namespace std;\n" + Check);
}

} // namespace
