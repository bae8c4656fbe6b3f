// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What host macros make strings of is the CUDA source's text: calls, launches, names of kernels, in
// every place in which a macro can show it.
#include "check.h"

#include <map>
#include <string>

template <int N, class T> __global__ void add(T *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] += N;
}

static std::string last;
static cudaError_t keep(cudaError_t error, const char *text) {
  last = text;
  return error;
}
static void keepAll(const char *a, const std::string &b = "", const char *c = "") {
  last = a + b + c;
}

#define CALL(call) keep((call), #call)
#define CALL_OF(text, ...) (last = std::string(text) + #__VA_ARGS__, __VA_ARGS__)
#define RUN(launch)                                                                                \
  do {                                                                                             \
    keepAll("ran ", #launch);                                                                      \
    launch;                                                                                        \
  } while (0)
#define BESIDE(call) (keepAll("[" #call "]" ":", "", "end"), (call))
#define INNER(call) keep((call), #call)
#define OUTER(call) INNER(call)
#define CHOSEN(call, kind) ((kind) ? #call : #kind)
#define STATUS(call)                                                                               \
  [&]() -> std::string {                                                                           \
    cudaError_t e = call;                                                                          \
    return e ? "failed" : #call;                                                                   \
  }()
#define ENTRY(kernel, n)                                                                           \
  { #kernel, n }
#define SAME(expression) keep(cudaSuccess, #expression)
#define HALF_OF(n) ((n) / 2)
// No call can stand here: the port's own text is shown (CU2CL3020).
#define WITH_FILE(call) (last = __FILE__ " " #call, (call))
#define LENGTH(call) sizeof(#call)

static int *device;

static void calls() {
  OK(CALL(cudaMalloc(&device, 4 * sizeof(int))));
  EXPECT(last == "cudaMalloc(&device, 4 * sizeof(int))");
  OK(CALL(cudaMemset( device ,0,  HALF_OF(8) /* bytes */ * sizeof(int) )));
  EXPECT(last == "cudaMemset( device ,0, HALF_OF(8) * sizeof(int) )");
  int host[4] = {1, 2, 3, 4};
  OK(CALL(cudaMemcpy(device, host, sizeof host,
                     cudaMemcpyHostToDevice)));
  EXPECT(last == "cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice)");
  OK(CALL_OF("got ", cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost)));
  EXPECT(last == "got cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost)");
  OK(BESIDE(cudaDeviceSynchronize()));
  EXPECT(last == "[cudaDeviceSynchronize()]:end");
  OK(OUTER(cudaGetLastError()));
  EXPECT(last == "cudaGetLastError()");
  EXPECT(STATUS(cudaPeekAtLastError()) == "cudaPeekAtLastError()");
  EXPECT(CHOSEN(cudaSuccess, cudaErrorInvalidValue) == std::string("cudaSuccess"));
  EXPECT(CHOSEN(cudaSuccess, cudaSuccess) == std::string("cudaSuccess"));
  OK(WITH_FILE(cudaDeviceSynchronize()));
  EXPECT(last.find("synchronize()") != std::string::npos ||
         last.find("Synchronize()") != std::string::npos);
  EXPECT(LENGTH(cudaSuccess) > 1);
  OK(SAME(host[0] + 1));
  EXPECT(last == "host[0] + 1");
  OK(CALL(keep(cudaGetLastError(), "with \"quotes\" and \\n")));
  EXPECT(last == "keep(cudaGetLastError(), \"with \\\"quotes\\\" and \\\\n\")");
}

static void kernels() {
  RUN((add<3><<<1, 4>>>(device, 4)));
  EXPECT(last == "ran (add<3><<<1, 4>>>(device, 4))");
  RUN(cudaMemset(device, 0, 4));
  EXPECT(last == "ran cudaMemset(device, 0, 4)");
  std::map<std::string, int> names = {ENTRY(cudaStreamNonBlocking, cudaStreamNonBlocking),
                                      ENTRY(cudaHostAllocMapped, 2), ENTRY(other, 3)};
  EXPECT_EQ(names["cudaStreamNonBlocking"], (int)cudaStreamNonBlocking);
  EXPECT_EQ(names["cudaHostAllocMapped"], 2);
  EXPECT_EQ(names["other"], 3);
}

// A list whose macro gets the name of another one.
#define STATES(X) X(cudaSuccess) X(cudaErrorInvalidValue) X(other)
#define NAME_CASE(state)                                                                           \
  case (int)state:                                                                                 \
    return #state;
enum { other = 1000 };

static const char *nameOf(int state) {
  switch (state) {
    STATES(NAME_CASE)
  default:
    return "?";
  }
}

static void lists() {
  EXPECT(nameOf(cudaErrorInvalidValue) == std::string("cudaErrorInvalidValue"));
  EXPECT(nameOf(cudaSuccess) == std::string("cudaSuccess"));
  EXPECT(nameOf(other) == std::string("other"));
}

int main() {
  lists();
  calls();
  kernels();
  OK(CALL(cudaFree(device)));
  EXPECT(last == "cudaFree(device)");
  return verdict();
}
