/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Graphs and the capture of streams: a part of clrt.h, which includes this. A graph is a list of
 * commands with their arguments, copied when they are added; a launch gives them to a stream, one
 * after the other in an order that keeps all dependencies. */

#ifndef CLRT_GRAPHS_H
#define CLRT_GRAPHS_H
#include "names_begin.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct clrt_graph_st *clrt_graph;
typedef struct clrt_graph_node_st *clrt_graph_node;
typedef struct clrt_graph_exec_st *clrt_graph_exec;

#define CLRT_CONSTANTS(NAME, VALUE, CUDA_NAME) CLRT_##NAME = VALUE,
typedef enum clrt_stream_capture_mode CLRT_INT_ENUM {
#define CLRT_KIND_OF_CAPTURE_MODE CLRT_CONSTANTS
#include "constants.def"
} clrt_stream_capture_mode;
typedef enum clrt_stream_capture_status CLRT_INT_ENUM {
#define CLRT_KIND_OF_CAPTURE_STATUS CLRT_CONSTANTS
#include "constants.def"
} clrt_stream_capture_status;
typedef enum clrt_stream_update_capture_dependencies_flags CLRT_INT_ENUM {
#define CLRT_KIND_OF_CAPTURE_UPDATE CLRT_CONSTANTS
#include "constants.def"
} clrt_stream_update_capture_dependencies_flags;
typedef enum clrt_graph_node_type CLRT_INT_ENUM {
#define CLRT_KIND_OF_GRAPH_NODE CLRT_CONSTANTS
#include "constants.def"
} clrt_graph_node_type;
typedef enum clrt_graph_exec_update_result CLRT_INT_ENUM {
#define CLRT_KIND_OF_GRAPH_UPDATE CLRT_CONSTANTS
#include "constants.def"
} clrt_graph_exec_update_result;
typedef enum clrt_graph_instantiate_flags CLRT_INT_ENUM {
#define CLRT_KIND_OF_GRAPH_INSTANTIATE CLRT_CONSTANTS
#include "constants.def"
} clrt_graph_instantiate_flags;
typedef enum clrt_graph_instantiate_result CLRT_INT_ENUM {
#define CLRT_KIND_OF_GRAPH_RESULT CLRT_CONSTANTS
#include "constants.def"
} clrt_graph_instantiate_result;
typedef enum clrt_graph_debug_dot_flags CLRT_INT_ENUM {
#define CLRT_KIND_OF_GRAPH_DOT CLRT_CONSTANTS
#include "constants.def"
} clrt_graph_debug_dot_flags;
#undef CLRT_CONSTANTS

/* CUDA's fields. */
typedef struct clrt_kernel_node_params {
  void *func; /* the host function that stands for the kernel */
  dim3 gridDim, blockDim;
  unsigned int sharedMemBytes;
  void **kernelParams; /* the places of the arguments */
  void **extra;        /* NULL: arguments in one buffer are not supported */
} clrt_kernel_node_params;
typedef struct clrt_memset_params {
  void *dst;
  size_t pitch;
  unsigned int value, elementSize; /* 1, 2 or 4 bytes */
  size_t width, height;            /* elements, rows */
} clrt_memset_params;
typedef struct clrt_host_node_params {
  clrt_host_fn fn;
  void *userData;
} clrt_host_node_params;
typedef struct clrt_graph_exec_update_result_info {
  clrt_graph_exec_update_result result;
  clrt_graph_node errorNode, errorFromNode;
} clrt_graph_exec_update_result_info;
typedef struct clrt_graph_instantiate_params {
  unsigned long long flags;
  clrt_stream uploadStream;
  clrt_graph_node errNode_out;
  clrt_graph_instantiate_result result_out;
} clrt_graph_instantiate_params;

/* Of a dependency: all 0. */
typedef struct clrt_graph_edge_data {
  unsigned char from_port, to_port, type, reserved[5];
} clrt_graph_edge_data;

