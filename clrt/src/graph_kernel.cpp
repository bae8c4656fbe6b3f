// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches that are kept with their arguments.

#include "graph.h"

#include <cstdio>

using namespace clrt_impl;

// How many bytes an argument of the kind has.
static size_t bytes_of(clrt_param_kind kind, size_t size) {
  return kind == CLRT_VALUE     ? size
         : kind == CLRT_TEXTURE ? sizeof(clrt_texture_object)
                                : sizeof(void *);
}

KernelCall::Value KernelCall::copy_of(const clrt_arg &a) {
  Value v = {a.kind, a.size, {}};
  const void *from = a.value, *address = nullptr;
  if (a.kind == CLRT_BUFFER || a.kind == CLRT_BUFFER_AT) {
    const cl_mem mem = *static_cast<const cl_mem *>(a.value);
    address = mem && is_alive(mem) ? clrt_address(mem) : nullptr;
    from = &address;
    v.kind = a.kind == CLRT_BUFFER ? CLRT_GLOBAL : CLRT_GLOBAL_AT;
  }
  const unsigned char *bytes = static_cast<const unsigned char *>(from);
  v.bytes.assign(bytes, bytes + bytes_of(v.kind, v.size));
  return v;
}

void KernelCall::set(const clrt_kernel *kernel, const clrt_config &c, const clrt_arg *args,
                     size_t count) {
  kernel_ = kernel;
  config_ = c;
  config_.stream = nullptr;
  params_.clear();
  for (size_t i = 0; i < count; ++i) {
    Parameter p = {{args[i].kind, args[i].size, {}}, {}};
    if (args[i].kind != CLRT_LIST)
      p.value = copy_of(args[i]);
    for (size_t n = 0; args[i].kind == CLRT_LIST && n < args[i].size; ++n)
      p.members.push_back(copy_of(static_cast<const clrt_arg *>(args[i].value)[n]));
    params_.push_back(std::move(p));
  }
}

KernelCall::Parameter KernelCall::parameter_of(const clrt_param &param, const void *place) {
  Parameter p = {{param.kind, param.size, {}}, {}};
  if (param.kind != CLRT_LIST) {
    p.value = copy_of(clrt_arg{param.kind, param.size, place});
    return p;
  }
  const unsigned char *object = static_cast<const unsigned char *>(place);
  p.value.bytes.assign(object, object + param.size);
  std::vector<clrt_arg> parts(param.parts(p.value.bytes.data(), nullptr));
  param.parts(p.value.bytes.data(), parts.data());
  for (const clrt_arg &part : parts)
    p.members.push_back(copy_of(part));
  return p;
}

clrt_error KernelCall::set(const clrt_kernel_node_params &p) {
  if (p.extra) {
    fprintf(stderr, "clrt: arguments of a kernel node in one buffer (extra) are not supported\n");
    return CLRT_ERROR_NOT_SUPPORTED;
  }
  std::vector<clrt_param> known;
  const clrt_kernel *kernel = function_params(p.func, known);
  if (!kernel && p.func && p.func == kernel_) { // a handle that describe() gave
    kernel = kernel_;
    for (const Parameter &own : params_)
      known.push_back(clrt_param{own.value.kind, own.value.size, nullptr});
  }
  if (!kernel)
    return CLRT_ERROR_INVALID_DEVICE_FUNCTION;
  std::vector<Parameter> params;
  for (size_t i = 0; i < known.size(); ++i) {
    const void *place = p.kernelParams ? p.kernelParams[i] : nullptr;
    bool keeps = kernel == kernel_ && i < params_.size() &&
                 (!place || (known[i].kind == CLRT_LIST && !known[i].parts));
    if (!place && !keeps)
      return CLRT_ERROR_INVALID_VALUE;
    params.push_back(keeps ? params_[i] : parameter_of(known[i], place));
  }
  kernel_ = kernel;
  config_ = clrt_config{{p.gridDim.x, p.gridDim.y, p.gridDim.z},
                        {p.blockDim.x, p.blockDim.y, p.blockDim.z},
                        p.sharedMemBytes,
                        nullptr};
  params_ = std::move(params);
  return CLRT_SUCCESS;
}

void KernelCall::describe(clrt_kernel_node_params *p) {
  places_.clear();
  for (Parameter &own : params_)
    places_.push_back(own.value.bytes.empty() ? nullptr : own.value.bytes.data());
  *p = clrt_kernel_node_params();
  const void *function = function_of(kernel_);
  p->func = const_cast<void *>(function ? function : kernel_);
  p->gridDim = dim3{static_cast<unsigned>(config_.grid[0]), static_cast<unsigned>(config_.grid[1]),
                    static_cast<unsigned>(config_.grid[2])};
  p->blockDim =
      dim3{static_cast<unsigned>(config_.block[0]), static_cast<unsigned>(config_.block[1]),
           static_cast<unsigned>(config_.block[2])};
  p->sharedMemBytes = static_cast<unsigned>(config_.local_bytes);
  p->kernelParams = places_.empty() ? nullptr : places_.data();
}

clrt_error KernelCall::launch(clrt_stream s) const {
  std::vector<clrt_arg> list;
  std::vector<std::vector<clrt_arg>> parts(params_.size());
  for (size_t i = 0; i < params_.size(); ++i) {
    const Value &own = params_[i].value;
    for (const Value &member : params_[i].members)
      parts[i].push_back(clrt_arg{member.kind, member.size, member.bytes.data()});
    list.push_back(own.kind == CLRT_LIST ? clrt_arg{CLRT_LIST, parts[i].size(), parts[i].data()}
                                         : clrt_arg{own.kind, own.size, own.bytes.data()});
  }
  clrt_config c = config_;
  c.stream = s;
  return clrt_launch(kernel_, &c, list.data(), list.size());
}
