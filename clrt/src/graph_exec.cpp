// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs that can be launched: a copy of the graph, its commands one after the other.

#include "graph.h"

#include <cstdio>
#include <set>

using namespace clrt_impl;

struct clrt_graph_exec_st {
  std::mutex mutex; // of launches and changes
  std::unique_ptr<clrt_graph_st> graph;
  Nodes commands; // child graphs in their nodes' places
  unsigned long long flags = 0;
  clrt_event launched = nullptr; // follows the last launch
  uint64_t stream = 0;           // its stream; 0: there was none
};

namespace {
struct Execs {
  std::mutex mutex;
  std::set<clrt_graph_exec> alive;
};
} // namespace

static Execs &execs() {
  static Execs *e = new Execs;
  return *e;
}

static bool is_exec(clrt_graph_exec exec) {
  std::lock_guard<std::mutex> lock(execs().mutex);
  return execs().alive.count(exec) != 0;
}

// ---- making one ----

static bool flatten(const clrt_graph_st &g, Nodes &commands) {
  Nodes order;
  if (!sort(g, order))
    return false;
  for (clrt_graph_node n : order) {
    if (n->child && !flatten(*n->child, commands))
      return false;
    if (!n->child && n->type != CLRT_GRAPH_NODE_TYPE_EMPTY)
      commands.push_back(n);
  }
  return true;
}

static clrt_error instantiate(clrt_graph_exec *exec, clrt_graph graph, unsigned long long flags) {
  const unsigned long long known =
      CLRT_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH | CLRT_GRAPH_INSTANTIATE_FLAG_UPLOAD |
      CLRT_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH | CLRT_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
  if (!exec || !is_graph(graph) || (flags & ~known))
    return CLRT_ERROR_INVALID_VALUE;
  if (graph->is_captured)
    return CLRT_ERROR_ILLEGAL_STATE;
  if (flags & CLRT_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) {
    fprintf(stderr, "clrt: graphs that kernels launch are not supported\n");
    return CLRT_ERROR_NOT_SUPPORTED;
  }
  std::unique_ptr<clrt_graph_exec_st> made(new clrt_graph_exec_st);
  made->graph = copy_of(*graph);
  made->flags = flags;
  if (!flatten(*made->graph, made->commands)) // it goes in circles
    return CLRT_ERROR_INVALID_VALUE;
  clrt_error e = clrt_event_create_with_flags(&made->launched, CLRT_EVENT_DISABLE_TIMING);
  if (e != CLRT_SUCCESS)
    return e;
  *exec = made.release();
  std::lock_guard<std::mutex> lock(execs().mutex);
  execs().alive.insert(*exec);
  return CLRT_SUCCESS;
}

clrt_error clrt_graph_instantiate(clrt_graph_exec *exec, clrt_graph graph,
                                  unsigned long long flags) {
  return record(instantiate(exec, graph, flags));
}

clrt_error clrt_graph_instantiate_with_log(clrt_graph_exec *exec, clrt_graph graph,
                                           clrt_graph_node *error_node, char *log, size_t bytes) {
  if (error_node)
    *error_node = nullptr;
  if (log && bytes != 0)
    *log = 0;
  return record(instantiate(exec, graph, 0));
}

clrt_error clrt_graph_instantiate_with_params(clrt_graph_exec *exec, clrt_graph graph,
                                              clrt_graph_instantiate_params *params) {
  if (!params)
    return record(CLRT_ERROR_INVALID_VALUE);
  clrt_error e = instantiate(exec, graph, params->flags);
  params->errNode_out = nullptr;
  params->result_out =
      e == CLRT_SUCCESS ? CLRT_GRAPH_INSTANTIATE_SUCCESS : CLRT_GRAPH_INSTANTIATE_ERROR;
  return record(e);
}

clrt_error clrt_graph_exec_get_flags(clrt_graph_exec exec, unsigned long long *flags) {
  if (!flags || !is_exec(exec))
    return record(CLRT_ERROR_INVALID_VALUE);
  *flags = exec->flags;
  return CLRT_SUCCESS;
}

clrt_error clrt_graph_exec_destroy(clrt_graph_exec exec) {
  {
    std::lock_guard<std::mutex> lock(execs().mutex);
    if (execs().alive.erase(exec) == 0)
      return record(CLRT_ERROR_INVALID_VALUE);
  }
  clrt_event_destroy(exec->launched);
  delete exec;
  return CLRT_SUCCESS;
}

// ---- launches ----

static clrt_error run(clrt_graph_node n, clrt_stream s) {
  switch (n->type) {
  case CLRT_GRAPH_NODE_TYPE_KERNEL:
    return n->kernel.launch(s);
  case CLRT_GRAPH_NODE_TYPE_MEMCPY:
    return clrt_memcpy_3d_async(&n->copy, s);
  case CLRT_GRAPH_NODE_TYPE_MEMSET:
    return fill_box(n->fill.box, n->fill.value, n->fill.element, n->fill.width, n->fill.height,
                    n->fill.depth, true, s);
  case CLRT_GRAPH_NODE_TYPE_HOST:
    return clrt_launch_host_func(s, n->host.fn, n->host.userData);
  case CLRT_GRAPH_NODE_TYPE_EVENT_RECORD:
    return clrt_event_record(n->event, s);
  case CLRT_GRAPH_NODE_TYPE_WAIT_EVENT:
    return clrt_stream_wait_event(s, n->event, 0);
  default:
    return CLRT_SUCCESS;
  }
}

