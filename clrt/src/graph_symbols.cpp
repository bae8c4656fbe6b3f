// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copy nodes to and from symbols.

#include "graph.h"

using namespace clrt_impl;

// A symbol's bytes. Kernels that have copies of it look at it again from now on.
static clrt_error locate(const clrt_symbol *symbol, size_t bytes, size_t offset, char **p) {
  void *address = nullptr;
  clrt_error e = clrt_symbol_address(&address, symbol);
  if (e == CLRT_SUCCESS && (offset > symbol->size || bytes > symbol->size - offset))
    e = record(CLRT_ERROR_INVALID_VALUE);
  *p = static_cast<char *>(address) + (e == CLRT_SUCCESS ? offset : 0);
  return e;
}

clrt_error clrt_graph_add_memcpy_node_to_symbol(clrt_graph_node *node, clrt_graph graph,
                                                const clrt_graph_node *dependencies, size_t count,
                                                const clrt_symbol *symbol, const void *src,
                                                size_t bytes, size_t offset,
                                                clrt_memcpy_kind kind) {
  char *p;
  clrt_error e = locate(symbol, bytes, offset, &p);
  return e == CLRT_SUCCESS
             ? clrt_graph_add_memcpy_node_1d(node, graph, dependencies, count, p, src, bytes, kind)
             : e;
}

clrt_error clrt_graph_add_memcpy_node_from_symbol(clrt_graph_node *node, clrt_graph graph,
                                                  const clrt_graph_node *dependencies, size_t count,
                                                  void *dst, const clrt_symbol *symbol,
                                                  size_t bytes, size_t offset,
                                                  clrt_memcpy_kind kind) {
  char *p;
  clrt_error e = locate(symbol, bytes, offset, &p);
  return e == CLRT_SUCCESS
             ? clrt_graph_add_memcpy_node_1d(node, graph, dependencies, count, dst, p, bytes, kind)
             : e;
}

clrt_error clrt_graph_memcpy_node_set_params_to_symbol(clrt_graph_node node,
                                                       const clrt_symbol *symbol, const void *src,
                                                       size_t bytes, size_t offset,
                                                       clrt_memcpy_kind kind) {
  char *p;
  clrt_error e = locate(symbol, bytes, offset, &p);
  return e == CLRT_SUCCESS ? clrt_graph_memcpy_node_set_params_1d(node, p, src, bytes, kind) : e;
}

clrt_error clrt_graph_memcpy_node_set_params_from_symbol(clrt_graph_node node, void *dst,
                                                         const clrt_symbol *symbol, size_t bytes,
                                                         size_t offset, clrt_memcpy_kind kind) {
  char *p;
  clrt_error e = locate(symbol, bytes, offset, &p);
  return e == CLRT_SUCCESS ? clrt_graph_memcpy_node_set_params_1d(node, dst, p, bytes, kind) : e;
}

clrt_error clrt_graph_exec_memcpy_node_set_params_to_symbol(clrt_graph_exec exec,
                                                            clrt_graph_node node,
                                                            const clrt_symbol *symbol,
                                                            const void *src, size_t bytes,
                                                            size_t offset, clrt_memcpy_kind kind) {
  char *p;
  clrt_error e = locate(symbol, bytes, offset, &p);
  return e == CLRT_SUCCESS
             ? clrt_graph_exec_memcpy_node_set_params_1d(exec, node, p, src, bytes, kind)
             : e;
}

clrt_error clrt_graph_exec_memcpy_node_set_params_from_symbol(clrt_graph_exec exec,
                                                              clrt_graph_node node, void *dst,
                                                              const clrt_symbol *symbol,
                                                              size_t bytes, size_t offset,
                                                              clrt_memcpy_kind kind) {
  char *p;
  clrt_error e = locate(symbol, bytes, offset, &p);
  return e == CLRT_SUCCESS
             ? clrt_graph_exec_memcpy_node_set_params_1d(exec, node, dst, p, bytes, kind)
             : e;
}
