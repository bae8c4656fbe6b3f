// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs: captured streams, nodes made one by one, instances, updates, and what a capture rules
// out.
#include <cstdio>
#include <cstring>
#include <vector>

static int failures = 0;
#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      printf("line %d: %s\n", __LINE__, #condition);                                               \
      ++failures;                                                                                  \
    }                                                                                              \
  } while (0)
#define OK(call) CHECK((call) == cudaSuccess)

const int n = 256;

struct View {
  int *data;
  int length;
};

__constant__ int bias[2];

__global__ void scale(int *v, int factor, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    v[i] *= factor;
}

__global__ void shift(View v, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < v.length)
    v.data[i] += by + bias[1];
}

template <typename T> __global__ void sum(const T *a, const T *b, T *c, int count) {
  extern __shared__ int places[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  places[threadIdx.x] = i;
  __syncthreads();
  if (i < count)
    c[i] = a[places[threadIdx.x]] + b[i];
}

static bool all(const std::vector<int> &v, int value) {
  for (int x : v)
    if (x != value)
      return false;
  return true;
}

static std::vector<int> get(const int *d) {
  std::vector<int> v(n);
  OK(cudaMemcpy(v.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost));
  return v;
}

static void count_call(void *data) { ++*static_cast<int *>(data); }

// One stream, launched several times; what it reads changes between the launches.
static void captured_stream() {
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  int *d, *pinned, calls = 0, by = 3;
  OK(cudaMalloc(&d, n * sizeof(int)));
  OK(cudaMallocHost(&pinned, 2 * n * sizeof(int)));
  int table[2] = {0, 10};
  OK(cudaMemcpyToSymbol(bias, table, sizeof table));
  for (int i = 0; i < n; ++i)
    pinned[i] = 1;

  cudaGraph_t graph;
  cudaStreamCaptureStatus status;
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  OK(cudaMemcpyAsync(d, pinned, n * sizeof(int), cudaMemcpyHostToDevice, s));
  scale<<<(n + 63) / 64, 64, 0, s>>>(d, by, n);
  by = 1000; // arguments were copied
  shift<<<n / 64, 64, 0, s>>>(View{d + 0, n}, 5);
  OK(cudaGetLastError());
  OK(cudaMemcpyAsync(pinned + n, d, n * sizeof(int), cudaMemcpyDeviceToHost, s));
  OK(cudaLaunchHostFunc(s, count_call, &calls));
  OK(cudaStreamIsCapturing(s, &status));
  CHECK(status == cudaStreamCaptureStatusActive);
  OK(cudaStreamEndCapture(s, &graph));
  CHECK(calls == 0);

  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
  for (int round = 1; round <= 3; ++round) {
    for (int i = 0; i < n; ++i)
      pinned[i] = round;
    OK(cudaGraphLaunch(exec, s));
    OK(cudaStreamSynchronize(s));
    CHECK(pinned[n] == 3 * round + 15 && pinned[2 * n - 1] == 3 * round + 15);
    CHECK(calls == round);
  }
  size_t nodes = 0;
  OK(cudaGraphGetNodes(graph, NULL, &nodes));
  CHECK(nodes == 5);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaFreeHost(pinned));
  OK(cudaFree(d));
  OK(cudaStreamDestroy(s));
}