/* ---- capture ---- */

/* What is given to the stream becomes nodes of a new graph, and so does what is given to streams
 * that wait for events of it. What would wait for, or depend on, such streams is an error and
 * makes the capture invalid, as in CUDA; so does memory in a stream's order. */
clrt_error clrt_stream_begin_capture(clrt_stream s, clrt_stream_capture_mode mode);
clrt_error clrt_stream_end_capture(clrt_stream s, clrt_graph *graph);
clrt_error clrt_stream_is_capturing(clrt_stream s, clrt_stream_capture_status *status);
/* All but `status` may be NULL. The list of dependencies is valid until the stream is used. */
clrt_error clrt_stream_get_capture_info(clrt_stream s, clrt_stream_capture_status *status,
                                        unsigned long long *id, clrt_graph *graph,
                                        const clrt_graph_node **dependencies, size_t *count);
clrt_error clrt_stream_update_capture_dependencies(clrt_stream s, clrt_graph_node *dependencies,
                                                   size_t count, unsigned flags);
/* Whether this thread may call what waits for the device while streams are captured. */
clrt_error clrt_thread_exchange_stream_capture_mode(clrt_stream_capture_mode *mode);

/* ---- graphs ---- */

clrt_error clrt_graph_create(clrt_graph *graph, unsigned flags);
clrt_error clrt_graph_destroy(clrt_graph graph);
clrt_error clrt_graph_clone(clrt_graph *clone, clrt_graph graph);
clrt_error clrt_graph_node_find_in_clone(clrt_graph_node *node, clrt_graph_node original,
                                         clrt_graph clone);
clrt_error clrt_graph_add_kernel_node(clrt_graph_node *node, clrt_graph graph,
                                      const clrt_graph_node *dependencies, size_t count,
                                      const clrt_kernel_node_params *params);
clrt_error clrt_graph_add_memcpy_node(clrt_graph_node *node, clrt_graph graph,
                                      const clrt_graph_node *dependencies, size_t count,
                                      const clrt_memcpy_3d_parms *params);
clrt_error clrt_graph_add_memcpy_node_1d(clrt_graph_node *node, clrt_graph graph,
                                         const clrt_graph_node *dependencies, size_t count,
                                         void *dst, const void *src, size_t bytes,
                                         clrt_memcpy_kind kind);
clrt_error clrt_graph_add_memset_node(clrt_graph_node *node, clrt_graph graph,
                                      const clrt_graph_node *dependencies, size_t count,
                                      const clrt_memset_params *params);
clrt_error clrt_graph_add_host_node(clrt_graph_node *node, clrt_graph graph,
                                    const clrt_graph_node *dependencies, size_t count,
                                    const clrt_host_node_params *params);
/* The graph is copied. */
clrt_error clrt_graph_add_child_graph_node(clrt_graph_node *node, clrt_graph graph,
                                           const clrt_graph_node *dependencies, size_t count,
                                           clrt_graph child);
clrt_error clrt_graph_add_empty_node(clrt_graph_node *node, clrt_graph graph,
                                     const clrt_graph_node *dependencies, size_t count);
clrt_error clrt_graph_add_event_record_node(clrt_graph_node *node, clrt_graph graph,
                                            const clrt_graph_node *dependencies, size_t count,
                                            clrt_event event);
clrt_error clrt_graph_add_event_wait_node(clrt_graph_node *node, clrt_graph graph,
                                          const clrt_graph_node *dependencies, size_t count,
                                          clrt_event event);
clrt_error clrt_graph_destroy_node(clrt_graph_node node);
clrt_error clrt_graph_add_dependencies(clrt_graph graph, const clrt_graph_node *from,
                                       const clrt_graph_node *to, size_t count);
clrt_error clrt_graph_remove_dependencies(clrt_graph graph, const clrt_graph_node *from,
                                          const clrt_graph_node *to, size_t count);

