// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// R11: API calls inside a macro that expands to an inline function with __FILE__ and __LINE__; the
// status is passed on.
#include "check.h"

#include <cstdlib>
#include <string>

static int calls = 0, last_line = 0;

#define SAFE(call) safe_call(call, __FILE__, __LINE__)
#define SAFE_ALL(call)                                                                             \
  do {                                                                                             \
    cudaError_t code = call;                                                                       \
    if (code != cudaSuccess) {                                                                     \
      fprintf(stderr, "'%s' failed: %s\n", #call, cudaGetErrorString(code));                       \
      exit(3);                                                                                     \
    }                                                                                              \
  } while (0)
#define LAST_ERROR() safe_call(cudaGetLastError(), __FILE__, __LINE__)

inline cudaError_t safe_call(cudaError_t code, const char *file, int line) {
  calls++;
  last_line = line;
  EXPECT(strstr(file, "r11") != nullptr);
  return code;
}

__device__ float product(float a, float b) { return a * b; }
#define APPLY(function, ...) function(__VA_ARGS__)

__global__ void square(float *v, int n) {
  int i = threadIdx.x;
  if (i < n)
    v[i] = APPLY(product, v[i], v[i]);
}

template <int N, typename T> __global__ void addTo(T *v, int n) {
  int i = threadIdx.x;
  if (i < n)
    v[i] += N;
}

// Each use launches another instance.
#define CASE(BITS)                                                                                 \
  case BITS:                                                                                       \
    addTo<BITS, float><<<1, 32>>>(d, 20);                                                          \
    break
#define RUN(KERNEL, N, T, v) KERNEL<N, T><<<1, 32>>>(v, 20)
#define LAUNCH(KERNEL, ...) KERNEL<<<1, 32>>>(__VA_ARGS__)

static void launches() {
  float *d, host[20] = {};
  SAFE(cudaMalloc((void **)&d, sizeof host));
  SAFE(cudaMemset(d, 0, sizeof host));
  for (int bits = 1; bits < 5; bits++)
    switch (bits) {
      CASE(1);
      CASE(2);
      CASE(4);
    }
  RUN(addTo, 8, float, d);
  RUN(addTo, 16, float, d);
  LAUNCH((addTo<32, float>), d, 20);
  SAFE(cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 20; i++)
    EXPECT_EQ(host[i], 63.0f);
  SAFE(cudaFree(d));
}

// Uses that need different text: other kinds of pointers, deduced instances, macros in macros.
#define ALLOC(p, n) SAFE(cudaMalloc((void **)&(p), (n) * sizeof(*(p))))
#define COPY(to, from, n, kind) SAFE_ALL(cudaMemcpy(to, from, (n) * sizeof(*(from)), kind))
#define ADD(N, v) addTo<N><<<1, 32>>>(v, count)
#define ADD_TWICE(N, v)                                                                            \
  do {                                                                                             \
    int count = 20; /* elements */                                                                 \
    ADD(N, v);                                                                                     \
    names += #v;                                                                                   \
    ADD(N, v);                                                                                     \
  } while (0)

static void texts() {
  std::string names;
  float *f, host[20] = {};
  int *i, numbers[20] = {};
  ALLOC(f, 40);
  ALLOC(i, 20);
  COPY(f + 20, host, 20, cudaMemcpyHostToDevice);
  COPY(i, numbers, 20, cudaMemcpyHostToDevice);
  ADD_TWICE(1, f + 20);
  if (names.empty())
    ADD_TWICE(2, i);
  else
    ADD_TWICE(3, i);
  ADD_TWICE(3, f + 20);
  COPY(f, f + 20, 20, cudaMemcpyDeviceToDevice);
  COPY(host, f, 20, cudaMemcpyDeviceToHost);
  COPY(numbers, i, 20, cudaMemcpyDeviceToHost);
  for (int k = 0; k < 20; k++) {
    EXPECT_EQ(host[k], 8.0f);
    EXPECT_EQ(numbers[k], 6);
  }
  EXPECT(names == "f + 20if + 20");
  SAFE(cudaFree(f));
  SAFE(cudaFree(i));
}

// A function of both sides and, in the macro's last lines, the kernel that calls it.
#define BOTH_SIDES_AND_KERNEL(name, T, expression)                                                 \
  __host__ __device__ T name##_of(T x) { return expression; }                                      \
  __global__ void name##_all(float *v, int n) {                                                    \
    int i = threadIdx.x;                                                                           \
    if (i < n)                                                                                     \
      v[i] = name##_of(v[i]);                                                                      \
  }
#define AFTER_IT 1
BOTH_SIDES_AND_KERNEL(thrice, float, x * 3)
BOTH_SIDES_AND_KERNEL(next_whole, int, x + AFTER_IT)

// A kernel and what launches it, both from one macro, before other code on the same line.
#define KERNEL_AND_LAUNCHER(name, expression)                                                      \
  __global__ void name##_kernel(float *v, int n) {                                                 \
    int i = threadIdx.x;                                                                           \
    if (i < n)                                                                                     \
      v[i] = expression;                                                                           \
  }                                                                                                \
  void name(float *v, int n) { name##_kernel<<<1, n>>>(v, n); }
KERNEL_AND_LAUNCHER(half_of, v[i] * 0.5f)
KERNEL_AND_LAUNCHER(plus_index, v[i] + i)

    int main() {
  float v[20], *d = nullptr;
  for (int i = 0; i < 20; i++)
    v[i] = 0.5f * i;
  EXPECT(SAFE(cudaMalloc((void **)&d, sizeof v)) == cudaSuccess);
  EXPECT_EQ(last_line, __LINE__ - 1);
  SAFE_ALL(cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice));
  square<<<1, 32>>>(d, 20);
  EXPECT(LAST_ERROR() == cudaSuccess);
  SAFE(cudaDeviceSynchronize());
  float out[20];
  SAFE_ALL(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 20; i++)
    EXPECT_EQ(out[i], v[i] * v[i]);
  thrice_all<<<1, 32>>>(d, 20);
  next_whole_all<<<1, 32>>>(d, 20);
  OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 20; i++)
    EXPECT_EQ(out[i], next_whole_of(thrice_of(v[i] * v[i])));
  OK(cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice));
  square<<<1, 32>>>(d, 20);
  half_of(d, 20);
  plus_index(d, 20);
  OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 20; i++)
    EXPECT_EQ(out[i], v[i] * v[i] * 0.5f + i);
  EXPECT(SAFE(cudaMemcpy(out, d, sizeof out, (cudaMemcpyKind)77)) != cudaSuccess);
  EXPECT(LAST_ERROR() != cudaSuccess);
  EXPECT(LAST_ERROR() == cudaSuccess);
  SAFE_ALL(cudaFree(d));
  EXPECT_EQ(calls, 6);
  launches();
  texts();
  return verdict();
}
