// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs: their nodes and dependencies.

#include "graph.h"

#include <algorithm>
#include <set>

using namespace clrt_impl;

namespace {
struct Graphs {
  std::mutex mutex;
  std::set<clrt_graph> alive;
};
} // namespace

static Graphs &graphs() {
  static Graphs *g = new Graphs;
  return *g;
}

uint64_t clrt_impl::fresh_node_id() {
  static std::atomic<uint64_t> last{0};
  return last.fetch_add(1) + 1;
}

bool clrt_impl::is_graph(clrt_graph g) {
  std::lock_guard<std::mutex> lock(graphs().mutex);
  return graphs().alive.count(g) != 0;
}

void clrt_impl::add_graph(clrt_graph g) {
  std::lock_guard<std::mutex> lock(graphs().mutex);
  graphs().alive.insert(g);
}

// Child graphs, and those of captures under way, are in no list.
static bool is_readable(clrt_graph g) { return g != nullptr; }

clrt_error clrt_graph_create(clrt_graph *graph, unsigned flags) {
  if (!graph || flags != 0)
    return record(CLRT_ERROR_INVALID_VALUE);
  *graph = new clrt_graph_st;
  add_graph(*graph);
  return CLRT_SUCCESS;
}

clrt_error clrt_graph_destroy(clrt_graph graph) {
  {
    std::lock_guard<std::mutex> lock(graphs().mutex);
    auto at = graphs().alive.find(graph);
    if (at == graphs().alive.end() || graph->is_captured)
      return record(CLRT_ERROR_INVALID_VALUE);
    graphs().alive.erase(at);
  }
  delete graph;
  return CLRT_SUCCESS;
}

clrt_graph_node clrt_impl::append(clrt_graph g, clrt_graph_node_type type, const Nodes &needs) {
  std::unique_ptr<clrt_graph_node_st> fresh(new clrt_graph_node_st);
  clrt_graph_node n = fresh.get();
  g->nodes.push_back(std::move(fresh));
  n->graph = g;
  n->type = type;
  n->needs = needs;
  return n;
}

void clrt_impl::take_work(clrt_graph_node_st &to, const clrt_graph_node_st &from) {
  to.kernel = from.kernel;
  to.copy = from.copy;
  to.fill = from.fill;
  to.host = from.host;
  to.event = from.event;
  to.enabled = from.enabled;
  to.child = from.child ? copy_of(*from.child) : nullptr;
}

std::unique_ptr<clrt_graph_st> clrt_impl::copy_of(const clrt_graph_st &g) {
  std::unique_ptr<clrt_graph_st> made(new clrt_graph_st);
  made->source = g.id;
  std::map<const clrt_graph_node_st *, clrt_graph_node> copies;
  for (const auto &n : g.nodes) {
    clrt_graph_node c = copies[n.get()] = append(made.get(), n->type, {});
    c->source = n->id;
    take_work(*c, *n);
  }
  for (const auto &n : g.nodes)
    for (clrt_graph_node need : n->needs)
      copies[n.get()]->needs.push_back(copies[need]);
  return made;
}

clrt_error clrt_graph_clone(clrt_graph *clone, clrt_graph graph) {
  if (!clone || !is_graph(graph))
    return record(CLRT_ERROR_INVALID_VALUE);
  *clone = copy_of(*graph).release();
  add_graph(*clone);
  return CLRT_SUCCESS;
}

clrt_graph_node clrt_impl::find_copy(clrt_graph g, uint64_t source) {
  for (const auto &n : g->nodes) {
    if (n->source == source)
      return n.get();
    if (clrt_graph_node inner = n->child ? find_copy(n->child.get(), source) : nullptr)
      return inner;
  }
  return nullptr;
}

clrt_error clrt_graph_node_find_in_clone(clrt_graph_node *node, clrt_graph_node original,
                                         clrt_graph clone) {
  clrt_graph_node found =
      node && original && is_graph(clone) ? find_copy(clone, original->id) : nullptr;
  if (!found)
    return record(CLRT_ERROR_INVALID_VALUE);
  *node = found;
  return CLRT_SUCCESS;
}

bool clrt_impl::sort(const clrt_graph_st &g, Nodes &order) {
  std::set<const clrt_graph_node_st *> done;
  order.clear();
  for (bool found = true; found && order.size() != g.nodes.size();) {
    found = false;
    for (const auto &n : g.nodes) {
      bool ready = done.count(n.get()) == 0;
      for (clrt_graph_node need : n->needs)
        ready = ready && done.count(need) != 0;
      if (!ready)
        continue;
      done.insert(n.get());
      order.push_back(n.get());
      found = true;
    }
  }
  return order.size() == g.nodes.size();
}

// ---- dependencies ----

static bool is_node_of(clrt_graph g, clrt_graph_node node) {
  for (const auto &n : g->nodes)
    if (n.get() == node)
      return true;
  return false;
}

static bool needs(clrt_graph_node n, clrt_graph_node other) {
  return std::find(n->needs.begin(), n->needs.end(), other) != n->needs.end();
}

