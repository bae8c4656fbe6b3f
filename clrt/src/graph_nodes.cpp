// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The nodes of graphs by their types: what they are told, and what they tell.

#include "graph.h"

using namespace clrt_impl;

clrt_error clrt_impl::set_work(clrt_graph_node_st &n, const clrt_kernel_node_params *p) {
  n.type = CLRT_GRAPH_NODE_TYPE_KERNEL;
  return p ? n.kernel.set(*p) : CLRT_ERROR_INVALID_VALUE;
}

clrt_error clrt_impl::set_work(clrt_graph_node_st &n, const clrt_memcpy_3d_parms *p) {
  n.type = CLRT_GRAPH_NODE_TYPE_MEMCPY;
  if (!p || static_cast<unsigned>(p->kind) > CLRT_MEMCPY_DEFAULT ||
      !p->srcArray == !p->srcPtr.ptr || !p->dstArray == !p->dstPtr.ptr)
    return CLRT_ERROR_INVALID_VALUE;
  n.copy = *p;
  return CLRT_SUCCESS;
}

clrt_error clrt_impl::set_work(clrt_graph_node_st &n, const clrt_memset_params *p) {
  n.type = CLRT_GRAPH_NODE_TYPE_MEMSET;
  if (!p || !p->dst || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) ||
      p->width > SIZE_MAX / p->elementSize ||
      (p->height > 1 && p->pitch < p->width * p->elementSize))
    return CLRT_ERROR_INVALID_VALUE;
  const Memory m = memory_at(p->dst);
  if (m.kind == Memory::Host || m.kind == Memory::Nowhere)
    return CLRT_ERROR_INVALID_VALUE;
  n.fill = FillCommand{{p->dst, p->pitch, 0},     p->value,  p->elementSize,
                       p->width * p->elementSize, p->height, 1};
  return CLRT_SUCCESS;
}

clrt_error clrt_impl::set_work(clrt_graph_node_st &n, const clrt_host_node_params *p) {
  n.type = CLRT_GRAPH_NODE_TYPE_HOST;
  if (!p || !p->fn)
    return CLRT_ERROR_INVALID_VALUE;
  n.host = *p;
  return CLRT_SUCCESS;
}

static clrt_error set_work(clrt_graph_node_st &n, clrt_graph_node_type type, clrt_event event) {
  n.type = type;
  n.event = event;
  return event ? CLRT_SUCCESS : CLRT_ERROR_INVALID_VALUE;
}

clrt_memcpy_3d_parms clrt_impl::linear_copy(void *dst, const void *src, size_t bytes,
                                            clrt_memcpy_kind kind) {
  clrt_memcpy_3d_parms p = clrt_memcpy_3d_parms();
  p.srcPtr = clrt_make_pitched_ptr(const_cast<void *>(src), bytes, bytes, 1);
  p.dstPtr = clrt_make_pitched_ptr(dst, bytes, bytes, 1);
  p.extent = clrt_make_extent(bytes, 1, 1);
  p.kind = kind;
  return p;
}

// ---- new nodes ----

template <typename Params>
static clrt_error add(clrt_graph_node *node, clrt_graph graph, const clrt_graph_node *dependencies,
                      size_t count, const Params *p) {
  clrt_graph_node_st work;
  clrt_error e = set_work(work, p);
  if (e == CLRT_SUCCESS)
    e = add_node(node, graph, dependencies, count, std::move(work));
  return record(e);
}

clrt_error clrt_graph_add_kernel_node(clrt_graph_node *node, clrt_graph graph,
                                      const clrt_graph_node *dependencies, size_t count,
                                      const clrt_kernel_node_params *p) {
  return add(node, graph, dependencies, count, p);
}

clrt_error clrt_graph_add_memcpy_node(clrt_graph_node *node, clrt_graph graph,
                                      const clrt_graph_node *dependencies, size_t count,
                                      const clrt_memcpy_3d_parms *p) {
  return add(node, graph, dependencies, count, p);
}

clrt_error clrt_graph_add_memcpy_node_1d(clrt_graph_node *node, clrt_graph graph,
                                         const clrt_graph_node *dependencies, size_t count,
                                         void *dst, const void *src, size_t bytes,
                                         clrt_memcpy_kind kind) {
  const clrt_memcpy_3d_parms p = linear_copy(dst, src, bytes, kind);
  return add(node, graph, dependencies, count, &p);
}

clrt_error clrt_graph_add_memset_node(clrt_graph_node *node, clrt_graph graph,
                                      const clrt_graph_node *dependencies, size_t count,
                                      const clrt_memset_params *p) {
  return add(node, graph, dependencies, count, p);
}

clrt_error clrt_graph_add_host_node(clrt_graph_node *node, clrt_graph graph,
                                    const clrt_graph_node *dependencies, size_t count,
                                    const clrt_host_node_params *p) {
  return add(node, graph, dependencies, count, p);
}

clrt_error clrt_graph_add_child_graph_node(clrt_graph_node *node, clrt_graph graph,
                                           const clrt_graph_node *dependencies, size_t count,
                                           clrt_graph child) {
  if (!is_graph(child) || child == graph || child->is_captured)
    return record(CLRT_ERROR_INVALID_VALUE);
  clrt_graph_node_st work;
  work.type = CLRT_GRAPH_NODE_TYPE_GRAPH;
  work.child = copy_of(*child);
  return record(add_node(node, graph, dependencies, count, std::move(work)));
}

clrt_error clrt_graph_add_empty_node(clrt_graph_node *node, clrt_graph graph,
                                     const clrt_graph_node *dependencies, size_t count) {
  return record(add_node(node, graph, dependencies, count, clrt_graph_node_st()));
}

