// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What device code prints of its own text is the CUDA source's: failed assertions with condition,
// place and function.
#include "check.h"

#include <cassert>
#include <cstring>
#include <string>
#include <unistd.h>

#define REQUIRE(c) assert(c)
#define ENSURE(c)                                                                                  \
  if (!(c)) {                                                                                      \
    __assert_fail(#c, __FILE__, static_cast<unsigned int>(__LINE__), __func__);                    \
  }

struct Range {
  int end;
  __device__ bool has(int i) const {
    assert(threadIdx.x < blockDim.x && i < end && "out of range");
    return i < end;
  }
};

template <class T, int N> __device__ T first(const T *v) {
  assert(v[0] != N);
  return v[0];
}

__global__ void plain(const int *v, int n) { assert(v[threadIdx.x] < blockDim.x + n); }
__global__ void through(const int *v, int n) {
  if (n == 0)
    REQUIRE(threadIdx.x == v[0]);
  else if (n == 1)
    REQUIRE(v[0] < 0 || gridDim.x > 1);
  else
    ENSURE(blockIdx.x > v[0]);
}
__global__ void methods(const int *v, int n) { Range{n}.has(v[0]); }
__global__ void templates(const int *v) { first<int, 5>(v); }

// What macros become in an argument before it is shown.
#define SHOW(x) #x
#define EXPANDED(x) SHOW(x)
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)
#define WIDTH 16
#define ROUNDED(x) roundf(x)
#define EXPANDED_SUM(x) EXPANDED(x + THREAD)
static __device__ int shown(char *out, const char *text, int n) {
  int at = 0;
  while (text[at]) {
    out[n + at] = text[at];
    ++at;
  }
  return n + at;
}
__global__ void bodies(char *out, float f) {
  int n = shown(out, EXPANDED(THREAD + WIDTH), 0);
  n = shown(out, " id " EXPANDED(THREAD) ";", n);
  n = shown(out, SHOW(THREAD + WIDTH), n);
  n = shown(out, EXPANDED(ROUNDED(f)), n);
  n = shown(out, EXPANDED_SUM(WIDTH), n);
  out[n] = ROUNDED(f) + THREAD;
}
static void checkBodies() {
  const char want[] = "(blockIdx.x * blockDim.x + threadIdx.x) + 16"
                      " id (blockIdx.x * blockDim.x + threadIdx.x);"
                      "THREAD + WIDTH"
                      "roundf(f)"
                      "16 + (blockIdx.x * blockDim.x + threadIdx.x)\3";
  char got[256] = {}, *d;
  OK(cudaMalloc(&d, sizeof got));
  OK(cudaMemset(d, 0, sizeof got));
  bodies<<<1, 1>>>(d, 2.5f);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  OK(cudaFree(d));
  if (strcmp(got, want))
    printf("%s\n%s\n", got, want);
  EXPECT(!strcmp(got, want));
}

/// What \p launch prints until the device has stopped.
template <class Launch> static std::string outputOf(Launch launch) {
  char path[] = "/tmp/cu2cl-shown-XXXXXX", text[2048] = "";
  int file = mkstemp(path), saved = dup(1);
  fflush(stdout);
  dup2(file, 1);
  int *v;
  OK(cudaMalloc(&v, sizeof(int)));
  int five = 5;
  OK(cudaMemcpy(v, &five, sizeof five, cudaMemcpyHostToDevice));
  launch(v);
  cudaError_t error = cudaDeviceSynchronize();
  cudaDeviceReset();
  cudaGetLastError();
  fflush(stdout);
  dup2(saved, 1);
  close(saved);
  EXPECT_EQ(error, cudaErrorAssert);
  lseek(file, 0, SEEK_SET);
  EXPECT(read(file, text, sizeof text - 1) > 0);
  close(file);
  unlink(path);
  return text;
}

/// Whether \p text has \p message after the name of this file.
static bool shows(const std::string &text, const std::string &message) {
  bool found = text.find("device_shown_text.cu:" + message + "\n") != std::string::npos;
  if (!found)
    printf("no '%s' in:\n%s\n", message.c_str(), text.c_str());
  return found;
}

int main() {
  checkBodies();
  const std::string at = ": block: [0,0,0], thread: [0,0,0] Assertion ";
  std::string text = outputOf([](int *v) { plain<<<1, 1>>>(v, 2); });
  EXPECT(shows(text, "32: void plain(const int *, int)" + at +
                         "`v[threadIdx.x] < blockDim.x + n` failed."));
  text = outputOf([](int *v) { through<<<1, 1>>>(v, 0); });
  EXPECT(shows(text, "35: void through(const int *, int)" + at + "`threadIdx.x == v[0]` failed."));
  text = outputOf([](int *v) { through<<<1, 1>>>(v, 1); });
  EXPECT(shows(text, "37: void through(const int *, int)" + at +
                         "`v[0] < 0 || gridDim.x > 1` failed."));
  text = outputOf([](int *v) { through<<<1, 1>>>(v, 2); });
  EXPECT(shows(text, "39: through" + at + "`blockIdx.x > v[0]` failed."));
  text = outputOf([](int *v) { methods<<<1, 1>>>(v, 4); });
  EXPECT(shows(text, "22: bool Range::has(int) const" + at +
                         "`threadIdx.x < blockDim.x && i < end && \"out of range\"` failed."));
  text = outputOf([](int *v) { templates<<<1, 1>>>(v); });
  EXPECT(shows(text, "28: T first(const T *) [with T=int, N=5]" + at + "`v[0] != N` failed."));
  return verdict();
}
