// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Answers what a program asks about its kernels: attributes and occupancy.

#include "internal.h"

#include <algorithm>

using namespace clrt_impl;

static size_t within_bounds(const clrt_kernel *handle, size_t threads) {
  return handle->max_threads ? std::min<size_t>(threads, handle->max_threads) : threads;
}

clrt_error clrt_func_attributes(clrt_func_attributes_t *a, const clrt_kernel *handle) {
  Device *d;
  Instance *k;
  clrt_error e = a ? find_kernel(handle, d, k) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  cl_ulong spilled = 0;
  clGetKernelWorkGroupInfo(k->kernel, d->id, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof spilled, &spilled,
                           nullptr);
  *a = clrt_func_attributes_t();
  a->sharedSizeBytes = k->static_local;
  a->localSizeBytes = static_cast<size_t>(spilled);
  const size_t threads =
      k->required[0] ? k->required[0] * k->required[1] * k->required[2] : d->max_threads;
  a->maxThreadsPerBlock = static_cast<int>(within_bounds(handle, threads));
  a->maxDynamicSharedSizeBytes =
      static_cast<int>(d->local_bytes - std::min(d->local_bytes, k->static_local));
  a->ptxVersion = a->binaryVersion =
      60; // the compute capability that get_device_properties reports
  return CLRT_SUCCESS;
}

clrt_error clrt_func_set_attribute(const clrt_kernel *handle, clrt_func_attribute attribute,
                                   int value) {
  Device *d;
  Instance *k;
  clrt_error e = find_kernel(handle, d, k);
  if (e == CLRT_SUCCESS && attribute == CLRT_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_MEMORY_SIZE)
    e = value >= 0 && static_cast<size_t>(value) + k->static_local <= d->local_bytes
            ? CLRT_SUCCESS
            : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS && attribute == CLRT_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
    e = value >= CLRT_SHAREDMEM_CARVEOUT_DEFAULT && value <= CLRT_SHAREDMEM_CARVEOUT_MAX_SHARED
            ? CLRT_SUCCESS // a hint
            : CLRT_ERROR_INVALID_VALUE;
  return record(e);
}

clrt_error clrt_func_set_cache_config(const clrt_kernel *handle, clrt_func_cache) { // a hint
  return handle ? CLRT_SUCCESS : record(CLRT_ERROR_INVALID_DEVICE_FUNCTION);
}
clrt_error clrt_func_set_shared_mem_config(const clrt_kernel *handle,
                                           clrt_shared_mem_config) { // a hint
  return handle ? CLRT_SUCCESS : record(CLRT_ERROR_INVALID_DEVICE_FUNCTION);
}

clrt_error clrt_occupancy_max_active_blocks(int *blocks, const clrt_kernel *handle, int block_size,
                                            size_t local_bytes) {
  Device *d;
  Instance *k;
  clrt_error e = blocks && block_size > 0 ? find_kernel(handle, d, k) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  size_t threads = static_cast<size_t>(block_size), local = local_bytes + k->static_local;
  size_t fit = d->max_threads / threads;
  *blocks = static_cast<int>(local ? std::min(fit, d->local_bytes / local) : fit);
  return CLRT_SUCCESS;
}

clrt_error clrt_occupancy_available_local_bytes(size_t *bytes, const clrt_kernel *handle,
                                                int blocks, int block_size) {
  Device *d;
  Instance *k;
  clrt_error e =
      bytes && blocks > 0 && block_size > 0 ? find_kernel(handle, d, k) : CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  const size_t share = d->local_bytes / static_cast<size_t>(blocks);
  *bytes = share - std::min(share, k->static_local);
  return CLRT_SUCCESS;
}

clrt_error clrt_occupancy_max_potential_block_size(int *min_grid, int *block,
                                                   const clrt_kernel *handle, size_t local_bytes,
                                                   int limit) {
  Device *d;
  Instance *k;
  clrt_error e = min_grid && block ? find_kernel(handle, d, k) : CLRT_ERROR_INVALID_VALUE;
  if (e == CLRT_SUCCESS && local_bytes + k->static_local > d->local_bytes)
    e = CLRT_ERROR_INVALID_VALUE;
  if (e != CLRT_SUCCESS)
    return record(e);
  size_t best = within_bounds(handle, std::min(d->max_threads, k->max_threads));
  if (limit > 0)
    best = std::min(best, static_cast<size_t>(limit));
  *block = static_cast<int>(best >= 32 ? best / 32 * 32 : best);
  *min_grid = static_cast<int>(info<cl_uint>(d->id, CL_DEVICE_MAX_COMPUTE_UNITS, 1));
  return CLRT_SUCCESS;
}

clrt_error clrt_occupancy_max_potential_block_size_variable_local(int *min_grid, int *block,
                                                                  const clrt_kernel *handle,
                                                                  size_t (*local_bytes)(int),
                                                                  int limit) {
  int largest = 0;
  clrt_error e = block && local_bytes
                     ? clrt_occupancy_max_potential_block_size(min_grid, &largest, handle, 0, limit)
                     : record(CLRT_ERROR_INVALID_VALUE);
  int best = 0, most = 0;
  for (int size = largest; e == CLRT_SUCCESS && size > 0; size -= 32) {
    int blocks = 0;
    e = clrt_occupancy_max_active_blocks(&blocks, handle, size, local_bytes(size));
    if (blocks * size > most) {
      most = blocks * size;
      best = size;
    }
  }
  if (e == CLRT_SUCCESS && best == 0) // no block's local memory fits
    return record(CLRT_ERROR_INVALID_VALUE);
  if (e == CLRT_SUCCESS)
    *block = best;
  return e;
}
