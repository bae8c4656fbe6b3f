// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs: explicit nodes, instances, updates.

#include "graph_fixture.h"

namespace {

TEST_F(Graph, NodesRunInTheOrderOfTheirDependencies) {
  // Made in the wrong order: the dependencies come later.
  clrt::graph_node last = add_kernel(add_entry, d, 100);
  clrt::graph_node first = add_kernel(fill_entry, d, 5);
  clrt::graph_node middle = add_kernel(add_entry, d, 20, {first});
  OK(clrt::graph_add_dependencies(g, &middle, &last, 1));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::graph_add_dependencies(g, &middle, &last, 1));
  run();
  EXPECT_EQ(get(d, n), all(125));
  run();
  EXPECT_EQ(get(d, n), all(125));

  clrt::graph_node roots[2] = {nullptr, nullptr}, from[4], to[4];
  size_t count = 0;
  OK(clrt::graph_get_root_nodes(g, nullptr, &count));
  EXPECT_EQ(count, 1u);
  count = 2;
  OK(clrt::graph_get_root_nodes(g, roots, &count));
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(roots[0], first);
  EXPECT_EQ(roots[1], nullptr);
  count = 4;
  OK(clrt::graph_get_edges(g, from, to, &count));
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(from[0], middle);
  EXPECT_EQ(to[0], last);
  count = 1;
  OK(clrt::graph_node_get_dependent_nodes(first, roots, &count));
  EXPECT_EQ(roots[0], middle);
  OK(clrt::graph_node_get_dependencies(last, nullptr, &count));
  EXPECT_EQ(count, 1u);

  OK(clrt::graph_remove_dependencies(g, &middle, &last, 1));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::graph_remove_dependencies(g, &middle, &last, 1));
  OK(clrt::graph_destroy_node(last));
  OK(clrt::graph_get_nodes(g, nullptr, &count));
  EXPECT_EQ(count, 2u);
  OK(clrt::graph_exec_destroy(exec));
  exec = nullptr;
  run();
  EXPECT_EQ(get(d, n), all(25));
}

TEST_F(Graph, CopiesFillsHostFunctionsAndChildren) {
  std::vector<int> in(n, 7), out(n, 0);
  clrt::graph_node copy, set, host, read, empty, inside, whole;
  clrt::graph child;
  OK(clrt::graph_create(&child, 0));
  OK(clrt::graph_add_memcpy_node_1d(&copy, child, nullptr, 0, d, in.data(), n * sizeof(int),
                                    CLRT_MEMCPY_HOST_TO_DEVICE));
  clrt::memset_params m = {d2, 0, 0x01020304, 4, n / 2, 1};
  OK(clrt::graph_add_memset_node(&set, child, &copy, 1, &m));
  OK(clrt::graph_add_child_graph_node(&whole, g, nullptr, 0, child));
  OK(clrt::graph_destroy(child));
  OK(clrt::graph_add_empty_node(&empty, g, &whole, 1));
  inside = add_kernel(add_entry, d, 1, {empty});
  OK(clrt::graph_add_memcpy_node_1d(&read, g, &inside, 1, out.data(), d, n * sizeof(int),
                                    CLRT_MEMCPY_DEVICE_TO_HOST));
  clrt::host_node_params h = {[](void *data) {
                                for (int &v : *static_cast<std::vector<int> *>(data))
                                  v *= 10;
                              },
                              &out};
  OK(clrt::graph_add_host_node(&host, g, &read, 1, &h));
  run();
  EXPECT_EQ(out, all(80));
  std::vector<int> half = all(0);
  std::fill(half.begin(), half.begin() + n / 2, 0x01020304);
  EXPECT_EQ(get(d2, n), half);
  std::fill(in.begin(), in.end(), 1); // read when it is launched
  run();
  EXPECT_EQ(out, all(20));

  clrt::graph_node_type type;
  OK(clrt::graph_node_get_type(whole, &type));
  EXPECT_EQ(type, CLRT_GRAPH_NODE_TYPE_GRAPH);
  OK(clrt::graph_child_graph_node_get_graph(whole, &child));
  size_t count = 0;
  OK(clrt::graph_get_nodes(child, nullptr, &count));
  EXPECT_EQ(count, 2u);
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::graph_memset_node_get_params(whole, &m));
}

