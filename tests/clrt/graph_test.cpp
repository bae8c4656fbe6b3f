// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs: explicit nodes, instances, updates, and the capture of streams.

#include "fixture.h"

#include <cstdio>
#include <fstream>
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

const std::vector<int> all(int value) { return std::vector<int>(n, value); }

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
  in = all(1); // read when it is launched
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
  OK(clrt::graph_launch(exec, b)); // behind the one in `a`
  NOT_READY(clrt::stream_query(b));
  gate.open();
  OK(clrt::stream_synchronize(b));
  std::vector<int> v(n);
  OK(clrt::read_async(v.data(), d, n * sizeof(int), b));
  EXPECT_EQ(v, all(2));
}

TEST_F(Graph, CaptureOfOneStream) {
  std::vector<int> out(n, 0);
  int host = 0;
  clrt::stream_capture_status status;
  OK(clrt::stream_begin_capture(a, CLRT_STREAM_CAPTURE_MODE_GLOBAL));
  OK(clrt::stream_is_capturing(a, &status));
  EXPECT_EQ(status, CLRT_STREAM_CAPTURE_STATUS_ACTIVE);
  OK(clrt::memset_async(d, 0, n * sizeof(int), a));
  for (int i = 1; i <= 3; ++i)
    OK(clrt::launch(add, {1, n, 0, a}, d, i, n));
  OK(clrt::copy_async(d2, d, n * sizeof(int), a));
  OK(clrt::read_async(out.data(), d2, n * sizeof(int), a));
  OK(clrt::launch_host_func(a, [](void *p) { ++*static_cast<int *>(p); }, &host));
  clrt::graph captured;
  OK(clrt::stream_end_capture(a, &captured));
  replace_graph(captured);
  OK(clrt::stream_is_capturing(a, &status));
  EXPECT_EQ(status, CLRT_STREAM_CAPTURE_STATUS_NONE);
  OK(clrt::stream_synchronize(a));
  EXPECT_EQ(host, 0); // nothing has run
  EXPECT_EQ(out, all(0));
  run();
  run();
  EXPECT_EQ(out, all(6));
  EXPECT_EQ(host, 2);

  // A captured launch by a handle that no function stands for: its arguments can be changed.
  clrt::graph_node nodes[8];
  size_t count = 8;
  OK(clrt::graph_get_nodes(g, nodes, &count));
  EXPECT_EQ(count, 7u);
  clrt::kernel_node_params p;
  OK(clrt::graph_kernel_node_get_params(nodes[1], &p));
  EXPECT_EQ(*static_cast<int *>(p.kernelParams[1]), 1);
  int thousand = 1000;
  p.kernelParams[1] = &thousand;
  OK(clrt::graph_exec_kernel_node_set_params(exec, nodes[1], &p));
  run();
  EXPECT_EQ(out, all(1005));

  const std::string path = testing::TempDir() + "clrt_graph.dot";
  OK(clrt::graph_debug_dot_print(g, path.c_str(), 0));
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_NE(text.find("kernel add"), std::string::npos);
  std::remove(path.c_str());
}