// Streams that join by events; the graph is made anew each round and updates the instance.
static void forks_and_updates() {
  cudaStream_t first, second;
  cudaEvent_t fork, join;
  OK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  OK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  OK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  int *a, *b, *c;
  OK(cudaMalloc(&a, n * sizeof(int)));
  OK(cudaMalloc(&b, n * sizeof(int)));
  OK(cudaMalloc(&c, n * sizeof(int)));
  cudaGraphExec_t exec = NULL;
  for (int round = 1; round <= 3; ++round) {
    cudaGraph_t graph;
    OK(cudaStreamBeginCapture(first, cudaStreamCaptureModeThreadLocal));
    OK(cudaMemsetAsync(a, round, n * sizeof(int), first));
    OK(cudaEventRecord(fork, first));
    OK(cudaStreamWaitEvent(second, fork, 0));
    OK(cudaMemsetAsync(b, 0, n * sizeof(int), second));
    scale<<<n / 64, 64, 0, first>>>(a, round, n);
    OK(cudaEventRecord(join, second));
    OK(cudaStreamWaitEvent(first, join, 0));
    sum<int><<<n / 64, 64, 64 * sizeof(int), first>>>(a, b, c, n);
    OK(cudaStreamEndCapture(first, &graph));
    cudaGraphExecUpdateResult result = cudaGraphExecUpdateError;
    cudaGraphNode_t wrong;
    if (exec) {
      OK(cudaGraphExecUpdate(exec, graph, &wrong, &result));
      CHECK(result == cudaGraphExecUpdateSuccess);
    } else {
      OK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    }
    OK(cudaGraphDestroy(graph)); // the instance has a copy
    OK(cudaGraphUpload(exec, second));
    OK(cudaGraphLaunch(exec, second));
    OK(cudaStreamSynchronize(second));
    CHECK(all(get(c), round * (round * 0x01010101)));
  }
  OK(cudaGraphExecDestroy(exec));
  OK(cudaFree(a));
  OK(cudaFree(b));
  OK(cudaFree(c));
  OK(cudaEventDestroy(fork));
  OK(cudaEventDestroy(join));
  OK(cudaStreamDestroy(first));
  OK(cudaStreamDestroy(second));
}

// Nodes one by one: memset, kernels by their addresses, a copy, a host function, a child graph.
static void explicit_nodes() {
  int *d, *e, calls = 0;
  std::vector<int> out(n);
  OK(cudaMalloc(&d, n * sizeof(int)));
  OK(cudaMalloc(&e, n * sizeof(int)));
  cudaGraph_t graph, inner;
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphCreate(&inner, 0));

  cudaGraphNode_t set, multiply, child, add, read, call;
  cudaMemsetParams fill = {};
  fill.dst = d;
  fill.value = 7;
  fill.elementSize = 4;
  fill.width = n;
  fill.height = 1;
  OK(cudaGraphAddMemsetNode(&set, graph, NULL, 0, &fill));

  int factor = 2, count = n;
  void *places[] = {&d, &factor, &count};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void *)scale;
  kernel.gridDim = dim3(n / 64, 1, 1);
  kernel.blockDim = dim3(64, 1, 1);
  kernel.sharedMemBytes = 0;
  kernel.kernelParams = places;
  kernel.extra = NULL;
  OK(cudaGraphAddKernelNode(&multiply, graph, &set, 1, &kernel));
  factor = 100; // the node has a copy

  OK(cudaGraphAddMemcpyNode1D(&child, inner, NULL, 0, e, d, n * sizeof(int),
                              cudaMemcpyDeviceToDevice));
  OK(cudaGraphAddChildGraphNode(&child, graph, &multiply, 1, inner));
  OK(cudaGraphDestroy(inner));

  void *sum_places[] = {&d, &e, &d, &count};
  cudaKernelNodeParams sum_params = kernel;
  sum_params.func = (void *)sum<int>;
  sum_params.sharedMemBytes = 64 * sizeof(int);
  sum_params.kernelParams = sum_places;
  OK(cudaGraphAddKernelNode(&add, graph, NULL, 0, &sum_params));
#if CUDART_VERSION >= 13000
  OK(cudaGraphAddDependencies(graph, &child, &add, NULL, 1));
#else
  OK(cudaGraphAddDependencies(graph, &child, &add, 1));
#endif
  OK(cudaGraphAddMemcpyNode1D(&read, graph, &add, 1, out.data(), d, n * sizeof(int),
                              cudaMemcpyDeviceToHost));
  cudaHostNodeParams host = {};
  host.fn = count_call;
  host.userData = &calls;
  OK(cudaGraphAddHostNode(&call, graph, &read, 1, &host));

  cudaGraphExec_t exec;
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  CHECK(all(out, 28) && calls == 1);

  factor = 5;
  OK(cudaGraphExecKernelNodeSetParams(exec, multiply, &kernel));
  fill.value = 1;
  OK(cudaGraphExecMemsetNodeSetParams(exec, set, &fill));
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  CHECK(all(out, 10) && calls == 2);

  cudaKernelNodeParams told;
  OK(cudaGraphKernelNodeGetParams(multiply, &told));
  CHECK(told.func == (void *)scale && *(int *)told.kernelParams[1] == 2 &&
        told.gridDim.x == n / 64);
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(call, &type));
  CHECK(type == cudaGraphNodeTypeHost);
  size_t edges = 0, roots = 0;