namespace {
// The thread's device is the stream's for a while.
class OnDevice {
public:
  explicit OnDevice(Device *d) : index_(thread().index), device_(thread().device) {
    thread().index = d->index;
    thread().device = d;
  }
  OnDevice(const OnDevice &) = delete;
  ~OnDevice() {
    thread().index = index_;
    thread().device = device_;
  }

private:
  int index_;
  Device *device_;
};
} // namespace

static clrt_error launch(clrt_graph_exec exec, clrt_stream handle) {
  Device *d;
  Stream *s = nullptr;
  clrt_error e = is_exec(exec) ? current(d) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    e = find_stream(handle, d, s);
  if (e != CLRT_SUCCESS)
    return e;
  std::lock_guard<std::mutex> lock(exec->mutex);
  e = refuse_recorded(s); // as CUDA 13 (H100)
  if (e != CLRT_SUCCESS)
    return e;
  OnDevice there(s->device);
  if (exec->stream != 0 && exec->stream != s->id)
    e = clrt_stream_wait_event(handle, exec->launched, 0);
  else
    e = begin(s);
  for (clrt_graph_node n : exec->commands)
    if (e == CLRT_SUCCESS && n->enabled)
      e = run(n, handle);
  if (e == CLRT_SUCCESS)
    e = clrt_event_record(exec->launched, handle);
  if (e == CLRT_SUCCESS)
    exec->stream = s->id;
  return e;
}

clrt_error clrt_graph_launch(clrt_graph_exec exec, clrt_stream s) {
  return record(launch(exec, s));
}

clrt_error clrt_graph_upload(clrt_graph_exec exec, clrt_stream handle) {
  Device *d;
  Stream *s = nullptr;
  clrt_error e = is_exec(exec) ? current(d) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    e = find_stream(handle, d, s);
  return record(e == CLRT_SUCCESS ? refuse_recorded(s) : e);
}

// ---- changes ----

namespace {
// A graph whose work another takes over.
struct Update {
  clrt_graph_exec_update_result result = CLRT_GRAPH_EXEC_UPDATE_SUCCESS;
  clrt_graph_node node = nullptr, from = nullptr;
  std::vector<std::pair<clrt_graph_node, clrt_graph_node>> pairs; // to, from

  bool fail(clrt_graph_exec_update_result r, clrt_graph_node n) {
    result = r;
    node = n;
    return false;
  }
  bool match(const clrt_graph_st &to, const clrt_graph_st &by);
};
} // namespace

// Node by node in order. Where their dependencies are the same, too, the updated graph is the other
// one, whichever of several like nodes is which.
bool Update::match(const clrt_graph_st &to, const clrt_graph_st &by) {
  Nodes own, other;
  if (!sort(to, own) || !sort(by, other) || own.size() != other.size())
    return fail(CLRT_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, nullptr);
  std::map<clrt_graph_node, size_t> own_place, other_place;
  for (size_t i = 0; i < own.size(); ++i) {
    own_place[own[i]] = i;
    other_place[other[i]] = i;
    std::set<size_t> needs, other_needs;
    for (clrt_graph_node n : own[i]->needs)
      needs.insert(own_place[n]);
    for (clrt_graph_node n : other[i]->needs)
      other_needs.insert(other_place[n]);
    if (needs != other_needs)
      return fail(CLRT_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, other[i]);
    if (own[i]->type != other[i]->type)
      return fail(CLRT_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, other[i]);
    if (own[i]->child && !match(*own[i]->child, *other[i]->child))
      return false;
    if (!own[i]->child)
      pairs.emplace_back(own[i], other[i]);
  }
  return true;
}

static clrt_graph_exec_update_result take_over(clrt_graph_st &to, const clrt_graph_st &by,
                                               Update &update) {
  if (!update.match(to, by))
    return update.result;
  for (const auto &pair : update.pairs) {
    bool enabled = pair.first->enabled;
    take_work(*pair.first, *pair.second);
    pair.first->enabled = enabled;
  }
  return CLRT_GRAPH_EXEC_UPDATE_SUCCESS;
}

