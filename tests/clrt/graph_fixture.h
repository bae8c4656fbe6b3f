// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Two buffers, two streams and a graph of kernels that add to or fill the buffers.

#ifndef CU2CL_TESTS_CLRT_GRAPH_FIXTURE_H
#define CU2CL_TESTS_CLRT_GRAPH_FIXTURE_H

#include "fixture.h"

#include <string>

namespace {

void add_entry(int *v, int value, int n) { clrt::kernel_entry(__func__, v, value, n); }
const clrt::kernel<clrt::global<int>, int, int> add_value(kernels_cl, "add", add_entry);
void fill_entry(int *v, int value, int n) { clrt::kernel_entry(__func__, v, value, n); }
const clrt::kernel<clrt::global<int>, int, int> fill_value(kernels_cl, "fill", fill_entry);

const int n = 64;

class Graph : public Clrt {
protected:
  void SetUp() override {
    Clrt::SetUp();
    OK(clrt::malloc(&d, n * sizeof(int)));
    OK(clrt::malloc(&d2, n * sizeof(int)));
    OK(clrt::memset(d, 0, n * sizeof(int)));
    OK(clrt::memset(d2, 0, n * sizeof(int)));
    OK(clrt::stream_create(&a));
    OK(clrt::stream_create(&b));
    OK(clrt::graph_create(&g, 0));
  }
  void TearDown() override {
    if (exec)
      EXPECT_EQ(clrt::graph_exec_destroy(exec), CLRT_SUCCESS);
    EXPECT_EQ(clrt::graph_destroy(g), CLRT_SUCCESS);
    for (clrt::stream s : {a, b})
      EXPECT_EQ(clrt::stream_destroy(s), CLRT_SUCCESS);
    EXPECT_EQ(clrt::free(d), CLRT_SUCCESS);
    EXPECT_EQ(clrt::free(d2), CLRT_SUCCESS);
    Clrt::TearDown();
  }
  clrt::kernel_node_params kernel_params(void (*entry)(int *, int, int), int *p, int value) {
    address = p;
    number = value;
    places[0] = &address;
    places[1] = &number;
    places[2] = &size;
    clrt::kernel_node_params k = clrt::kernel_node_params();
    k.func = reinterpret_cast<void *>(entry);
    k.gridDim = dim3(1);
    k.blockDim = dim3(n);
    k.kernelParams = places;
    return k;
  }
  clrt::graph_node add_kernel(void (*entry)(int *, int, int), int *p, int value,
                              std::vector<clrt::graph_node> needs = {}) {
    clrt::kernel_node_params k = kernel_params(entry, p, value);
    clrt::graph_node node = nullptr;
    EXPECT_EQ(clrt::graph_add_kernel_node(&node, g, needs.data(), needs.size(), &k), CLRT_SUCCESS);
    address = nullptr; // the node has copies
    number = -1;
    return node;
  }
  void run() {
    if (!exec)
      OK(clrt::graph_instantiate(&exec, g));
    OK(clrt::graph_launch(exec, a));
    OK(clrt::stream_synchronize(a));
  }
  void replace_graph(clrt::graph other) {
    OK(clrt::graph_destroy(g));
    g = other;
  }

  int *d = nullptr, *d2 = nullptr, *address = nullptr, number = 0, size = n;
  void *places[3];
  clrt::stream a = nullptr, b = nullptr;
  clrt::graph g = nullptr;
  clrt::graph_exec exec = nullptr;
};

inline std::vector<int> all(int value) { return std::vector<int>(n, value); }

} // namespace

#endif
