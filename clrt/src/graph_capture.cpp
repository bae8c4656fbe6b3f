// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The capture of streams into a graph. Each stream of a capture has the nodes that its next one
// needs; an event has those of the stream that it was recorded in, and brings them to the streams
// that wait for it.

#include "graph.h"

#include <algorithm>
#include <set>

using namespace clrt_impl;

namespace {
class GraphRecording : public Recording {
public:
  GraphRecording(Stream *s, clrt_stream_capture_mode m)
      : Recording(s, m), graph(new clrt_graph_st) {
    graph->is_captured = true;
    add_graph(graph);
    last[s];
    s->recording.store(this);
  }
  ~GraphRecording() override {
    for (const auto &stream : last)
      stream.first->recording.store(nullptr);
    if (!graph)
      return;
    graph->is_captured = false;
    clrt_graph_destroy(graph);
  }

  clrt_error launch(Stream *s, const clrt_kernel *kernel, const clrt_config *c,
                    const clrt_arg *args, size_t count) override {
    return add(s, CLRT_GRAPH_NODE_TYPE_KERNEL,
               [&](clrt_graph_node n) { n->kernel.set(kernel, *c, args, count); });
  }
  clrt_error copy(Stream *s, const CopyCommand &c) override;
  clrt_error fill(Stream *s, const FillCommand &f) override {
    return add(s, CLRT_GRAPH_NODE_TYPE_MEMSET, [&](clrt_graph_node n) { n->fill = f; });
  }
  clrt_error call(Stream *s, clrt_host_fn function, void *data) override {
    return add(s, CLRT_GRAPH_NODE_TYPE_HOST,
               [&](clrt_graph_node n) { n->host = clrt_host_node_params{function, data}; });
  }
  clrt_error event_node(Stream *s, clrt_event e, bool waits) override {
    return add(s, waits ? CLRT_GRAPH_NODE_TYPE_WAIT_EVENT : CLRT_GRAPH_NODE_TYPE_EVENT_RECORD,
               [&](clrt_graph_node n) { n->event = e; });
  }
  clrt_error note(Stream *s, CapturePoint &point) override;
  clrt_error wait(Stream *s, const CapturePoint &point) override;
  void leave(Stream *s) override;

  clrt_error end(clrt_graph *out);
  clrt_error inform(Stream *s, clrt_graph *g, const clrt_graph_node **list, size_t *count);
  clrt_error update(Stream *s, const clrt_graph_node *list, size_t count, bool replaces);

private:
  template <typename Work> clrt_error add(Stream *s, clrt_graph_node_type type, const Work &work) {
    std::lock_guard<std::mutex> lock(mutex);
    if (!valid.load())
      return CLRT_ERROR_STREAM_CAPTURE_INVALIDATED;
    clrt_graph_node n = append(graph, type, last[s]);
    work(n);
    last[s].assign(1, n);
    return CLRT_SUCCESS;
  }

  std::mutex mutex;
  clrt_graph graph;
  std::map<Stream *, Nodes> last; // of each stream of the capture
};
} // namespace

static void unite(Nodes &list, const Nodes &more) {
  for (clrt_graph_node n : more)
    if (std::find(list.begin(), list.end(), n) == list.end())
      list.push_back(n);
}

clrt_error GraphRecording::copy(Stream *s, const CopyCommand &c) {
  return add(s, CLRT_GRAPH_NODE_TYPE_MEMCPY, [&](clrt_graph_node n) {
    auto side = [&](const Box &box) {
      size_t rows = c.depth > 1 && box.pitch != 0 ? box.slice / box.pitch : c.height;
      return clrt_make_pitched_ptr(box.address, box.pitch, c.width, rows);
    };
    n->copy.srcPtr = side(c.src);
    n->copy.dstPtr = side(c.dst);
    n->copy.extent = clrt_make_extent(c.width, c.height, c.depth);
    n->copy.kind = c.kind;
  });
}

clrt_error GraphRecording::note(Stream *s, CapturePoint &point) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!valid.load())
    return CLRT_ERROR_STREAM_CAPTURE_INVALIDATED;
  point.capture = id;
  point.nodes = last[s];
  return CLRT_SUCCESS;
}

clrt_error GraphRecording::wait(Stream *s, const CapturePoint &point) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!valid.load())
    return CLRT_ERROR_STREAM_CAPTURE_INVALIDATED;
  unite(last[s], point.nodes);
  s->recording.store(this);
  return CLRT_SUCCESS;
}

void GraphRecording::leave(Stream *s) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    valid.store(false);
    if (s != origin) {
      last.erase(s);
      s->recording.store(nullptr);
      return;
    }
  }
  remove_recording(this);
  delete this;
}

// The origin's last nodes need all others, each by itself or through nodes between.
static bool is_joined(const Nodes &end, const std::map<Stream *, Nodes> &last) {
  std::set<clrt_graph_node> reached(end.begin(), end.end());
  std::vector<clrt_graph_node> todo(end);
  while (!todo.empty()) {
    clrt_graph_node n = todo.back();
    todo.pop_back();
    for (clrt_graph_node need : n->needs)
      if (reached.insert(need).second)
        todo.push_back(need);
  }
  for (const auto &stream : last)
    for (clrt_graph_node n : stream.second)
      if (reached.count(n) == 0)
        return false;
  return true;
}

