// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The driver API's launches, and what it tells about kernels.

#include "driver_modules.h"

#include <cstdio>

using namespace clrt_impl;

static CUresult check_function(CUfunction f) {
  const CUresult r = f ? need_context() : CUDA_ERROR_INVALID_HANDLE;
  return r == CUDA_SUCCESS ? check_module(f->module) : r;
}

// Bytes from the start of a buffer of arguments to parameter \p at, and its size.
static size_t offset_of(const clrt_module_entry &e, size_t at) {
  size_t offset = 0;
  for (size_t i = 0;; ++i) {
    const size_t alignment = e.params[i].alignment;
    offset = (offset + alignment - 1) / alignment * alignment;
    if (i == at)
      return offset;
    offset += e.params[i].size;
  }
}

// The places of the arguments in the buffer that `extra` tells; false: it tells none that is large
// enough.
static bool places_in(const clrt_module_entry &e, void **extra, std::vector<void *> &places) {
  char *buffer = nullptr;
  const size_t *size = nullptr;
  for (; *extra != CU_LAUNCH_PARAM_END; extra += 2)
    if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = static_cast<char *>(extra[1]);
    else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
      size = static_cast<const size_t *>(extra[1]);
    else
      return false;
  if (e.param_count == 0)
    return true;
  const size_t last = e.param_count - 1;
  if (!buffer || !size || *size < offset_of(e, last) + e.params[last].size)
    return false;
  for (size_t i = 0; i < e.param_count; ++i)
    places.push_back(buffer + offset_of(e, i));
  return true;
}

static CUresult launch(CUfunction f, const clrt_config &config, void **params, void **extra) {
  const CUresult r = check_function(f);
  if (r != CUDA_SUCCESS)
    return r;
  const clrt_module_entry &e = *f->entry;
  std::vector<void *> places;
  if (params && extra)
    return CUDA_ERROR_INVALID_VALUE;
  if (extra && !places_in(e, extra, places))
    return CUDA_ERROR_INVALID_VALUE;
  if (!extra && !params && e.param_count != 0)
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<clrt_param> list;
  for (size_t i = 0; i < e.param_count; ++i)
    list.push_back(e.params[i].param);
  return in_context([&] {
    return clrt_launch_at(e.kernel, list.data(), list.size(), &config,
                          extra ? places.data() : params);
  });
}

CUresult cuLaunchKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned local_bytes,
                        CUstream stream, void **params, void **extra) {
  const clrt_config config = {
      {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, local_bytes, stream};
  return launch(f, config, params, extra);
}

// What the launch would need and has not got; nullptr: nothing.
static const char *lacks(const CUlaunchAttribute &a) {
  switch (a.id) {
  case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
    return a.value.cooperative ? "blocks that wait for each other" : nullptr;
  case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
    return a.value.clusterDim.x * a.value.clusterDim.y * a.value.clusterDim.z > 1
               ? "clusters of blocks"
               : nullptr;
  case CU_LAUNCH_ATTRIBUTE_IGNORE: // hints
  case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
  case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
  case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
  case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
  case CU_LAUNCH_ATTRIBUTE_PRIORITY:
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
    return nullptr;
  default:
    return "events, or what clrt does not know";
  }
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction f, void **params, void **extra) {
  if (!c || (c->numAttrs > 0 && !c->attrs))
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < c->numAttrs; ++i)
    if (const char *what = lacks(c->attrs[i])) {
      fprintf(stderr, "clrt: a launch that asks for %s is not supported\n", what);
      return CUDA_ERROR_NOT_SUPPORTED;
    }
  return cuLaunchKernel(f, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY,
                        c->blockDimZ, c->sharedMemBytes, c->hStream, params, extra);
}

// ---- what is known of a kernel ----

CUresult cuFuncGetName(const char **name, CUfunction f) {
  const CUresult r = check_function(f);
  if (r != CUDA_SUCCESS || !name)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  *name = f->entry->name;
  return CUDA_SUCCESS;
}
CUresult cuKernelGetName(const char **name, CUkernel k) { return cuFuncGetName(name, k); }

CUresult cuFuncGetModule(CUmodule *module, CUfunction f) {
  const CUresult r = check_function(f);
  if (r != CUDA_SUCCESS || !module)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  *module = f->module;
  return CUDA_SUCCESS;
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel k) {
  const CUresult r = check_function(k);
  if (r != CUDA_SUCCESS || !function)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  *function = k;
  return CUDA_SUCCESS;
}