/* Lists: without room for them (NULL), how many there are; else as many as fit, NULL in what is
 * left, and how many were written. */
clrt_error clrt_graph_get_nodes(clrt_graph graph, clrt_graph_node *nodes, size_t *count);
clrt_error clrt_graph_get_root_nodes(clrt_graph graph, clrt_graph_node *nodes, size_t *count);
clrt_error clrt_graph_get_edges(clrt_graph graph, clrt_graph_node *from, clrt_graph_node *to,
                                size_t *count);
clrt_error clrt_graph_node_get_dependencies(clrt_graph_node node, clrt_graph_node *nodes,
                                            size_t *count);
clrt_error clrt_graph_node_get_dependent_nodes(clrt_graph_node node, clrt_graph_node *nodes,
                                               size_t *count);
clrt_error clrt_graph_node_get_type(clrt_graph_node node, clrt_graph_node_type *type);

/* What a node does. The pointers of a kernel's parameters stay valid until it gets others. The
 * kernel of a captured launch that no host function stands for is a handle that only the set
 * functions know. */
clrt_error clrt_graph_kernel_node_get_params(clrt_graph_node node, clrt_kernel_node_params *p);
clrt_error clrt_graph_kernel_node_set_params(clrt_graph_node node,
                                             const clrt_kernel_node_params *p);
clrt_error clrt_graph_memcpy_node_get_params(clrt_graph_node node, clrt_memcpy_3d_parms *p);
clrt_error clrt_graph_memcpy_node_set_params(clrt_graph_node node, const clrt_memcpy_3d_parms *p);
clrt_error clrt_graph_memcpy_node_set_params_1d(clrt_graph_node node, void *dst, const void *src,
                                                size_t bytes, clrt_memcpy_kind kind);
clrt_error clrt_graph_memset_node_get_params(clrt_graph_node node, clrt_memset_params *p);
clrt_error clrt_graph_memset_node_set_params(clrt_graph_node node, const clrt_memset_params *p);
clrt_error clrt_graph_host_node_get_params(clrt_graph_node node, clrt_host_node_params *p);
clrt_error clrt_graph_host_node_set_params(clrt_graph_node node, const clrt_host_node_params *p);
clrt_error clrt_graph_child_graph_node_get_graph(clrt_graph_node node, clrt_graph *graph);
clrt_error clrt_graph_event_record_node_get_event(clrt_graph_node node, clrt_event *event);
clrt_error clrt_graph_event_record_node_set_event(clrt_graph_node node, clrt_event event);
clrt_error clrt_graph_event_wait_node_get_event(clrt_graph_node node, clrt_event *event);
clrt_error clrt_graph_event_wait_node_set_event(clrt_graph_node node, clrt_event event);
/* The graph as a drawing for Graphviz. */
clrt_error clrt_graph_debug_dot_print(clrt_graph graph, const char *path, unsigned flags);

/* ---- graphs that can be launched ---- */

clrt_error clrt_graph_instantiate(clrt_graph_exec *exec, clrt_graph graph,
                                  unsigned long long flags);
clrt_error clrt_graph_instantiate_with_log(clrt_graph_exec *exec, clrt_graph graph,
                                           clrt_graph_node *error_node, char *log, size_t bytes);
clrt_error clrt_graph_instantiate_with_params(clrt_graph_exec *exec, clrt_graph graph,
                                              clrt_graph_instantiate_params *params);
clrt_error clrt_graph_exec_get_flags(clrt_graph_exec exec, unsigned long long *flags);
clrt_error clrt_graph_upload(clrt_graph_exec exec, clrt_stream s);
/* After what the stream has, and after the launch of the same graph before this one. */
clrt_error clrt_graph_launch(clrt_graph_exec exec, clrt_stream s);
clrt_error clrt_graph_exec_destroy(clrt_graph_exec exec);
/* The arguments of the nodes of a graph of the same shape. */
clrt_error clrt_graph_exec_update(clrt_graph_exec exec, clrt_graph graph,
                                  clrt_graph_exec_update_result_info *info);
