// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program that loads its kernels at run time: memory, streams, the current device and errors are
// those of the process.
#include "plugin.h"

#include <cstdio>
#include <dlfcn.h>
#include <string>
#include <unistd.h>

static int failures = 0;
#define EXPECT(...) ((__VA_ARGS__) ? (void)0 : (void)(printf("line %d: %s\n", __LINE__, #__VA_ARGS__), failures++))

// Beside the program, or in the folder above, as the build system likes.
static void *load(const char *name, int how) {
  char self[4096] = "";
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
    return nullptr;
  std::string folder(self);
  folder.erase(folder.rfind('/'));
  for (const char *place : {"/lib", "/../lib", "/../lib/lib"})
    if (void *library = dlopen((folder + place + name + ".so").c_str(), RTLD_NOW | how))
      return library;
  printf("%s\n", dlerror());
  return nullptr;
}
template <class Function> static Function *find(void *library, const char *name) {
  return reinterpret_cast<Function *>(dlsym(library, name));
}

__global__ void number(float *v, int n) {
  int i = threadIdx.x;
  if (i < n)
    v[i] = i;
}

static bool holds(const float *device, float factor, float square, int n) {
  float h[16];
  EXPECT(cudaMemcpy(h, device, n * sizeof *h, cudaMemcpyDeviceToHost) == cudaSuccess);
  for (int i = 0; i < n; i++)
    if (h[i] != factor * i + square * i * i)
      return false;
  return true;
}

static void use_scale(float *v, int n, cudaStream_t stream) {
  void *library = load("scale", RTLD_LOCAL);
  EXPECT(library);
  if (!library)
    return;
  auto scale = find<int(float *, float, int, cudaStream_t)>(library, "scale");
  auto calls = find<int()>(library, "scale_calls");
  EXPECT(find<int()>(library, "current_device")() == 0);
  number<<<1, n>>>(v, n);
  EXPECT(scale(v, 2, n, nullptr) == 0);
  EXPECT(holds(v, 2, 0, n));
  number<<<1, n, 0, stream>>>(v, n);
  EXPECT(scale(v, 3, n, stream) == 0);
  EXPECT(scale(v + 1, 2, n - 1, stream) == 0);
  EXPECT(cudaStreamSynchronize(stream) == cudaSuccess);
  EXPECT(holds(v, 6, 0, n));
  EXPECT(calls() == 3);
  EXPECT(cudaMemset(nullptr, 0, 4) != cudaSuccess);
  EXPECT(find<int()>(library, "last_error")() == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaSuccess);
  dlclose(library);
}

static void use_table(float *v, int n, cudaStream_t stream) {
  void *library = load("table", RTLD_GLOBAL);
  EXPECT(library);
  if (!library)
    return;
  auto table = static_cast<const Table *>(dlsym(library, "functions"));
  int *squares = table->make(n), h[16] = {};
  EXPECT(cudaMemcpy(h, squares, n * sizeof *h, cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT(h[n - 1] == (n - 1) * (n - 1));
  EXPECT(table->add(Shape{v, n}, squares, stream) == cudaSuccess);
  EXPECT(cudaStreamSynchronize(stream) == cudaSuccess);
  EXPECT(holds(v, 6, 1, n));
  table->drop(squares);
  EXPECT(cudaFree(squares) != cudaSuccess);
  EXPECT(cudaGetLastError() != cudaSuccess);
  dlclose(library);
}

int main() {
  const int n = 8;
  float *v;
  cudaStream_t stream;
  EXPECT(cudaMalloc(&v, n * sizeof *v) == cudaSuccess);
  EXPECT(cudaStreamCreate(&stream) == cudaSuccess);
  use_scale(v, n, stream);
  use_table(v, n, stream);
  use_scale(v, n, stream); // once more: its variables start anew
  EXPECT(cudaStreamDestroy(stream) == cudaSuccess);
  EXPECT(cudaFree(v) == cudaSuccess);
  printf("%s\n", failures ? "FAILED" : "PASSED");
  return failures != 0;
}