clrt_error GraphRecording::end(clrt_graph *out) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!valid.load())
    return CLRT_ERROR_STREAM_CAPTURE_INVALIDATED;
  if (!is_joined(last[origin], last))
    return CLRT_ERROR_STREAM_CAPTURE_UNJOINED;
  graph->is_captured = false;
  *out = graph;
  graph = nullptr;
  return CLRT_SUCCESS;
}

clrt_error GraphRecording::inform(Stream *s, clrt_graph *g, const clrt_graph_node **list,
                                  size_t *count) {
  std::lock_guard<std::mutex> lock(mutex);
  const Nodes &own = last[s];
  if (g)
    *g = graph;
  if (list)
    *list = own.empty() ? nullptr : own.data();
  if (count)
    *count = own.size();
  return CLRT_SUCCESS;
}

clrt_error GraphRecording::update(Stream *s, const clrt_graph_node *list, size_t count,
                                  bool replaces) {
  std::lock_guard<std::mutex> lock(mutex);
  for (size_t i = 0; i < count; ++i)
    if (!list[i] || list[i]->graph != graph)
      return CLRT_ERROR_INVALID_VALUE;
  if (replaces)
    last[s].clear();
  unite(last[s], Nodes(list, list + count));
  return CLRT_SUCCESS;
}

// ---- the API ----

static clrt_error find(clrt_stream handle, Stream *&s) {
  Device *d;
  clrt_error e = current(d);
  return e == CLRT_SUCCESS ? find_stream(handle, d, s) : e;
}

clrt_error clrt_stream_begin_capture(clrt_stream handle, clrt_stream_capture_mode mode) {
  Stream *s;
  if (static_cast<unsigned>(mode) > CLRT_STREAM_CAPTURE_MODE_RELAXED)
    return record(CLRT_ERROR_INVALID_VALUE);
  clrt_error e = find(handle, s);
  if (e == CLRT_SUCCESS && s == &s->device->main)
    e = CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  if (e == CLRT_SUCCESS && recording_of(s))
    e = CLRT_ERROR_ILLEGAL_STATE;
  if (e == CLRT_SUCCESS)
    add_recording(new GraphRecording(s, mode));
  return record(e);
}

clrt_error clrt_stream_end_capture(clrt_stream handle, clrt_graph *graph) {
  Stream *s;
  clrt_error e = graph ? find(handle, s) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  *graph = nullptr;
  GraphRecording *r = static_cast<GraphRecording *>(recording_of(s));
  if (!r)
    return record(CLRT_ERROR_ILLEGAL_STATE);
  if (r->origin != s) {
    r->valid.store(false);
    return record(CLRT_ERROR_STREAM_CAPTURE_UNMATCHED);
  }
  if (r->owner != &thread() && r->mode != CLRT_STREAM_CAPTURE_MODE_RELAXED) {
    r->valid.store(false);
    return record(CLRT_ERROR_STREAM_CAPTURE_WRONG_THREAD);
  }
  e = r->end(graph);
  remove_recording(r);
  delete r;
  return record(e);
}

static clrt_stream_capture_status status_of(const Recording *r) {
  return !r                ? CLRT_STREAM_CAPTURE_STATUS_NONE
         : r->valid.load() ? CLRT_STREAM_CAPTURE_STATUS_ACTIVE
                           : CLRT_STREAM_CAPTURE_STATUS_INVALIDATED;
}

// A question about the default stream while others are captured is one of those that need it.
static clrt_error ask(clrt_stream handle, Stream *&s) {
  clrt_error e = find(handle, s);
  return e == CLRT_SUCCESS && s == &s->device->main ? refuse_implicit(s->device) : e;
}

clrt_error clrt_stream_is_capturing(clrt_stream handle, clrt_stream_capture_status *status) {
  Stream *s;
  clrt_error e = status ? ask(handle, s) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    *status = status_of(recording_of(s));
  return record(e);
}

clrt_error clrt_stream_get_capture_info(clrt_stream handle, clrt_stream_capture_status *status,
                                        unsigned long long *id, clrt_graph *graph,
                                        const clrt_graph_node **dependencies, size_t *count) {
  Stream *s;
  clrt_error e = status ? ask(handle, s) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  Recording *r = recording_of(s);
  *status = status_of(r);
  if (*status != CLRT_STREAM_CAPTURE_STATUS_ACTIVE)
    return CLRT_SUCCESS;
  if (id)
    *id = r->id;
  return record(static_cast<GraphRecording *>(r)->inform(s, graph, dependencies, count));
}

clrt_error clrt_stream_update_capture_dependencies(clrt_stream handle,
                                                   clrt_graph_node *dependencies, size_t count,
                                                   unsigned flags) {
  Stream *s;
  clrt_error e = (count != 0 && !dependencies) || flags > CLRT_STREAM_SET_CAPTURE_DEPENDENCIES
                     ? CLRT_ERROR_INVALID_VALUE
                     : find(handle, s);
  if (e != CLRT_SUCCESS)
    return record(e);
  Recording *r = recording_of(s);
  if (!r)
    return record(CLRT_ERROR_ILLEGAL_STATE);
  return record(static_cast<GraphRecording *>(r)->update(
      s, dependencies, count, flags == CLRT_STREAM_SET_CAPTURE_DEPENDENCIES));
}
