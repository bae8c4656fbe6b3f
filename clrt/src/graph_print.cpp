// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs as drawings for Graphviz.

#include "graph.h"

#include <cstdio>

using namespace clrt_impl;

static std::string label_of(const clrt_graph_node_st &n) {
  static const char *const names[] = {"kernel", "memcpy", "memset",     "host",
                                      "graph",  "empty",  "wait event", "event record"};
  std::string text = names[n.type];
  if (n.type == CLRT_GRAPH_NODE_TYPE_KERNEL)
    text += std::string(" ") + n.kernel.name();
  if (n.type == CLRT_GRAPH_NODE_TYPE_MEMCPY)
    text += " " + std::to_string(n.copy.extent.width) + " x " +
            std::to_string(n.copy.extent.height) + " x " + std::to_string(n.copy.extent.depth);
  if (n.type == CLRT_GRAPH_NODE_TYPE_MEMSET)
    text += " " + std::to_string(n.fill.width) + " x " + std::to_string(n.fill.height);
  return text;
}

static void print(FILE *file, const clrt_graph_st &g) {
  fprintf(file, "subgraph cluster_%llu {\n", static_cast<unsigned long long>(g.id));
  for (const auto &n : g.nodes) {
    unsigned long long id = n->id;
    fprintf(file, "  n%llu [label=\"%s\"];\n", id, label_of(*n).c_str());
    for (clrt_graph_node need : n->needs)
      fprintf(file, "  n%llu -> n%llu;\n", static_cast<unsigned long long>(need->id), id);
    if (n->child)
      print(file, *n->child);
  }
  fprintf(file, "}\n");
}

clrt_error clrt_graph_debug_dot_print(clrt_graph graph, const char *path, unsigned) {
  FILE *file = graph && path ? fopen(path, "w") : nullptr;
  if (!file)
    return record(graph && path ? CLRT_ERROR_OPERATING_SYSTEM : CLRT_ERROR_INVALID_VALUE);
  fprintf(file, "digraph {\n");
  print(file, *graph);
  fprintf(file, "}\n");
  return record(fclose(file) == 0 ? CLRT_SUCCESS : CLRT_ERROR_OPERATING_SYSTEM);
}
