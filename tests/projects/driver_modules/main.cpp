// The driver API from end to end: modules by name, arguments by places and in a buffer, variables.
#include "table.h"
#include <cstdio>
#include <cstring>
#include <vector>

static int failed;
static void check(CUresult r, const char *what, CUresult expected = CUDA_SUCCESS) {
  const char *name = "?";
  if (r == expected)
    return;
  cuGetErrorName(r, &name);
  printf("%s: %s\n", what, name);
  ++failed;
}
#define CHECK(call) check(call, #call)
static void expect(bool ok, const char *what) {
  if (!ok) {
    printf("wrong: %s\n", what);
    ++failed;
  }
}

struct Pair {
  char tag;
  double value;
};

int main() {
  CUdeviceptr early;
  check(cuMemAlloc(&early, 4), "before cuInit", CUDA_ERROR_NOT_INITIALIZED);
  CHECK(cuInit(0));
  CUdevice device;
  CUcontext context;
  char name[64];
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDeviceGetName(name, sizeof name, device));
  check(cuMemAlloc(&early, 4), "without a context", CUDA_ERROR_INVALID_CONTEXT);
  CHECK(cuCtxCreate(&context, nullptr, 0, device)); // CUDA 13's form

  CUmodule scales, sums, none;
  CHECK(load(&scales, "scale.ptx"));
  CHECK(load(&sums, "sums.fatbin"));
  check(load(&none, "nothing.ptx"), "a file that nobody makes", CUDA_ERROR_FILE_NOT_FOUND);
  CUfunction scale, shift, sum, gather;
  CHECK(cuModuleGetFunction(&scale, scales, "scale"));
  CHECK(cuModuleGetFunction(&shift, scales, "_Z9shiftPairPf4Paircx"));
  CHECK(cuModuleGetFunction(&gather, scales, "gather"));
  CHECK(cuModuleGetFunction(&sum, sums, "scale"));
  CUfunction missing = sum;
  check(cuModuleGetFunction(&missing, sums, "gather"), "of the other module", CUDA_ERROR_NOT_FOUND);
  expect(missing == nullptr, "a function that is not there");

  const int n = 1000;
  std::vector<float> v(n);
  for (int i = 0; i < n; ++i)
    v[i] = float(i % 50);
  CUdeviceptr d, variable;
  size_t bytes = 0;
  float bias = 0.5f;
  CHECK(cuMemAlloc(&d, n * sizeof(float)));
  CHECK(cuMemcpyHtoD(d, v.data(), n * sizeof(float)));
  CHECK(cuModuleGetGlobal(&variable, &bytes, scales, "bias"));
  expect(bytes == sizeof bias, "the size of a variable");
  CHECK(cuMemcpyHtoD(variable, &bias, sizeof bias));
  float factor = 2;
  int rest = n - 10;
  CUdeviceptr inside = d + 10 * sizeof(float);
  void *places[] = {&inside, &factor, &rest};
  CHECK(cuLaunchKernel(scale, 4, 1, 1, 128, 1, 1, 0, nullptr, places, nullptr));
  char buffer[64] = {};
  Pair p = {1, 0.25};
  char c = 2;
  long long all = n;
  memcpy(buffer, &d, 8); // the places that the parameters have
  memcpy(buffer + 8, &p, 16);
  memcpy(buffer + 24, &c, 1);
  memcpy(buffer + 32, &all, 8);
  size_t size = 40;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  CHECK(cuLaunchKernel(shift, 8, 1, 1, 128, 1, 1, 0, nullptr, nullptr, extra));
  CHECK(cuCtxSynchronize());
  std::vector<float> out(n);
  CHECK(cuMemcpyDtoH(out.data(), d, n * sizeof(float)));
  int bad = 0;
  for (int i = 0; i < n; ++i)
    bad += out[i] != (i < 10 ? v[i] : v[i] * 2 + 0.5f) + 3.25f;
  expect(bad == 0, "what the kernels computed");
  int calls = 0, threads = 0;
  CHECK(cuModuleGetGlobal(&variable, &bytes, scales, "calls"));
  CHECK(cuMemcpyDtoH(&calls, variable, sizeof calls));
  CHECK(cuModuleGetGlobal(&variable, &bytes, scales, "_ZN6counts7threadsE"));
  CHECK(cuMemcpyDtoH(&threads, variable, sizeof threads));
  expect(calls == 1 && threads == 3 + 1024, "variables");

  CUdeviceptr in, parts;
  CHECK(cuMemAlloc(&in, 256 * sizeof(int)));
  CHECK(cuMemAlloc(&parts, 4 * sizeof(int)));
  CHECK(cuMemsetD32(in, 3, 256));
  void *ints[] = {&parts, &in};
  CHECK(cuLaunchKernel(sum, 4, 1, 1, 64, 1, 1, 64 * sizeof(int), nullptr, ints, nullptr));
  int four[4] = {};
  CHECK(cuMemcpyDtoH(four, parts, sizeof four));
  expect(four[0] == 192 && four[3] == 192, "sums");

  // Addresses in memory.
  CUdeviceptr rows, list[4];
  for (int i = 0; i < 4; ++i)
    list[i] = d + i * 100 * sizeof(float);
  CHECK(cuMemAlloc(&rows, sizeof list));
  CHECK(cuMemcpyHtoD(rows, list, sizeof list));
  int count = 4;
  void *gathered[] = {&rows, &parts, &count};
  CHECK(cuLaunchKernel(gather, 1, 1, 1, 32, 1, 1, 0, nullptr, gathered, nullptr));
  float found[4] = {};
  CHECK(cuMemcpyDtoH(found, parts, sizeof found));
  for (int i = 0; i < 4; ++i)
    expect(found[i] == out[i * 100 + i], "addresses in memory");

  for (CUdeviceptr each : {d, in, parts, rows})
    CHECK(cuMemFree(each));
  CHECK(cuModuleUnload(scales));
  CHECK(cuModuleUnload(sums));
  CHECK(cuCtxDestroy(context));
  puts(failed ? "FAILED" : "PASSED");
  return failed != 0;
}