TEST_F(Graph, CaptureOfForkAndJoin) {
  clrt::event fork, join;
  OK(clrt::event_create(&fork));
  OK(clrt::event_create(&join));
  OK(clrt::stream_begin_capture(a, CLRT_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  OK(clrt::launch(fill, {1, n, 0, a}, d, 1, n));
  OK(clrt::event_record(fork, a));
  OK(clrt::stream_wait_event(b, fork));
  OK(clrt::launch(fill, {1, n, 0, b}, d2, 2, n));
  OK(clrt::launch(add, {1, n, 0, a}, d, 10, n));
  OK(clrt::event_record(join, b));
  OK(clrt::stream_wait_event(a, join));
  OK(clrt::launch(copy_ints, {1, n, 0, a}, d, d2, n));
  FAILS(CLRT_ERROR_CAPTURED_EVENT, clrt::event_query(fork));
  FAILS(CLRT_ERROR_CAPTURED_EVENT, clrt::event_synchronize(fork));
  clrt::graph captured;
  OK(clrt::stream_end_capture(a, &captured));
  replace_graph(captured);
  size_t edges = 0, roots = 0;
  OK(clrt::graph_get_edges(g, nullptr, nullptr, &edges));
  OK(clrt::graph_get_root_nodes(g, nullptr, &roots));
  EXPECT_EQ(edges, 4u); // fill to fill and add, both to the copy
  EXPECT_EQ(roots, 1u);
  run();
  EXPECT_EQ(get(d, n), all(2));
  FAILS(CLRT_ERROR_CAPTURED_EVENT, clrt::stream_wait_event(b, fork));
  OK(clrt::event_record(fork, b)); // an event like any other again
  OK(clrt::event_synchronize(fork));
  OK(clrt::event_destroy(fork));
  OK(clrt::event_destroy(join));
}

TEST_F(Graph, GraphsInCapturesAndExternalEvents) {
  add_kernel(add_entry, d, 1);
  OK(clrt::graph_instantiate(&exec, g));
  clrt::event outside;
  OK(clrt::event_create(&outside));
  OK(clrt::stream_begin_capture(b, CLRT_STREAM_CAPTURE_MODE_RELAXED));
  OK(clrt::graph_launch(exec, b));
  OK(clrt::graph_launch(exec, b));
  OK(clrt::event_record_with_flags(outside, b, CLRT_EVENT_RECORD_EXTERNAL));
  int *more = nullptr; // allowed in this mode
  OK(clrt::malloc(&more, 4));
  OK(clrt::free(more));
  clrt::graph captured, child;
  OK(clrt::stream_end_capture(b, &captured));
  clrt::graph_node nodes[3];
  size_t count = 3;
  OK(clrt::graph_get_nodes(captured, nodes, &count));
  EXPECT_EQ(count, 3u);
  OK(clrt::graph_child_graph_node_get_graph(nodes[0], &child));
  clrt::event told;
  OK(clrt::graph_event_record_node_get_event(nodes[2], &told));
  EXPECT_EQ(told, outside);
  clrt::graph_exec both;
  OK(clrt::graph_instantiate(&both, captured));
  OK(clrt::graph_launch(both, a));
  OK(clrt::event_synchronize(outside));
  EXPECT_EQ(get(d, n), all(2));
  OK(clrt::graph_exec_destroy(both));
  OK(clrt::graph_destroy(captured));
  OK(clrt::event_destroy(outside));
  OK(clrt::stream_synchronize(a));
}

// Begins a capture of `a`, makes the call, and finds the capture invalid.
#define DISTURBS(ERROR, CALL)                                                                      \
  do {                                                                                             \
    clrt::graph nothing_ = g;                                                                      \
    clrt::stream_capture_status status_;                                                           \
    OK(clrt::stream_begin_capture(a, CLRT_STREAM_CAPTURE_MODE_GLOBAL));                            \
    FAILS(ERROR, CALL);                                                                            \
    OK(clrt::stream_is_capturing(a, &status_));                                                    \
    EXPECT_EQ(status_, CLRT_STREAM_CAPTURE_STATUS_INVALIDATED);                                    \
    FAILS(CLRT_ERROR_STREAM_CAPTURE_INVALIDATED, clrt::launch(add, {1, n, 0, a}, d, 1, n));        \
    FAILS(CLRT_ERROR_STREAM_CAPTURE_INVALIDATED, clrt::stream_end_capture(a, &nothing_));          \
    EXPECT_EQ(nothing_, nullptr);                                                                  \
  } while (0)

TEST_F(Graph, CallsThatDisturbACapture) {
  int *p = nullptr, host[n] = {};
  clrt::event e;
  OK(clrt::event_create(&e));
  OK(clrt::event_record(e, b));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED, clrt::stream_synchronize(a));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED, clrt::stream_query(a));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED, clrt::device_synchronize());
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED, clrt::malloc(&p, 4));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED, clrt::read(host, d, sizeof host));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED, clrt::malloc_async(&p, 4, a));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_IMPLICIT, clrt::launch(add, {1, n}, d, 1, n));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_IMPLICIT, clrt::memset_async(d, 0, 4, nullptr));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_ISOLATION, clrt::stream_wait_event(a, e));
  EXPECT_EQ(p, nullptr);
  EXPECT_EQ(get(d, n), all(0));
  OK(clrt::event_destroy(e));
}