clrt_error clrt_graph_exec_update(clrt_graph_exec exec, clrt_graph graph,
                                  clrt_graph_exec_update_result_info *info) {
  if (!is_exec(exec) || !is_graph(graph))
    return record(CLRT_ERROR_INVALID_VALUE);
  std::lock_guard<std::mutex> lock(exec->mutex);
  Update update;
  clrt_graph_exec_update_result result = take_over(*exec->graph, *graph, update);
  if (info)
    *info = clrt_graph_exec_update_result_info{result, update.node, update.from};
  return record(result == CLRT_GRAPH_EXEC_UPDATE_SUCCESS ? CLRT_SUCCESS
                                                         : CLRT_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
}

// The copy that the graph has of the node.
static clrt_graph_node find(clrt_graph_exec exec, clrt_graph_node node, clrt_graph_node_type type) {
  clrt_graph_node own = node && is_exec(exec) ? find_copy(exec->graph.get(), node->id) : nullptr;
  return own && own->type == type ? own : nullptr;
}

template <typename Params>
static clrt_error change(clrt_graph_exec exec, clrt_graph_node node, clrt_graph_node_type type,
                         const Params *p) {
  clrt_graph_node own = find(exec, node, type);
  if (!own)
    return record(CLRT_ERROR_INVALID_VALUE);
  std::lock_guard<std::mutex> lock(exec->mutex);
  return record(set_work(*own, p));
}

clrt_error clrt_graph_exec_kernel_node_set_params(clrt_graph_exec exec, clrt_graph_node node,
                                                  const clrt_kernel_node_params *p) {
  return change(exec, node, CLRT_GRAPH_NODE_TYPE_KERNEL, p);
}
clrt_error clrt_graph_exec_memcpy_node_set_params(clrt_graph_exec exec, clrt_graph_node node,
                                                  const clrt_memcpy_3d_parms *p) {
  return change(exec, node, CLRT_GRAPH_NODE_TYPE_MEMCPY, p);
}
clrt_error clrt_graph_exec_memcpy_node_set_params_1d(clrt_graph_exec exec, clrt_graph_node node,
                                                     void *dst, const void *src, size_t bytes,
                                                     clrt_memcpy_kind kind) {
  const clrt_memcpy_3d_parms p = linear_copy(dst, src, bytes, kind);
  return change(exec, node, CLRT_GRAPH_NODE_TYPE_MEMCPY, &p);
}
clrt_error clrt_graph_exec_memset_node_set_params(clrt_graph_exec exec, clrt_graph_node node,
                                                  const clrt_memset_params *p) {
  return change(exec, node, CLRT_GRAPH_NODE_TYPE_MEMSET, p);
}
clrt_error clrt_graph_exec_host_node_set_params(clrt_graph_exec exec, clrt_graph_node node,
                                                const clrt_host_node_params *p) {
  return change(exec, node, CLRT_GRAPH_NODE_TYPE_HOST, p);
}

clrt_error clrt_graph_exec_child_graph_node_set_params(clrt_graph_exec exec, clrt_graph_node node,
                                                       clrt_graph child) {
  clrt_graph_node own = find(exec, node, CLRT_GRAPH_NODE_TYPE_GRAPH);
  if (!own || !is_graph(child))
    return record(CLRT_ERROR_INVALID_VALUE);
  std::lock_guard<std::mutex> lock(exec->mutex);
  Update update;
  return record(take_over(*own->child, *child, update) == CLRT_GRAPH_EXEC_UPDATE_SUCCESS
                    ? CLRT_SUCCESS
                    : CLRT_ERROR_INVALID_VALUE);
}

static clrt_error set_event(clrt_graph_exec exec, clrt_graph_node node, clrt_graph_node_type type,
                            clrt_event event) {
  clrt_graph_node own = find(exec, node, type);
  if (!own || !event)
    return record(CLRT_ERROR_INVALID_VALUE);
  std::lock_guard<std::mutex> lock(exec->mutex);
  own->event = event;
  return CLRT_SUCCESS;
}

clrt_error clrt_graph_exec_event_record_node_set_event(clrt_graph_exec exec, clrt_graph_node node,
                                                       clrt_event event) {
  return set_event(exec, node, CLRT_GRAPH_NODE_TYPE_EVENT_RECORD, event);
}
clrt_error clrt_graph_exec_event_wait_node_set_event(clrt_graph_exec exec, clrt_graph_node node,
                                                     clrt_event event) {
  return set_event(exec, node, CLRT_GRAPH_NODE_TYPE_WAIT_EVENT, event);
}

// Nodes of the types that can be left out.
static clrt_graph_node find_switch(clrt_graph_exec exec, clrt_graph_node node) {
  clrt_graph_node own = nullptr;
  for (clrt_graph_node_type type :
       {CLRT_GRAPH_NODE_TYPE_KERNEL, CLRT_GRAPH_NODE_TYPE_MEMCPY, CLRT_GRAPH_NODE_TYPE_MEMSET})
    if (!own)
      own = find(exec, node, type);
  return own;
}

clrt_error clrt_graph_node_set_enabled(clrt_graph_exec exec, clrt_graph_node node,
                                       unsigned enabled) {
  clrt_graph_node own = find_switch(exec, node);
  if (!own)
    return record(CLRT_ERROR_INVALID_VALUE);
  std::lock_guard<std::mutex> lock(exec->mutex);
  own->enabled = enabled != 0;
  return CLRT_SUCCESS;
}

clrt_error clrt_graph_node_get_enabled(clrt_graph_exec exec, clrt_graph_node node,
                                       unsigned *enabled) {
  clrt_graph_node own = find_switch(exec, node);
  if (!own || !enabled)
    return record(CLRT_ERROR_INVALID_VALUE);
  *enabled = own->enabled;
  return CLRT_SUCCESS;
}
