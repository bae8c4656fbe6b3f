/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Attributes of kernels, and how many of their blocks run at once: a part of clrt.h, which includes
 * this. */

#ifndef CLRT_KERNEL_ATTRIBUTES_H
#define CLRT_KERNEL_ATTRIBUTES_H
#include "names_begin.h"

#ifdef __cplusplus
extern "C" {
#endif

clrt_error clrt_func_attributes(clrt_func_attributes_t *attributes, const clrt_kernel *kernel);
clrt_error clrt_func_set_attribute(const clrt_kernel *kernel, clrt_func_attribute attribute,
                                   int value);
clrt_error clrt_func_set_cache_config(const clrt_kernel *kernel, clrt_func_cache config);
clrt_error clrt_func_set_shared_mem_config(const clrt_kernel *kernel,
                                           clrt_shared_mem_config config);
/* Estimates from the kernel's work-group and local-memory limits: OpenCL does not tell registers.
 */
clrt_error clrt_occupancy_max_active_blocks(int *blocks, const clrt_kernel *kernel, int block_size,
                                            size_t local_bytes);
static inline clrt_error
clrt_occupancy_max_active_blocks_with_flags(int *blocks, const clrt_kernel *kernel, int block_size,
                                            size_t local_bytes, unsigned flags) {
  (void)flags; /* hints about caches */
  return clrt_occupancy_max_active_blocks(blocks, kernel, block_size, local_bytes);
}
/* What each of `blocks` blocks that run at once may have of dynamic local memory. */
clrt_error clrt_occupancy_available_local_bytes(size_t *bytes, const clrt_kernel *kernel,
                                                int blocks, int block_size);
clrt_error clrt_occupancy_max_potential_block_size(int *min_grid, int *block,
                                                   const clrt_kernel *kernel, size_t local_bytes,
                                                   int limit);

static inline clrt_error
clrt_occupancy_max_potential_block_size_with_flags(int *min_grid, int *block,
                                                   const clrt_kernel *kernel, size_t local_bytes,
                                                   int limit, unsigned flags) {
  (void)flags; /* hints about caches */
  return clrt_occupancy_max_potential_block_size(min_grid, block, kernel, local_bytes, limit);
}
/* The size of a block with which most threads run at once; its local memory depends on it. */
clrt_error clrt_occupancy_max_potential_block_size_variable_local(int *min_grid, int *block,
                                                                  const clrt_kernel *kernel,
                                                                  size_t (*local_bytes)(int),
                                                                  int limit);
static inline clrt_error clrt_occupancy_max_potential_block_size_variable_local_with_flags(
    int *min_grid, int *block, const clrt_kernel *kernel, size_t (*local_bytes)(int), int limit,
    unsigned flags) {
  (void)flags; /* hints about caches */
  return clrt_occupancy_max_potential_block_size_variable_local(min_grid, block, kernel,
                                                                local_bytes, limit);
}

#ifdef __cplusplus
}
#endif

#ifndef __cplusplus
/* In C kernels are values only: the address of a function, or of a handle. */
static inline const clrt_kernel *clrt_kernel_at(const void *value) {
  const clrt_kernel *kernel = clrt_kernel_of(value);
  return kernel ? kernel : (const clrt_kernel *)value;
}
#define clrt_func_attributes(a, k) clrt_func_attributes(a, clrt_kernel_at(k))
#define clrt_func_set_attribute(k, a, value) clrt_func_set_attribute(clrt_kernel_at(k), a, value)
#define clrt_func_set_cache_config(k, c) clrt_func_set_cache_config(clrt_kernel_at(k), c)
#define clrt_func_set_shared_mem_config(k, c) clrt_func_set_shared_mem_config(clrt_kernel_at(k), c)
#define clrt_occupancy_max_active_blocks(blocks, k, size, bytes)                                   \
  clrt_occupancy_max_active_blocks(blocks, clrt_kernel_at(k), size, bytes)
#define clrt_occupancy_max_active_blocks_with_flags(blocks, k, size, bytes, flags)                 \
  clrt_occupancy_max_active_blocks_with_flags(blocks, clrt_kernel_at(k), size, bytes, flags)
#define clrt_occupancy_max_potential_block_size_with_flags(grid, block, k, bytes, limit, flags)    \
  clrt_occupancy_max_potential_block_size_with_flags(grid, block, clrt_kernel_at(k), bytes, limit, \
                                                     flags)
#define clrt_occupancy_max_potential_block_size_variable_local(grid, block, k, bytes, limit)       \
  clrt_occupancy_max_potential_block_size_variable_local(grid, block, clrt_kernel_at(k), bytes,    \
                                                         limit)
#define clrt_occupancy_max_potential_block_size_variable_local_with_flags(grid, block, k, bytes,   \
                                                                          limit, flags)            \
  clrt_occupancy_max_potential_block_size_variable_local_with_flags(                               \
      grid, block, clrt_kernel_at(k), bytes, limit, flags)
#define clrt_occupancy_available_local_bytes(bytes, k, blocks, size)                               \
  clrt_occupancy_available_local_bytes(bytes, clrt_kernel_at(k), blocks, size)
#endif

#include "names_end.h"
#endif
