// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels as values: which kernel the address of a host function stands for.

#include "internal.h"

#include <cstdio>
#include <cstdlib>

using namespace clrt_impl;

namespace {
struct Function {
  const void *address;
  const clrt_kernel *kernel;
  std::vector<clrt_param> params;
  const Function *next;
};
} // namespace

// Lists by address, the newest entry first. Static constructors add to it, launches of all threads
// read it: nothing is ever removed.
static std::atomic<const Function *> buckets[64];

static std::atomic<const Function *> &list_of(const void *address) {
  return buckets[reinterpret_cast<uintptr_t>(address) / 16 % 64];
}

static const Function *find_function(const void *address) {
  const Function *f = list_of(address).load(std::memory_order_acquire);
  while (f && f->address != address)
    f = f->next;
  return f;
}

void clrt_add_function(const void *function, const clrt_kernel *kernel, const clrt_param *params,
                       size_t count) {
  std::atomic<const Function *> &list = list_of(function);
  Function *added =
      new Function{function, kernel, std::vector<clrt_param>(params, params + count), list.load()};
  while (!list.compare_exchange_weak(added->next, added, std::memory_order_release)) {
  }
}

const clrt_kernel *clrt_kernel_of(const void *function) {
  const Function *f = find_function(function);
  return f ? f->kernel : nullptr;
}

const clrt_kernel *clrt_impl::function_params(const void *function,
                                              std::vector<clrt_param> &params) {
  const Function *f = find_function(function);
  if (f)
    params = f->params;
  return f ? f->kernel : nullptr;
}

const void *clrt_impl::function_of(const clrt_kernel *kernel) {
  for (std::atomic<const Function *> &list : buckets)
    for (const Function *f = list.load(std::memory_order_acquire); f; f = f->next)
      if (f->kernel == kernel)
        return f->address;
  return nullptr;
}

void clrt_function_called(const char *name) {
  fprintf(stderr, "clrt: kernel %s is called as a function, without a launch\n", name);
  record(CLRT_ERROR_MISSING_CONFIGURATION);
}

void clrt_device_function_called(const char *name) {
  fprintf(stderr, "clrt: the host calls %s, which is a function of the device\n", name);
  exit(1);
}

clrt_error clrt_launch_at(const clrt_kernel *kernel, const clrt_param *params, size_t count,
                          const clrt_config *config, void *const *args) {
  if (count != 0 && !args)
    return record(CLRT_ERROR_INVALID_VALUE);
  std::vector<clrt_arg> list(count);
  std::vector<std::vector<clrt_arg>> parts(count);
  for (size_t i = 0; i < count; ++i) {
    list[i] = clrt_arg{params[i].kind, params[i].size, args[i]};
    if (params[i].kind != CLRT_LIST)
      continue;
    parts[i].resize(params[i].parts(args[i], nullptr));
    params[i].parts(args[i], parts[i].data());
    list[i].size = parts[i].size();
    list[i].value = parts[i].data();
  }
  return clrt_launch(kernel, config, list.data(), count);
}

clrt_error clrt_launch_function(const void *function, const clrt_config *config,
                                void *const *args) {
  const Function *f = find_function(function);
  if (f)
    return clrt_launch_at(f->kernel, f->params.data(), f->params.size(), config, args);
  fprintf(stderr, "clrt: a launch of %p, which is not a kernel\n", function);
  return record(CLRT_ERROR_INVALID_DEVICE_FUNCTION);
}

clrt_error clrt_launch_kernel(const void *function, dim3 grid, dim3 block, void **args,
                              size_t local_bytes, clrt_stream s) {
  const clrt_config config = {
      {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, local_bytes, s};
  return clrt_launch_function(function, &config, args);
}