TEST_F(Graph, NodesTellAndTakeParameters) {
  clrt::graph_node k = add_kernel(fill_entry, d, 3), set;
  clrt::kernel_node_params p;
  OK(clrt::graph_kernel_node_get_params(k, &p));
  EXPECT_EQ(p.func, reinterpret_cast<void *>(fill_entry));
  EXPECT_EQ(*static_cast<int *>(p.kernelParams[1]), 3);
  EXPECT_EQ(*static_cast<int **>(p.kernelParams[0]), d);
  EXPECT_EQ(p.blockDim.x, unsigned(n));
  int four = 4;
  p.kernelParams[1] = &four;
  OK(clrt::graph_kernel_node_set_params(k, &p));
  clrt::memset_params m = {d2, 32, 1, 1, 16, 4}, told;
  OK(clrt::graph_add_memset_node(&set, g, &k, 1, &m));
  run();
  EXPECT_EQ(get(d, n), all(4));
  EXPECT_EQ(get(d2, 5), (std::vector<int>{0x01010101, 0x01010101, 0x01010101, 0x01010101, 0}));
  OK(clrt::graph_memset_node_get_params(set, &told));
  EXPECT_EQ(told.pitch, 32u);
  EXPECT_EQ(told.width, 16u);
  EXPECT_EQ(told.height, 4u);

  // Of the instance alone: the graph keeps what it has.
  p = kernel_params(add_entry, d, 6);
  OK(clrt::graph_exec_kernel_node_set_params(exec, k, &p));
  told.value = 0;
  OK(clrt::graph_exec_memset_node_set_params(exec, set, &told));
  run();
  EXPECT_EQ(get(d, n), all(10));
  EXPECT_EQ(get(d2, 1), std::vector<int>{0});
  unsigned on = 1;
  OK(clrt::graph_node_set_enabled(exec, k, 0));
  OK(clrt::graph_node_get_enabled(exec, k, &on));
  EXPECT_EQ(on, 0u);
  run();
  EXPECT_EQ(get(d, n), all(10));
  OK(clrt::graph_node_set_enabled(exec, k, 1));
  OK(clrt::graph_exec_update(exec, g, nullptr));
  run();
  EXPECT_EQ(get(d, n), all(4));
}

TEST_F(Graph, UpdatesKeepTheShape) {
  add_kernel(add_entry, d, 1, {add_kernel(fill_entry, d, 1)});
  run();
  EXPECT_EQ(get(d, n), all(2));
  clrt::graph other = nullptr, first = g;
  OK(clrt::graph_clone(&other, g));
  clrt::graph_node original, copy;
  size_t one = 1;
  OK(clrt::graph_get_root_nodes(g, &original, &one));
  OK(clrt::graph_node_find_in_clone(&copy, original, other));
  EXPECT_NE(copy, original);
  clrt::kernel_node_params p = kernel_params(fill_entry, d, 40);
  OK(clrt::graph_kernel_node_set_params(copy, &p));
  clrt::graph_exec_update_result_info info;
  OK(clrt::graph_exec_update(exec, other, &info));
  EXPECT_EQ(info.result, CLRT_GRAPH_EXEC_UPDATE_SUCCESS);
  run();
  EXPECT_EQ(get(d, n), all(41));

  g = other;
  add_kernel(add_entry, d, 1);
  FAILS(CLRT_ERROR_GRAPH_EXEC_UPDATE_FAILURE, clrt::graph_exec_update(exec, g, &info));
  EXPECT_EQ(info.result, CLRT_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
  run();
  EXPECT_EQ(get(d, n), all(41));
  OK(clrt::graph_destroy(first));
}

TEST_F(Graph, WhatCannotBeIsRefused) {
  clrt::graph_node one = add_kernel(fill_entry, d, 1), two = add_kernel(fill_entry, d, 1, {one}),
                   none = nullptr;
  clrt::kernel_node_params p = kernel_params(fill_entry, d, 1);
  p.func = &p; // no kernel
  FAILS(CLRT_ERROR_INVALID_DEVICE_FUNCTION, clrt::graph_add_kernel_node(&none, g, nullptr, 0, &p));
  p = kernel_params(fill_entry, d, 1);
  p.extra = places;
  FAILS(CLRT_ERROR_NOT_SUPPORTED, clrt::graph_add_kernel_node(&none, g, nullptr, 0, &p));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::graph_add_empty_node(&none, g, nullptr, 1));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::graph_add_empty_node(&none, g, &none, 1));
  int host = 0;
  clrt::memset_params m = {&host, 0, 0, 4, 1, 1};
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::graph_add_memset_node(&none, g, nullptr, 0, &m));
  m = {d, 0, 0, 3, 1, 1};
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::graph_add_memset_node(&none, g, nullptr, 0, &m));
  EXPECT_EQ(none, nullptr);
  OK(clrt::graph_add_dependencies(g, &two, &one, 1)); // a circle
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::graph_instantiate(&exec, g));
  OK(clrt::graph_remove_dependencies(g, &two, &one, 1));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::graph_launch(nullptr, a));
  FAILS(CLRT_ERROR_NOT_SUPPORTED,
        clrt::graph_instantiate(&exec, g, CLRT_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH));
  clrt::graph gone;
  OK(clrt::graph_create(&gone, 0));
  OK(clrt::graph_destroy(gone));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::graph_destroy(gone));
}

TEST_F(Graph, LaunchesOfOneAreInOrder) {
  add_kernel(add_entry, d, 1);
  OK(clrt::graph_instantiate(&exec, g));
  Gate gate;
  OK(gate.hold(a));
  OK(clrt::graph_launch(exec, a));
  OK(clrt::graph_launch(exec, b)); // after the one in `a`
  NOT_READY(clrt::stream_query(b));
  gate.open();
  OK(clrt::stream_synchronize(b));
  std::vector<int> v(n);
  OK(clrt::read_async(v.data(), d, n * sizeof(int), b));
  EXPECT_EQ(v, all(2));
}

} // namespace
