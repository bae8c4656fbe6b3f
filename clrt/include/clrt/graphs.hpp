// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs and the capture of streams: a part of clrt.hpp, which includes this.

#ifndef CLRT_GRAPHS_HPP
#define CLRT_GRAPHS_HPP
#include "names_begin.h"

#include "place.hpp"
#include "symbol.hpp"

namespace clrt {

typedef clrt_graph graph;
typedef clrt_graph_node graph_node;
typedef clrt_graph_exec graph_exec;
typedef clrt_stream_capture_mode stream_capture_mode;
typedef clrt_stream_capture_status stream_capture_status;
typedef clrt_stream_update_capture_dependencies_flags stream_update_capture_dependencies_flags;
typedef clrt_graph_node_type graph_node_type;
typedef clrt_graph_exec_update_result graph_exec_update_result;
typedef clrt_graph_instantiate_flags graph_instantiate_flags;
typedef clrt_graph_instantiate_result graph_instantiate_result;
typedef clrt_graph_edge_data graph_edge_data;
typedef clrt_graph_debug_dot_flags graph_debug_dot_flags;
typedef clrt_kernel_node_params kernel_node_params;
typedef clrt_memset_params memset_params;
typedef clrt_host_node_params host_node_params;
typedef clrt_graph_exec_update_result_info graph_exec_update_result_info;
typedef clrt_graph_instantiate_params graph_instantiate_params;

inline clrt_error stream_begin_capture(clrt_stream s, stream_capture_mode mode) {
  return clrt_stream_begin_capture(s, mode);
}
inline clrt_error stream_end_capture(clrt_stream s, graph *g) {
  return clrt_stream_end_capture(s, g);
}
inline clrt_error stream_is_capturing(clrt_stream s, stream_capture_status *status) {
  return clrt_stream_is_capturing(s, status);
}
inline clrt_error stream_get_capture_info(clrt_stream s, stream_capture_status *status,
                                          unsigned long long *id = nullptr, graph *g = nullptr,
                                          const graph_node **dependencies = nullptr,
                                          std::size_t *count = nullptr) {
  return clrt_stream_get_capture_info(s, status, id, g, dependencies, count);
}
inline clrt_error stream_update_capture_dependencies(clrt_stream s, graph_node *dependencies,
                                                     std::size_t count, unsigned flags = 0) {
  return clrt_stream_update_capture_dependencies(s, dependencies, count, flags);
}
inline clrt_error thread_exchange_stream_capture_mode(stream_capture_mode *mode) {
  return clrt_thread_exchange_stream_capture_mode(mode);
}
inline clrt_error graph_create(graph *g, unsigned flags) { return clrt_graph_create(g, flags); }
inline clrt_error graph_destroy(graph g) { return clrt_graph_destroy(g); }
inline clrt_error graph_clone(graph *clone, graph g) { return clrt_graph_clone(clone, g); }
inline clrt_error graph_node_find_in_clone(graph_node *node, graph_node original, graph clone) {
  return clrt_graph_node_find_in_clone(node, original, clone);
}
inline clrt_error graph_add_kernel_node(graph_node *node, graph g, const graph_node *dependencies,
                                        std::size_t count, const kernel_node_params *params) {
  return clrt_graph_add_kernel_node(node, g, dependencies, count, params);
}
inline clrt_error graph_add_memcpy_node(graph_node *node, graph g, const graph_node *dependencies,
                                        std::size_t count, const clrt_memcpy_3d_parms *params) {
  return clrt_graph_add_memcpy_node(node, g, dependencies, count, params);
}
inline clrt_error graph_add_memcpy_node_1d(graph_node *node, graph g,
                                           const graph_node *dependencies, std::size_t count,
                                           const detail::place &dst, const detail::place &src,
                                           std::size_t bytes, clrt_memcpy_kind kind) {
  return clrt_graph_add_memcpy_node_1d(node, g, dependencies, count, dst.address(), src.address(),
                                       bytes, kind);
}
inline clrt_error graph_add_memset_node(graph_node *node, graph g, const graph_node *dependencies,
                                        std::size_t count, const memset_params *params) {
  return clrt_graph_add_memset_node(node, g, dependencies, count, params);
}
inline clrt_error graph_add_host_node(graph_node *node, graph g, const graph_node *dependencies,
                                      std::size_t count, const host_node_params *params) {
  return clrt_graph_add_host_node(node, g, dependencies, count, params);
}
inline clrt_error graph_add_child_graph_node(graph_node *node, graph g,
                                             const graph_node *dependencies, std::size_t count,
                                             graph child) {
  return clrt_graph_add_child_graph_node(node, g, dependencies, count, child);
}
inline clrt_error graph_add_empty_node(graph_node *node, graph g, const graph_node *dependencies,
                                       std::size_t count) {
  return clrt_graph_add_empty_node(node, g, dependencies, count);
}
inline clrt_error graph_add_event_record_node(graph_node *node, graph g,
                                              const graph_node *dependencies, std::size_t count,
                                              clrt_event event) {
  return clrt_graph_add_event_record_node(node, g, dependencies, count, event);
}
inline clrt_error graph_add_event_wait_node(graph_node *node, graph g,
                                            const graph_node *dependencies, std::size_t count,
                                            clrt_event event) {
  return clrt_graph_add_event_wait_node(node, g, dependencies, count, event);
}
inline clrt_error graph_destroy_node(graph_node node) { return clrt_graph_destroy_node(node); }
inline clrt_error graph_add_dependencies(graph g, const graph_node *from, const graph_node *to,
                                         std::size_t count) {
  return clrt_graph_add_dependencies(g, from, to, count);
}
inline clrt_error graph_remove_dependencies(graph g, const graph_node *from, const graph_node *to,
                                            std::size_t count) {
  return clrt_graph_remove_dependencies(g, from, to, count);
}
inline clrt_error graph_get_nodes(graph g, graph_node *nodes, std::size_t *count) {
  return clrt_graph_get_nodes(g, nodes, count);
}
inline clrt_error graph_get_root_nodes(graph g, graph_node *nodes, std::size_t *count) {
  return clrt_graph_get_root_nodes(g, nodes, count);
}
inline clrt_error graph_get_edges(graph g, graph_node *from, graph_node *to, std::size_t *count) {
  return clrt_graph_get_edges(g, from, to, count);
}
inline clrt_error graph_node_get_dependencies(graph_node node, graph_node *nodes,
                                              std::size_t *count) {
  return clrt_graph_node_get_dependencies(node, nodes, count);
}
inline clrt_error graph_node_get_dependent_nodes(graph_node node, graph_node *nodes,
                                                 std::size_t *count) {
  return clrt_graph_node_get_dependent_nodes(node, nodes, count);
}
inline clrt_error graph_node_get_type(graph_node node, graph_node_type *type) {
  return clrt_graph_node_get_type(node, type);
}
inline clrt_error graph_kernel_node_get_params(graph_node node, kernel_node_params *p) {
  return clrt_graph_kernel_node_get_params(node, p);
}
inline clrt_error graph_kernel_node_set_params(graph_node node, const kernel_node_params *p) {
  return clrt_graph_kernel_node_set_params(node, p);
}
inline clrt_error graph_memcpy_node_get_params(graph_node node, clrt_memcpy_3d_parms *p) {
  return clrt_graph_memcpy_node_get_params(node, p);
}
inline clrt_error graph_memcpy_node_set_params(graph_node node, const clrt_memcpy_3d_parms *p) {
  return clrt_graph_memcpy_node_set_params(node, p);
}
inline clrt_error graph_memcpy_node_set_params_1d(graph_node node, const detail::place &dst,
                                                  const detail::place &src, std::size_t bytes,
                                                  clrt_memcpy_kind kind) {
  return clrt_graph_memcpy_node_set_params_1d(node, dst.address(), src.address(), bytes, kind);
}
inline clrt_error graph_memset_node_get_params(graph_node node, memset_params *p) {
  return clrt_graph_memset_node_get_params(node, p);
}
inline clrt_error graph_memset_node_set_params(graph_node node, const memset_params *p) {
  return clrt_graph_memset_node_set_params(node, p);
}
inline clrt_error graph_host_node_get_params(graph_node node, host_node_params *p) {
  return clrt_graph_host_node_get_params(node, p);
}
inline clrt_error graph_host_node_set_params(graph_node node, const host_node_params *p) {
  return clrt_graph_host_node_set_params(node, p);
}
inline clrt_error graph_child_graph_node_get_graph(graph_node node, graph *g) {
  return clrt_graph_child_graph_node_get_graph(node, g);
}
inline clrt_error graph_event_record_node_get_event(graph_node node, clrt_event *event) {
  return clrt_graph_event_record_node_get_event(node, event);
}
inline clrt_error graph_event_record_node_set_event(graph_node node, clrt_event event) {
  return clrt_graph_event_record_node_set_event(node, event);
}
inline clrt_error graph_event_wait_node_get_event(graph_node node, clrt_event *event) {
  return clrt_graph_event_wait_node_get_event(node, event);
}
inline clrt_error graph_event_wait_node_set_event(graph_node node, clrt_event event) {
  return clrt_graph_event_wait_node_set_event(node, event);
}
inline clrt_error graph_debug_dot_print(graph g, const char *path, unsigned flags) {
  return clrt_graph_debug_dot_print(g, path, flags);
}
inline clrt_error graph_instantiate(graph_exec *exec, graph g, unsigned long long flags = 0) {
  return clrt_graph_instantiate(exec, g, flags);
}
inline clrt_error graph_instantiate_with_log(graph_exec *exec, graph g, graph_node *error_node,
                                             char *log, std::size_t bytes) {
  return clrt_graph_instantiate_with_log(exec, g, error_node, log, bytes);
}
inline clrt_error graph_instantiate_with_params(graph_exec *exec, graph g,
                                                graph_instantiate_params *params) {
  return clrt_graph_instantiate_with_params(exec, g, params);
}
inline clrt_error graph_exec_get_flags(graph_exec exec, unsigned long long *flags) {
  return clrt_graph_exec_get_flags(exec, flags);
}
inline clrt_error graph_upload(graph_exec exec, clrt_stream s) {
  return clrt_graph_upload(exec, s);
}
inline clrt_error graph_launch(graph_exec exec, clrt_stream s) {
  return clrt_graph_launch(exec, s);
}
inline clrt_error graph_exec_destroy(graph_exec exec) { return clrt_graph_exec_destroy(exec); }
inline clrt_error graph_exec_update(graph_exec exec, graph g, graph_exec_update_result_info *info) {
  return clrt_graph_exec_update(exec, g, info);
}
inline clrt_error graph_exec_kernel_node_set_params(graph_exec exec, graph_node node,
                                                    const kernel_node_params *p) {
  return clrt_graph_exec_kernel_node_set_params(exec, node, p);
}
inline clrt_error graph_exec_memcpy_node_set_params(graph_exec exec, graph_node node,
                                                    const clrt_memcpy_3d_parms *p) {
  return clrt_graph_exec_memcpy_node_set_params(exec, node, p);
}
inline clrt_error graph_exec_memcpy_node_set_params_1d(graph_exec exec, graph_node node,
                                                       const detail::place &dst,
                                                       const detail::place &src, std::size_t bytes,
                                                       clrt_memcpy_kind kind) {
  return clrt_graph_exec_memcpy_node_set_params_1d(exec, node, dst.address(), src.address(), bytes,
                                                   kind);
}
inline clrt_error graph_exec_memset_node_set_params(graph_exec exec, graph_node node,
                                                    const memset_params *p) {
  return clrt_graph_exec_memset_node_set_params(exec, node, p);
}
inline clrt_error graph_exec_host_node_set_params(graph_exec exec, graph_node node,
                                                  const host_node_params *p) {
  return clrt_graph_exec_host_node_set_params(exec, node, p);
}
inline clrt_error graph_exec_child_graph_node_set_params(graph_exec exec, graph_node node,
                                                         graph child) {
  return clrt_graph_exec_child_graph_node_set_params(exec, node, child);
}
inline clrt_error graph_exec_event_record_node_set_event(graph_exec exec, graph_node node,
                                                         clrt_event event) {
  return clrt_graph_exec_event_record_node_set_event(exec, node, event);
}
inline clrt_error graph_exec_event_wait_node_set_event(graph_exec exec, graph_node node,
                                                       clrt_event event) {
  return clrt_graph_exec_event_wait_node_set_event(exec, node, event);
}
inline clrt_error graph_node_set_enabled(graph_exec exec, graph_node node, unsigned enabled) {
  return clrt_graph_node_set_enabled(exec, node, enabled);
}
inline clrt_error graph_node_get_enabled(graph_exec exec, graph_node node, unsigned *enabled) {
  return clrt_graph_node_get_enabled(exec, node, enabled);
}

// CUDA 11's forms of the same.
inline clrt_error graph_instantiate(graph_exec *exec, graph g, graph_node *error_node, char *log,
                                    std::size_t bytes) {
  return clrt_graph_instantiate_with_log(exec, g, error_node, log, bytes);
}
inline clrt_error graph_exec_update(graph_exec exec, graph g, graph_node *error_node,
                                    graph_exec_update_result *result) {
  graph_exec_update_result_info info = graph_exec_update_result_info();
  clrt_error e = clrt_graph_exec_update(exec, g, &info);
  if (error_node)
    *error_node = info.errorNode;
  if (result)
    *result = info.result;
  return e;
}

inline clrt_error graph_add_memcpy_node_to_symbol(graph_node *node, graph g,
                                                  const graph_node *dependencies, std::size_t count,
                                                  const symbol_base &symbol,
                                                  const detail::place &src, std::size_t bytes,
                                                  std::size_t offset, clrt_memcpy_kind kind) {
  return clrt_graph_add_memcpy_node_to_symbol(node, g, dependencies, count, symbol.raw(),
                                              src.address(), bytes, offset, kind);
}
inline clrt_error graph_add_memcpy_node_from_symbol(graph_node *node, graph g,
                                                    const graph_node *dependencies,
                                                    std::size_t count, const detail::place &dst,
                                                    const symbol_base &symbol, std::size_t bytes,
                                                    std::size_t offset, clrt_memcpy_kind kind) {
  return clrt_graph_add_memcpy_node_from_symbol(node, g, dependencies, count, dst.address(),
                                                symbol.raw(), bytes, offset, kind);
}
inline clrt_error graph_memcpy_node_set_params_to_symbol(graph_node node, const symbol_base &symbol,
                                                         const detail::place &src,
                                                         std::size_t bytes, std::size_t offset,
                                                         clrt_memcpy_kind kind) {
  return clrt_graph_memcpy_node_set_params_to_symbol(node, symbol.raw(), src.address(), bytes,
                                                     offset, kind);
}
inline clrt_error graph_memcpy_node_set_params_from_symbol(graph_node node,
                                                           const detail::place &dst,
                                                           const symbol_base &symbol,
                                                           std::size_t bytes, std::size_t offset,
                                                           clrt_memcpy_kind kind) {
  return clrt_graph_memcpy_node_set_params_from_symbol(node, dst.address(), symbol.raw(), bytes,
                                                       offset, kind);
}
inline clrt_error graph_exec_memcpy_node_set_params_to_symbol(graph_exec exec, graph_node node,
                                                              const symbol_base &symbol,
                                                              const detail::place &src,
                                                              std::size_t bytes, std::size_t offset,
                                                              clrt_memcpy_kind kind) {
  return clrt_graph_exec_memcpy_node_set_params_to_symbol(exec, node, symbol.raw(), src.address(),
                                                          bytes, offset, kind);
}
inline clrt_error graph_exec_memcpy_node_set_params_from_symbol(
    graph_exec exec, graph_node node, const detail::place &dst, const symbol_base &symbol,
    std::size_t bytes, std::size_t offset, clrt_memcpy_kind kind) {
  return clrt_graph_exec_memcpy_node_set_params_from_symbol(exec, node, dst.address(), symbol.raw(),
                                                            bytes, offset, kind);
}

// CUDA 13's forms. Dependencies are plain ones.
namespace detail {
inline clrt_error plain_edges(const clrt_graph_edge_data *data, std::size_t count) {
  for (std::size_t i = 0; data && i < count; ++i)
    if (data[i].from_port || data[i].to_port || data[i].type)
      return CLRT_ERROR_NOT_SUPPORTED;
  return CLRT_SUCCESS;
}
inline void fill_edges(clrt_graph_edge_data *data, const std::size_t *count) {
  for (std::size_t i = 0; data && count && i < *count; ++i)
    data[i] = clrt_graph_edge_data();
}
} // namespace detail
inline clrt_error graph_get_edges(graph g, graph_node *from, graph_node *to, graph_edge_data *data,
                                  std::size_t *count) {
  clrt_error e = clrt_graph_get_edges(g, from, to, count);
  detail::fill_edges(data, count);
  return e;
}
inline clrt_error graph_node_get_dependencies(graph_node node, graph_node *nodes,
                                              graph_edge_data *data, std::size_t *count) {
  clrt_error e = clrt_graph_node_get_dependencies(node, nodes, count);
  detail::fill_edges(data, count);
  return e;
}
inline clrt_error graph_node_get_dependent_nodes(graph_node node, graph_node *nodes,
                                                 graph_edge_data *data, std::size_t *count) {
  clrt_error e = clrt_graph_node_get_dependent_nodes(node, nodes, count);
  detail::fill_edges(data, count);
  return e;
}
inline clrt_error graph_add_dependencies(graph g, const graph_node *from, const graph_node *to,
                                         const graph_edge_data *data, std::size_t count) {
  clrt_error e = detail::plain_edges(data, count);
  return e == CLRT_SUCCESS ? clrt_graph_add_dependencies(g, from, to, count) : e;
}
inline clrt_error graph_remove_dependencies(graph g, const graph_node *from, const graph_node *to,
                                            const graph_edge_data *data, std::size_t count) {
  clrt_error e = detail::plain_edges(data, count);
  return e == CLRT_SUCCESS ? clrt_graph_remove_dependencies(g, from, to, count) : e;
}

} // namespace clrt

#include "names_end.h"

#endif
