// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs: nodes with their arguments, and which of them each one needs.

#ifndef CLRT_GRAPH_H
#define CLRT_GRAPH_H

#include "recording.h"

#include <memory>

namespace clrt_impl {
// A launch with copies of its arguments.
class KernelCall {
public:
  // As the launch had them. Buffers are known by their addresses from here on.
  void set(const clrt_kernel *kernel, const clrt_config &c, const clrt_arg *args, size_t count);
  // By the places of the arguments. A null place keeps the argument that the call has, if it is of
  // the same kernel.
  clrt_error set(const clrt_kernel_node_params &p);
  // What a program reads: the places are those of the copies.
  void describe(clrt_kernel_node_params *p);
  clrt_error launch(clrt_stream s) const;
  const char *name() const { return kernel_->name; }
  const clrt_config &config() const { return config_; }
  bool is_of_same_kernel(const KernelCall &other) const { return kernel_ == other.kernel_; }

private:
  struct Value {
    clrt_param_kind kind;
    size_t size;
    std::vector<unsigned char> bytes;
  };
  struct Parameter {
    Value value;                // of a list, the object's bytes, where they are known
    std::vector<Value> members; // of a list
  };
  static Value copy_of(const clrt_arg &a);
  static Parameter parameter_of(const clrt_param &param, const void *place);

  const clrt_kernel *kernel_ = nullptr;
  clrt_config config_ = clrt_config();
  std::vector<Parameter> params_;
  std::vector<void *> places_;
};

uint64_t fresh_node_id(); // never given twice
} // namespace clrt_impl

struct clrt_graph_node_st {
  clrt_graph graph = nullptr;
  clrt_graph_node_type type = CLRT_GRAPH_NODE_TYPE_EMPTY;
  uint64_t id = clrt_impl::fresh_node_id();
  uint64_t source = 0; // the node that this is a copy of
  std::vector<clrt_graph_node> needs;
  bool enabled = true;
  // By type:
  clrt_impl::KernelCall kernel;
  clrt_memcpy_3d_parms copy = clrt_memcpy_3d_parms();
  clrt_impl::FillCommand fill = clrt_impl::FillCommand();
  clrt_host_node_params host = {nullptr, nullptr};
  std::unique_ptr<clrt_graph_st> child;
  clrt_event event = nullptr;
};

struct clrt_graph_st {
  std::vector<std::unique_ptr<clrt_graph_node_st>> nodes; // in the order in which they were made
  uint64_t source = 0, id = clrt_impl::fresh_node_id();
  bool is_captured = false; // a capture adds to it
};

namespace clrt_impl {
typedef std::vector<clrt_graph_node> Nodes;

bool is_graph(clrt_graph g); // of the program: was made and not destroyed
void add_graph(clrt_graph g);
clrt_graph_node find_copy(clrt_graph g, uint64_t source); // also in child graphs
std::unique_ptr<clrt_graph_st> copy_of(const clrt_graph_st &g);
// An order that keeps the dependencies; false: there is none.
bool sort(const clrt_graph_st &g, Nodes &order);
// Takes over what the node does from one of its type.
void take_work(clrt_graph_node_st &to, const clrt_graph_node_st &from);
// A new node at the end of the graph.
clrt_graph_node append(clrt_graph g, clrt_graph_node_type type, const Nodes &needs);
clrt_error add_node(clrt_graph_node *node, clrt_graph g, const clrt_graph_node *dependencies,
                    size_t count, clrt_graph_node_st &&work);

// What a node is told; each checks what can be checked before the launch.
clrt_error set_work(clrt_graph_node_st &n, const clrt_kernel_node_params *p);
clrt_error set_work(clrt_graph_node_st &n, const clrt_memcpy_3d_parms *p);
clrt_error set_work(clrt_graph_node_st &n, const clrt_memset_params *p);
clrt_error set_work(clrt_graph_node_st &n, const clrt_host_node_params *p);
clrt_memcpy_3d_parms linear_copy(void *dst, const void *src, size_t bytes, clrt_memcpy_kind kind);
} // namespace clrt_impl

#endif