TEST_F(Graph, CapturesThatEndWrong) {
  clrt::graph out = nullptr;
  FAILS(CLRT_ERROR_ILLEGAL_STATE, clrt::stream_end_capture(a, &out));
  FAILS(CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED,
        clrt::stream_begin_capture(nullptr, CLRT_STREAM_CAPTURE_MODE_GLOBAL));
  clrt::event e, f;
  OK(clrt::event_create(&e));
  OK(clrt::event_create(&f));
  OK(clrt::stream_begin_capture(a, CLRT_STREAM_CAPTURE_MODE_GLOBAL));
  FAILS(CLRT_ERROR_ILLEGAL_STATE, clrt::stream_begin_capture(a, CLRT_STREAM_CAPTURE_MODE_GLOBAL));
  OK(clrt::event_record(e, a));
  OK(clrt::stream_wait_event(b, e));
  OK(clrt::launch(add, {1, n, 0, b}, d, 1, n));
  FAILS(CLRT_ERROR_STREAM_CAPTURE_UNJOINED, clrt::stream_end_capture(a, &out));
  clrt::stream_capture_status status;
  OK(clrt::stream_is_capturing(b, &status));
  EXPECT_EQ(status, CLRT_STREAM_CAPTURE_STATUS_NONE);

  OK(clrt::stream_begin_capture(a, CLRT_STREAM_CAPTURE_MODE_GLOBAL));
  OK(clrt::event_record(e, a));
  OK(clrt::stream_wait_event(b, e));
  FAILS(CLRT_ERROR_STREAM_CAPTURE_UNMATCHED, clrt::stream_end_capture(b, &out));
  FAILS(CLRT_ERROR_STREAM_CAPTURE_INVALIDATED, clrt::stream_end_capture(a, &out));

  OK(clrt::stream_begin_capture(a, CLRT_STREAM_CAPTURE_MODE_GLOBAL));
  OK(clrt::stream_begin_capture(b, CLRT_STREAM_CAPTURE_MODE_GLOBAL));
  OK(clrt::event_record(f, a));
  FAILS(CLRT_ERROR_STREAM_CAPTURE_MERGE, clrt::stream_wait_event(b, f));
  FAILS(CLRT_ERROR_STREAM_CAPTURE_INVALIDATED, clrt::stream_end_capture(b, &out));
  FAILS(CLRT_ERROR_STREAM_CAPTURE_INVALIDATED, clrt::stream_end_capture(a, &out));

  OK(clrt::stream_begin_capture(a, CLRT_STREAM_CAPTURE_MODE_GLOBAL));
  std::thread([&] {
    EXPECT_EQ(clrt::stream_end_capture(a, &out), CLRT_ERROR_STREAM_CAPTURE_WRONG_THREAD);
  }).join();
  FAILS(CLRT_ERROR_STREAM_CAPTURE_INVALIDATED, clrt::stream_end_capture(a, &out));
  EXPECT_EQ(out, nullptr);

  // A stream that is destroyed takes its capture with it.
  OK(clrt::stream_begin_capture(a, CLRT_STREAM_CAPTURE_MODE_GLOBAL));
  OK(clrt::stream_destroy(a));
  OK(clrt::stream_create(&a));
  OK(clrt::device_synchronize());
  OK(clrt::event_destroy(e));
  OK(clrt::event_destroy(f));
}

TEST_F(Graph, ThreadsAreKeptFromUnsafeCallsByTheirModes) {
  int *p = nullptr;
  clrt::graph out;
  OK(clrt::stream_begin_capture(a, CLRT_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  std::thread([&] { EXPECT_EQ(clrt::malloc(&p, 4), CLRT_SUCCESS); }).join();
  clrt::stream_capture_mode mode = CLRT_STREAM_CAPTURE_MODE_RELAXED;
  OK(clrt::thread_exchange_stream_capture_mode(&mode));
  EXPECT_EQ(mode, CLRT_STREAM_CAPTURE_MODE_GLOBAL);
  OK(clrt::free(p));
  OK(clrt::thread_exchange_stream_capture_mode(&mode));
  OK(clrt::stream_end_capture(a, &out));
  replace_graph(out);
}

TEST_F(Graph, DependenciesOfACaptureCanBeChanged) {
  clrt::stream_capture_status status;
  unsigned long long id = 0;
  clrt::graph under_way = nullptr, out;
  const clrt::graph_node *needs = nullptr;
  size_t count = 0;
  OK(clrt::stream_begin_capture(a, CLRT_STREAM_CAPTURE_MODE_GLOBAL));
  OK(clrt::launch(fill, {1, n, 0, a}, d, 1, n));
  OK(clrt::stream_get_capture_info(a, &status, &id, &under_way, &needs, &count));
  EXPECT_EQ(status, CLRT_STREAM_CAPTURE_STATUS_ACTIVE);
  ASSERT_EQ(count, 1u);
  FAILS(CLRT_ERROR_ILLEGAL_STATE, clrt::graph_instantiate(&exec, under_way));
  FAILS(CLRT_ERROR_INVALID_VALUE, clrt::graph_destroy(under_way));
  clrt::kernel_node_params k = kernel_params(add_entry, d, 41);
  clrt::graph_node own;
  OK(clrt::graph_add_kernel_node(&own, under_way, needs, count, &k));
  OK(clrt::stream_update_capture_dependencies(a, &own, 1, CLRT_STREAM_SET_CAPTURE_DEPENDENCIES));
  OK(clrt::launch(copy_ints, {1, n, 0, a}, d2, d, n));
  OK(clrt::stream_end_capture(a, &out));
  EXPECT_EQ(out, under_way);
  replace_graph(out);
  run();
  EXPECT_EQ(get(d2, n), all(42));
}

} // namespace