CUresult cuFuncGetParamInfo(CUfunction f, size_t at, size_t *offset, size_t *size) {
  const CUresult r = check_function(f);
  if (r != CUDA_SUCCESS || !offset || at >= f->entry->param_count)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  *offset = offset_of(*f->entry, at);
  if (size)
    *size = f->entry->params[at].size;
  return CUDA_SUCCESS;
}
CUresult cuKernelGetParamInfo(CUkernel k, size_t at, size_t *offset, size_t *size) {
  return cuFuncGetParamInfo(k, at, offset, size);
}

static clrt_error attribute_of(int *value, CUfunction_attribute which, CUfunction f) {
  clrt_func_attributes_t a;
  const clrt_error e = clrt_func_attributes(&a, f->entry->kernel);
  if (e != CLRT_SUCCESS)
    return e;
  switch (which) {
  case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    *value = a.maxThreadsPerBlock;
    return CLRT_SUCCESS;
  case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    *value = static_cast<int>(a.sharedSizeBytes);
    return CLRT_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    *value = static_cast<int>(a.constSizeBytes);
    return CLRT_SUCCESS;
  case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    *value = static_cast<int>(a.localSizeBytes);
    return CLRT_SUCCESS;
  case CU_FUNC_ATTRIBUTE_NUM_REGS:
    *value = a.numRegs;
    return CLRT_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    *value = a.ptxVersion;
    return CLRT_SUCCESS;
  case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
    *value = a.binaryVersion;
    return CLRT_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
    *value = a.cacheModeCA;
    return CLRT_SUCCESS;
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    *value = a.maxDynamicSharedSizeBytes;
    return CLRT_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    *value = a.preferredShmemCarveout;
    return CLRT_SUCCESS;
  default:
    return which > 0 && which < CU_FUNC_ATTRIBUTE_MAX ? CLRT_ERROR_NOT_SUPPORTED
                                                      : CLRT_ERROR_INVALID_VALUE;
  }
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute which, CUfunction f) {
  const CUresult r = check_function(f);
  if (r != CUDA_SUCCESS || !value)
    return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
  return in_context([&] { return attribute_of(value, which, f); });
}
CUresult cuKernelGetAttribute(int *value, CUfunction_attribute which, CUkernel k, CUdevice) {
  return cuFuncGetAttribute(value, which, k);
}

CUresult cuFuncSetAttribute(CUfunction f, CUfunction_attribute which, int value) {
  const CUresult r = check_function(f);
  if (r != CUDA_SUCCESS)
    return r;
  if (which != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES &&
      which != CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
    return which > CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT &&
                   which < CU_FUNC_ATTRIBUTE_MAX
               ? CUDA_ERROR_NOT_SUPPORTED
               : CUDA_ERROR_INVALID_VALUE;
  return in_context([&] {
    return clrt_func_set_attribute(f->entry->kernel, static_cast<clrt_func_attribute>(which),
                                   value);
  });
}
CUresult cuKernelSetAttribute(CUfunction_attribute which, int value, CUkernel k, CUdevice) {
  return cuFuncSetAttribute(k, which, value);
}
CUresult cuFuncSetCacheConfig(CUfunction f, CUfunc_cache) { return check_function(f); }
CUresult cuKernelSetCacheConfig(CUkernel k, CUfunc_cache, CUdevice) { return check_function(k); }
CUresult cuFuncSetSharedMemConfig(CUfunction f, CUsharedconfig) { return check_function(f); }

// ---- occupancy ----

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction f, int size,
                                                     size_t local_bytes) {
  const CUresult r = check_function(f);
  return r != CUDA_SUCCESS ? r : in_context([&] {
    return clrt_occupancy_max_active_blocks(blocks, f->entry->kernel, size, local_bytes);
  });
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction f, int size,
                                                              size_t local_bytes, unsigned) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, f, size, local_bytes);
}
CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction f,
                                          CUoccupancyB2DSize bytes_of, size_t local_bytes,
                                          int limit) {
  const CUresult r = check_function(f);
  return r != CUDA_SUCCESS ? r : in_context([&] {
    return bytes_of ? clrt_occupancy_max_potential_block_size_variable_local(
                          grid, block, f->entry->kernel, bytes_of, limit)
                    : clrt_occupancy_max_potential_block_size(grid, block, f->entry->kernel,
                                                              local_bytes, limit);
  });
}
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction f,
                                                   CUoccupancyB2DSize bytes_of, size_t local_bytes,
                                                   int limit, unsigned) {
  return cuOccupancyMaxPotentialBlockSize(grid, block, f, bytes_of, local_bytes, limit);
}
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction f, int blocks,
                                                 int size) {
  const CUresult r = check_function(f);
  return r != CUDA_SUCCESS ? r : in_context([&] {
    return clrt_occupancy_available_local_bytes(bytes, f->entry->kernel, blocks, size);
  });
}