#if CUDART_VERSION >= 13000
  OK(cudaGraphGetEdges(graph, NULL, NULL, NULL, &edges));
#else
  OK(cudaGraphGetEdges(graph, NULL, NULL, &edges));
#endif
  OK(cudaGraphGetRootNodes(graph, NULL, &roots));
  CHECK(edges == 5 && roots == 1);

  cudaGraph_t copy;
  OK(cudaGraphClone(&copy, graph));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphInstantiate(&exec, copy, 0));
  OK(cudaGraphLaunch(exec, 0));
  OK(cudaDeviceSynchronize());
  CHECK(all(out, 28) && calls == 3);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(copy));
  OK(cudaStreamDestroy(s));
  OK(cudaFree(d));
  OK(cudaFree(e));
}

// Copies by their parameters, and to a symbol that kernels have a copy of.
static void symbols_and_slices() {
  int in[n], *d, two[2] = {0, 1};
  OK(cudaMalloc(&d, n * sizeof(int)));
  for (int i = 0; i < n; ++i)
    in[i] = 5;
  cudaGraph_t graph;
  cudaGraphNode_t copy[2], kernel, clear;
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddMemcpyNodeToSymbol(&copy[0], graph, NULL, 0, bias, two, sizeof two, 0,
                                    cudaMemcpyHostToDevice));
  cudaMemcpy3DParms rows = {};
  rows.srcPtr = make_cudaPitchedPtr(in, 16 * sizeof(int), 16, n / 16);
  rows.dstPtr = make_cudaPitchedPtr(d, 16 * sizeof(int), 16, n / 16);
  rows.extent = make_cudaExtent(8 * sizeof(int), n / 16, 1);
  rows.kind = cudaMemcpyHostToDevice;
  OK(cudaGraphAddMemcpyNode(&copy[1], graph, NULL, 0, &rows));
  View view = {d, n};
  int by = 10;
  void *places[] = {&view, &by};
  cudaKernelNodeParams p = {};
  p.func = (void *)shift;
  p.gridDim = dim3(n / 64);
  p.blockDim = dim3(64);
  p.kernelParams = places;
  OK(cudaGraphAddKernelNode(&kernel, graph, copy, 2, &p));
  cudaMemsetParams corner = {};
  corner.dst = d;
  corner.pitch = 16 * sizeof(int);
  corner.value = 0;
  corner.elementSize = 4;
  corner.width = 2;
  corner.height = 3;
  OK(cudaGraphAddMemsetNode(&clear, graph, &kernel, 1, &corner));
  view.data = NULL;
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 1; round <= 2; ++round) {
    two[1] = round;
    OK(cudaMemset(d, 0, n * sizeof(int)));
    OK(cudaGraphLaunch(exec, 0));
    std::vector<int> v = get(d);
    for (int i = 0; i < n; ++i)
      CHECK(v[i] == (i / 16 < 3 && i % 16 < 2 ? 0 : (i % 16 < 8 ? 5 : 0) + 10 + round));
  }
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaFree(d));
}

static void refused() {
  cudaStream_t s;
  cudaGraph_t graph = NULL;
  cudaStreamCaptureStatus status;
  OK(cudaStreamCreate(&s));
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  CHECK(cudaStreamSynchronize(s) == cudaErrorStreamCaptureUnsupported);
  OK(cudaStreamIsCapturing(s, &status));
  CHECK(status == cudaStreamCaptureStatusInvalidated);
  CHECK(cudaStreamEndCapture(s, &graph) == cudaErrorStreamCaptureInvalidated);
  CHECK(graph == NULL);
  cudaGetLastError();
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  int *p = NULL;
  OK(cudaMalloc(&p, 4));
  OK(cudaStreamEndCapture(s, &graph));
  OK(cudaFree(p));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(s));
}

int main() {
  captured_stream();
  forks_and_updates();
  explicit_nodes();
  symbols_and_slices();
  refused();
  puts(failures ? "FAILED" : "PASSED");
  return failures != 0;
}