static clrt_error add_event(clrt_graph_node *node, clrt_graph graph,
                            const clrt_graph_node *dependencies, size_t count,
                            clrt_graph_node_type type, clrt_event event) {
  clrt_graph_node_st work;
  clrt_error e = set_work(work, type, event);
  if (e == CLRT_SUCCESS)
    e = add_node(node, graph, dependencies, count, std::move(work));
  return record(e);
}

clrt_error clrt_graph_add_event_record_node(clrt_graph_node *node, clrt_graph graph,
                                            const clrt_graph_node *dependencies, size_t count,
                                            clrt_event event) {
  return add_event(node, graph, dependencies, count, CLRT_GRAPH_NODE_TYPE_EVENT_RECORD, event);
}

clrt_error clrt_graph_add_event_wait_node(clrt_graph_node *node, clrt_graph graph,
                                          const clrt_graph_node *dependencies, size_t count,
                                          clrt_event event) {
  return add_event(node, graph, dependencies, count, CLRT_GRAPH_NODE_TYPE_WAIT_EVENT, event);
}

// ---- what nodes are told later, and tell ----

static bool is(clrt_graph_node n, clrt_graph_node_type type) { return n && n->type == type; }

template <typename Params>
static clrt_error change(clrt_graph_node n, clrt_graph_node_type type, const Params *p) {
  return record(is(n, type) ? set_work(*n, p) : CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_graph_kernel_node_get_params(clrt_graph_node n, clrt_kernel_node_params *p) {
  if (!p || !is(n, CLRT_GRAPH_NODE_TYPE_KERNEL))
    return record(CLRT_ERROR_INVALID_VALUE);
  n->kernel.describe(p);
  return CLRT_SUCCESS;
}

clrt_error clrt_graph_kernel_node_set_params(clrt_graph_node n, const clrt_kernel_node_params *p) {
  return change(n, CLRT_GRAPH_NODE_TYPE_KERNEL, p);
}

clrt_error clrt_graph_memcpy_node_get_params(clrt_graph_node n, clrt_memcpy_3d_parms *p) {
  if (!p || !is(n, CLRT_GRAPH_NODE_TYPE_MEMCPY))
    return record(CLRT_ERROR_INVALID_VALUE);
  *p = n->copy;
  return CLRT_SUCCESS;
}

clrt_error clrt_graph_memcpy_node_set_params(clrt_graph_node n, const clrt_memcpy_3d_parms *p) {
  return change(n, CLRT_GRAPH_NODE_TYPE_MEMCPY, p);
}

clrt_error clrt_graph_memcpy_node_set_params_1d(clrt_graph_node n, void *dst, const void *src,
                                                size_t bytes, clrt_memcpy_kind kind) {
  const clrt_memcpy_3d_parms p = linear_copy(dst, src, bytes, kind);
  return change(n, CLRT_GRAPH_NODE_TYPE_MEMCPY, &p);
}

clrt_error clrt_graph_memset_node_get_params(clrt_graph_node n, clrt_memset_params *p) {
  if (!p || !is(n, CLRT_GRAPH_NODE_TYPE_MEMSET))
    return record(CLRT_ERROR_INVALID_VALUE);
  const FillCommand &f = n->fill;
  *p = clrt_memset_params{
      f.box.address,       f.box.pitch, f.value, static_cast<unsigned>(f.element),
      f.width / f.element, f.height};
  return CLRT_SUCCESS;
}

clrt_error clrt_graph_memset_node_set_params(clrt_graph_node n, const clrt_memset_params *p) {
  return change(n, CLRT_GRAPH_NODE_TYPE_MEMSET, p);
}

clrt_error clrt_graph_host_node_get_params(clrt_graph_node n, clrt_host_node_params *p) {
  if (!p || !is(n, CLRT_GRAPH_NODE_TYPE_HOST))
    return record(CLRT_ERROR_INVALID_VALUE);
  *p = n->host;
  return CLRT_SUCCESS;
}

clrt_error clrt_graph_host_node_set_params(clrt_graph_node n, const clrt_host_node_params *p) {
  return change(n, CLRT_GRAPH_NODE_TYPE_HOST, p);
}

clrt_error clrt_graph_child_graph_node_get_graph(clrt_graph_node n, clrt_graph *graph) {
  if (!graph || !is(n, CLRT_GRAPH_NODE_TYPE_GRAPH))
    return record(CLRT_ERROR_INVALID_VALUE);
  *graph = n->child.get();
  return CLRT_SUCCESS;
}

static clrt_error get_event(clrt_graph_node n, clrt_graph_node_type type, clrt_event *event) {
  if (!event || !is(n, type))
    return record(CLRT_ERROR_INVALID_VALUE);
  *event = n->event;
  return CLRT_SUCCESS;
}

static clrt_error set_event(clrt_graph_node n, clrt_graph_node_type type, clrt_event event) {
  return record(is(n, type) ? set_work(*n, type, event) : CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_graph_event_record_node_get_event(clrt_graph_node n, clrt_event *event) {
  return get_event(n, CLRT_GRAPH_NODE_TYPE_EVENT_RECORD, event);
}
clrt_error clrt_graph_event_record_node_set_event(clrt_graph_node n, clrt_event event) {
  return set_event(n, CLRT_GRAPH_NODE_TYPE_EVENT_RECORD, event);
}
clrt_error clrt_graph_event_wait_node_get_event(clrt_graph_node n, clrt_event *event) {
  return get_event(n, CLRT_GRAPH_NODE_TYPE_WAIT_EVENT, event);
}
clrt_error clrt_graph_event_wait_node_set_event(clrt_graph_node n, clrt_event event) {
  return set_event(n, CLRT_GRAPH_NODE_TYPE_WAIT_EVENT, event);
}