/* Of the nodes of the graph that it was made of. */
clrt_error clrt_graph_exec_kernel_node_set_params(clrt_graph_exec exec, clrt_graph_node node,
                                                  const clrt_kernel_node_params *p);
clrt_error clrt_graph_exec_memcpy_node_set_params(clrt_graph_exec exec, clrt_graph_node node,
                                                  const clrt_memcpy_3d_parms *p);
clrt_error clrt_graph_exec_memcpy_node_set_params_1d(clrt_graph_exec exec, clrt_graph_node node,
                                                     void *dst, const void *src, size_t bytes,
                                                     clrt_memcpy_kind kind);
clrt_error clrt_graph_exec_memset_node_set_params(clrt_graph_exec exec, clrt_graph_node node,
                                                  const clrt_memset_params *p);
clrt_error clrt_graph_exec_host_node_set_params(clrt_graph_exec exec, clrt_graph_node node,
                                                const clrt_host_node_params *p);
clrt_error clrt_graph_exec_child_graph_node_set_params(clrt_graph_exec exec, clrt_graph_node node,
                                                       clrt_graph child);
clrt_error clrt_graph_exec_event_record_node_set_event(clrt_graph_exec exec, clrt_graph_node node,
                                                       clrt_event event);
clrt_error clrt_graph_exec_event_wait_node_set_event(clrt_graph_exec exec, clrt_graph_node node,
                                                     clrt_event event);
/* Kernel, memset and copy nodes that are not enabled do nothing. */
clrt_error clrt_graph_node_set_enabled(clrt_graph_exec exec, clrt_graph_node node,
                                       unsigned enabled);
clrt_error clrt_graph_node_get_enabled(clrt_graph_exec exec, clrt_graph_node node,
                                       unsigned *enabled);

/* The same for copies to and from a symbol, `offset` bytes into it. */
clrt_error clrt_graph_add_memcpy_node_to_symbol(clrt_graph_node *node, clrt_graph graph,
                                                const clrt_graph_node *dependencies, size_t count,
                                                const clrt_symbol *symbol, const void *src,
                                                size_t bytes, size_t offset, clrt_memcpy_kind kind);
clrt_error clrt_graph_add_memcpy_node_from_symbol(clrt_graph_node *node, clrt_graph graph,
                                                  const clrt_graph_node *dependencies, size_t count,
                                                  void *dst, const clrt_symbol *symbol,
                                                  size_t bytes, size_t offset,
                                                  clrt_memcpy_kind kind);
clrt_error clrt_graph_memcpy_node_set_params_to_symbol(clrt_graph_node node,
                                                       const clrt_symbol *symbol, const void *src,
                                                       size_t bytes, size_t offset,
                                                       clrt_memcpy_kind kind);
clrt_error clrt_graph_memcpy_node_set_params_from_symbol(clrt_graph_node node, void *dst,
                                                         const clrt_symbol *symbol, size_t bytes,
                                                         size_t offset, clrt_memcpy_kind kind);
clrt_error clrt_graph_exec_memcpy_node_set_params_to_symbol(clrt_graph_exec exec,
                                                            clrt_graph_node node,
                                                            const clrt_symbol *symbol,
                                                            const void *src, size_t bytes,
                                                            size_t offset, clrt_memcpy_kind kind);
clrt_error clrt_graph_exec_memcpy_node_set_params_from_symbol(clrt_graph_exec exec,
                                                              clrt_graph_node node, void *dst,
                                                              const clrt_symbol *symbol,
                                                              size_t bytes, size_t offset,
                                                              clrt_memcpy_kind kind);

#ifdef __cplusplus
}
#endif

#include "names_end.h"

#endif
