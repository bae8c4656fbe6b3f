// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The capture of streams into graphs.

#include "graph_fixture.h"

#include <fstream>

namespace {

class Capture : public Graph {};

TEST_F(Capture, CaptureOfOneStream) {
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

TEST_F(Capture, CaptureOfForkAndJoin) {
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

TEST_F(Capture, ExternalEvents) {
  clrt::event outside;
  OK(clrt::event_create(&outside));
  OK(clrt::stream_begin_capture(b, CLRT_STREAM_CAPTURE_MODE_RELAXED));
  OK(clrt::launch(add, {1, n, 0, b}, d, 2, n));
  OK(clrt::event_record_with_flags(outside, b, CLRT_EVENT_RECORD_EXTERNAL));
  int *more = nullptr; // allowed in this mode
  OK(clrt::malloc(&more, 4));
  OK(clrt::free(more));
  clrt::graph captured;
  OK(clrt::stream_end_capture(b, &captured));
  clrt::graph_node nodes[3];
  size_t count = 3;
  OK(clrt::graph_get_nodes(captured, nodes, &count));
  EXPECT_EQ(count, 2u);
  clrt::event told;
  OK(clrt::graph_event_record_node_get_event(nodes[1], &told));
  EXPECT_EQ(told, outside);
  OK(clrt::graph_instantiate(&exec, captured));
  OK(clrt::graph_launch(exec, a));
  OK(clrt::event_synchronize(outside));
  EXPECT_EQ(get(d, n), all(2));
  OK(clrt::graph_destroy(captured));
  OK(clrt::event_destroy(outside));
  OK(clrt::stream_synchronize(a));
}

// Calls of the default stream disturb the captures of streams that wait for it, and no others
// (H100).
TEST_F(Capture, BlockingCopiesBesideANonBlockingStream) {
  clrt::stream free_stream;
  OK(clrt::stream_create_with_flags(&free_stream, CLRT_STREAM_NON_BLOCKING));
  OK(clrt::stream_begin_capture(free_stream, CLRT_STREAM_CAPTURE_MODE_GLOBAL));
  int host[n] = {};
  OK(clrt::memset(d, 0, sizeof host));
  OK(clrt::memcpy(d2, d, sizeof host, CLRT_MEMCPY_DEVICE_TO_DEVICE));
  OK(clrt::read(host, d2, sizeof host));
  clrt::graph captured;
  OK(clrt::stream_end_capture(free_stream, &captured));
  size_t count = 1;
  OK(clrt::graph_get_nodes(captured, nullptr, &count));
  EXPECT_EQ(count, 0u);
  OK(clrt::graph_destroy(captured));
  OK(clrt::stream_destroy(free_stream));
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

TEST_F(Capture, CallsThatDisturbACapture) {
  int *p = nullptr, host[n] = {};
  clrt::event e;
  add_kernel(add_entry, d, 1);
  OK(clrt::graph_instantiate(&exec, g));
  OK(clrt::event_create(&e));
  OK(clrt::event_record(e, b));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED, clrt::stream_synchronize(a));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED, clrt::stream_query(a));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED, clrt::device_synchronize());
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED, clrt::malloc(&p, 4));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_IMPLICIT, clrt::read(host, d, sizeof host));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_IMPLICIT, clrt::memset(d, 0, 4));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED, clrt::graph_launch(exec, a));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED, clrt::malloc_async(&p, 4, a));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_IMPLICIT, clrt::launch(add, {1, n}, d, 1, n));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_IMPLICIT, clrt::memset_async(d, 0, 4, nullptr));
  DISTURBS(CLRT_ERROR_STREAM_CAPTURE_ISOLATION, clrt::stream_wait_event(a, e));
  EXPECT_EQ(p, nullptr);
  EXPECT_EQ(get(d, n), all(0));
  OK(clrt::event_destroy(e));
}

TEST_F(Capture, CapturesThatEndWrong) {
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

TEST_F(Capture, ThreadsAreKeptFromUnsafeCallsByTheirModes) {
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

TEST_F(Capture, DependenciesOfACaptureCanBeChanged) {
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
