// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions of the runtime that take kernels: launches of kernels as values and by places of
// arguments, attributes, occupancy. Part of clrt.hpp.

#ifndef CLRT_KERNEL_FUNCTIONS_HPP
#define CLRT_KERNEL_FUNCTIONS_HPP
#include "names_begin.h"

#include "kernel.hpp"

#include <cstdlib>

namespace clrt {

// Kernels as values: pointers to the functions that stand for them. Such a function does nothing
// but refuse to be called:
//   void scale(float *v, int n) { clrt::kernel_entry(__func__, v, n); }
template <typename... Argument> void kernel_entry(const char *name, const Argument &...) {
  clrt_function_called(name);
}
// A function of the device alone that a function for both sides names: on the host it has no body.
//   inline float inverse(float x) { clrt::device_function(__func__); }
[[noreturn]] inline void device_function(const char *name) {
  clrt_device_function_called(name);
  std::abort();
}
// k<<<grid, block, bytes, stream>>>(args...)
template <typename... Param>
CLRT_INLINE error launch(void (*k)(Param...), const config &c,
                         typename detail::value_arg<Param>::type... args) {
  void *list[sizeof...(Param) + 1] = {detail::value_arg<Param>::place(args)..., nullptr};
  return clrt_launch_function(detail::address_of(k), &c, list);
}

// kernel<<<...>>>(args...) where CUDA evaluates the configuration first.
template <typename... Param> class configured_function {
public:
  configured_function(void (*k)(Param...), const config &c) : kernel_(k), config_(c) {}
  CLRT_INLINE error launch(typename detail::value_arg<Param>::type... args) const {
    void *list[sizeof...(Param) + 1] = {detail::value_arg<Param>::place(args)..., nullptr};
    return clrt_launch_function(detail::address_of(kernel_), &config_, list);
  }

private:
  void (*kernel_)(Param...);
  config config_;
};
template <typename... Param>
configured_function<Param...> configure(void (*k)(Param...), detail::dims grid, detail::dims block,
                                        detail::local_bytes bytes = 0,
                                        detail::launch_stream s = detail::launch_stream()) {
  return configured_function<Param...>(k, config(grid, block, bytes, s));
}

// cudaLaunchKernel: of a kernel as a value, and of one that is named.
template <typename Function>
error launch_kernel(Function *k, dim3 grid, dim3 block, void **args, std::size_t local_bytes = 0,
                    stream s = nullptr) {
  return clrt_launch_kernel(detail::address_of(k), grid, block, args, local_bytes, s);
}
template <typename... Param>
CLRT_INLINE error launch_kernel(const kernel<Param...> &k, dim3 grid, dim3 block, void **args,
                                std::size_t local_bytes = 0, stream s = nullptr) {
  const clrt_param list[sizeof...(Param) + 1] = {detail::written<Param>::param()..., clrt_param()};
  const config c(grid, block, local_bytes, s);
  return clrt_launch_at(k.raw(), list, sizeof...(Param), &c, args);
}

template <typename... Param>
error func_attributes(function_attributes *a, const kernel<Param...> &k) {
  return clrt_func_attributes(a, k.raw());
}
template <typename... Param>
error func_set_attribute(const kernel<Param...> &k, func_attribute a, int value) {
  return clrt_func_set_attribute(k.raw(), a, value);
}
template <typename... Param> error func_set_cache_config(const kernel<Param...> &k, func_cache c) {
  return clrt_func_set_cache_config(k.raw(), c);
}
template <typename... Param>
error func_set_shared_mem_config(const kernel<Param...> &k, shared_mem_config c) {
  return clrt_func_set_shared_mem_config(k.raw(), c);
}
template <typename... Param>
error occupancy_max_active_blocks_per_multiprocessor(int *blocks, const kernel<Param...> &k,
                                                     int block_size, std::size_t local_bytes) {
  return clrt_occupancy_max_active_blocks(blocks, k.raw(), block_size, local_bytes);
}
template <typename... Param>
error occupancy_available_local_bytes(std::size_t *bytes, const kernel<Param...> &k, int blocks,
                                      int block_size) {
  return clrt_occupancy_available_local_bytes(bytes, k.raw(), blocks, block_size);
}
template <typename... Param>
error occupancy_max_potential_block_size(int *min_grid, int *block, const kernel<Param...> &k,
                                         std::size_t local_bytes = 0, int most = 0) {
  return clrt_occupancy_max_potential_block_size(min_grid, block, k.raw(), local_bytes, most);
}
// The same of kernels as values.
template <typename Function> error func_attributes(function_attributes *a, Function *k) {
  return clrt_func_attributes(a, clrt_kernel_of(detail::address_of(k)));
}
template <typename Function> error func_set_attribute(Function *k, func_attribute a, int value) {
  return clrt_func_set_attribute(clrt_kernel_of(detail::address_of(k)), a, value);
}
template <typename Function> error func_set_cache_config(Function *k, func_cache c) {
  return clrt_func_set_cache_config(clrt_kernel_of(detail::address_of(k)), c);
}
template <typename Function> error func_set_shared_mem_config(Function *k, shared_mem_config c) {
  return clrt_func_set_shared_mem_config(clrt_kernel_of(detail::address_of(k)), c);
}
template <typename Function>
error occupancy_max_active_blocks_per_multiprocessor(int *blocks, Function *k, int block_size,
                                                     std::size_t local_bytes) {
  return clrt_occupancy_max_active_blocks(blocks, clrt_kernel_of(detail::address_of(k)), block_size,
                                          local_bytes);
}
template <typename Function>
error occupancy_available_local_bytes(std::size_t *bytes, Function *k, int blocks, int block_size) {
  return clrt_occupancy_available_local_bytes(bytes, clrt_kernel_of(detail::address_of(k)), blocks,
                                              block_size);
}
template <typename Function>
error occupancy_max_potential_block_size(int *min_grid, int *block, Function *k,
                                         std::size_t local_bytes = 0, int most = 0) {
  return clrt_occupancy_max_potential_block_size(
      min_grid, block, clrt_kernel_of(detail::address_of(k)), local_bytes, most);
}

// Of both.
template <typename Kernel>
error occupancy_max_active_blocks_per_multiprocessor_with_flags(int *blocks, const Kernel &k,
                                                                int block_size,
                                                                std::size_t local_bytes, unsigned) {
  return occupancy_max_active_blocks_per_multiprocessor(blocks, k, block_size, local_bytes);
}
template <typename Kernel>
error occupancy_max_potential_block_size_with_flags(int *min_grid, int *block, const Kernel &k,
                                                    std::size_t local_bytes = 0, int most = 0,
                                                    unsigned = 0) {
  return occupancy_max_potential_block_size(min_grid, block, k, local_bytes, most);
}
// The size of a block with which most threads run at once; its local memory depends on it.
template <typename Kernel, typename Bytes>
error occupancy_max_potential_block_size_variable_local(int *min_grid, int *block, const Kernel &k,
                                                        Bytes local_bytes, int at_most = 0) {
  int largest = 0, best = 0, most = 0;
  error e = occupancy_max_potential_block_size(min_grid, &largest, k, 0, at_most);
  for (int size = largest; e == CLRT_SUCCESS && size > 0; size -= 32) {
    int blocks = 0;
    e = occupancy_max_active_blocks_per_multiprocessor(&blocks, k, size,
                                                       static_cast<std::size_t>(local_bytes(size)));
    if (blocks * size > most) {
      most = blocks * size;
      best = size;
    }
  }
  if (e == CLRT_SUCCESS && best == 0) // no block's local memory fits
    return CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS)
    *block = best;
  return e;
}
template <typename Kernel, typename Bytes>
error occupancy_max_potential_block_size_variable_local_with_flags(int *min_grid, int *block,
                                                                   const Kernel &k,
                                                                   Bytes local_bytes,
                                                                   int at_most = 0, unsigned = 0) {
  return occupancy_max_potential_block_size_variable_local(min_grid, block, k, local_bytes,
                                                           at_most);
}
// cudaLaunchKernelEx: a launch with attributes, of a kernel that is named and of one as a value.
template <typename... Param>
error launch_kernel_ex(const clrt_launch_config *c, const kernel<Param...> &k,
                       typename detail::param<Param>::type... args) {
  error e = clrt_check_launch(c);
  if (e != CLRT_SUCCESS)
    return e;
  return launch(k, config(c->gridDim, c->blockDim, c->dynamicSmemBytes, c->stream), args...);
}
template <typename... Param>
error launch_kernel_ex(const clrt_launch_config *c, void (*k)(Param...),
                       typename detail::value_arg<Param>::type... args) {
  error e = clrt_check_launch(c);
  if (e != CLRT_SUCCESS)
    return e;
  return launch(k, config(c->gridDim, c->blockDim, c->dynamicSmemBytes, c->stream), args...);
}
// cudaLaunchKernelExC: the arguments by their places.
template <typename Kernel>
error launch_kernel_exc(const clrt_launch_config *c, const Kernel &k, void **args) {
  error e = clrt_check_launch(c);
  return e == CLRT_SUCCESS
             ? launch_kernel(k, c->gridDim, c->blockDim, args, c->dynamicSmemBytes, c->stream)
             : e;
}

} // namespace clrt

#include "names_end.h"

#endif