clrt_error clrt_impl::add_node(clrt_graph_node *node, clrt_graph g,
                               const clrt_graph_node *dependencies, size_t count,
                               clrt_graph_node_st &&work) {
  if (!node || !is_readable(g) || (count != 0 && !dependencies))
    return CLRT_ERROR_INVALID_VALUE;
  Nodes list;
  for (size_t i = 0; i < count; ++i) {
    if (!is_node_of(g, dependencies[i]) ||
        std::find(list.begin(), list.end(), dependencies[i]) != list.end())
      return CLRT_ERROR_INVALID_VALUE;
    list.push_back(dependencies[i]);
  }
  clrt_graph_node n = append(g, work.type, list);
  take_work(*n, work);
  if (work.child)
    n->child = std::move(work.child); // its nodes are those that the caller has made
  *node = n;
  return CLRT_SUCCESS;
}

clrt_error clrt_graph_add_dependencies(clrt_graph graph, const clrt_graph_node *from,
                                       const clrt_graph_node *to, size_t count) {
  if (!is_readable(graph) || (count != 0 && (!from || !to)))
    return record(CLRT_ERROR_INVALID_VALUE);
  for (size_t i = 0; i < count; ++i) {
    if (!is_node_of(graph, from[i]) || !is_node_of(graph, to[i]) || from[i] == to[i] ||
        needs(to[i], from[i]))
      return record(CLRT_ERROR_INVALID_VALUE);
    to[i]->needs.push_back(from[i]);
  }
  return CLRT_SUCCESS;
}

clrt_error clrt_graph_remove_dependencies(clrt_graph graph, const clrt_graph_node *from,
                                          const clrt_graph_node *to, size_t count) {
  if (!is_readable(graph) || (count != 0 && (!from || !to)))
    return record(CLRT_ERROR_INVALID_VALUE);
  for (size_t i = 0; i < count; ++i) {
    if (!is_node_of(graph, from[i]) || !is_node_of(graph, to[i]) || !needs(to[i], from[i]))
      return record(CLRT_ERROR_INVALID_VALUE);
    Nodes &list = to[i]->needs;
    list.erase(std::find(list.begin(), list.end(), from[i]));
  }
  return CLRT_SUCCESS;
}

clrt_error clrt_graph_destroy_node(clrt_graph_node node) {
  if (!node)
    return record(CLRT_ERROR_INVALID_VALUE);
  auto &all = node->graph->nodes;
  for (const auto &n : all)
    n->needs.erase(std::remove(n->needs.begin(), n->needs.end(), node), n->needs.end());
  all.erase(std::find_if(all.begin(), all.end(), [&](const std::unique_ptr<clrt_graph_node_st> &n) {
    return n.get() == node;
  }));
  return CLRT_SUCCESS;
}

// ---- lists ----

static clrt_error give(const Nodes &list, clrt_graph_node *nodes, size_t *count) {
  if (!count)
    return record(CLRT_ERROR_INVALID_VALUE);
  if (nodes) {
    for (size_t i = 0; i < *count; ++i)
      nodes[i] = i < list.size() ? list[i] : nullptr;
    *count = std::min(*count, list.size());
  } else {
    *count = list.size();
  }
  return CLRT_SUCCESS;
}

clrt_error clrt_graph_get_nodes(clrt_graph graph, clrt_graph_node *nodes, size_t *count) {
  if (!is_readable(graph))
    return record(CLRT_ERROR_INVALID_VALUE);
  Nodes list;
  for (const auto &n : graph->nodes)
    list.push_back(n.get());
  return give(list, nodes, count);
}

clrt_error clrt_graph_get_root_nodes(clrt_graph graph, clrt_graph_node *nodes, size_t *count) {
  if (!is_readable(graph))
    return record(CLRT_ERROR_INVALID_VALUE);
  Nodes list;
  for (const auto &n : graph->nodes)
    if (n->needs.empty())
      list.push_back(n.get());
  return give(list, nodes, count);
}

clrt_error clrt_graph_get_edges(clrt_graph graph, clrt_graph_node *from, clrt_graph_node *to,
                                size_t *count) {
  if (!is_readable(graph) || !count || !from != !to)
    return record(CLRT_ERROR_INVALID_VALUE);
  Nodes starts, ends;
  for (const auto &n : graph->nodes)
    for (clrt_graph_node need : n->needs) {
      starts.push_back(need);
      ends.push_back(n.get());
    }
  size_t room = *count;
  clrt_error e = give(starts, from, count);
  return e == CLRT_SUCCESS ? give(ends, to, &room) : e;
}

clrt_error clrt_graph_node_get_dependencies(clrt_graph_node node, clrt_graph_node *nodes,
                                            size_t *count) {
  return node ? give(node->needs, nodes, count) : record(CLRT_ERROR_INVALID_VALUE);
}

clrt_error clrt_graph_node_get_dependent_nodes(clrt_graph_node node, clrt_graph_node *nodes,
                                               size_t *count) {
  if (!node)
    return record(CLRT_ERROR_INVALID_VALUE);
  Nodes list;
  for (const auto &n : node->graph->nodes)
    if (needs(n.get(), node))
      list.push_back(n.get());
  return give(list, nodes, count);
}

clrt_error clrt_graph_node_get_type(clrt_graph_node node, clrt_graph_node_type *type) {
  if (!node || !type)
    return record(CLRT_ERROR_INVALID_VALUE);
  *type = node->type;
  return CLRT_SUCCESS;
}
