// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The driver API, as far as programs name it.
#ifndef CU2CL_CUDA_CUDA_H
#define CU2CL_CUDA_CUDA_H

#include "driver_types.h"

typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUtexref_st *CUtexref;
typedef struct CUsurfref_st *CUsurfref;
typedef struct CUlinkState_st *CUlinkState;
typedef struct CUgraph_st *CUgraph;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef struct CUarray_st *CUarray;

typedef enum cudaError_enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_DEINITIALIZED = 4,
  CUDA_ERROR_PROFILER_DISABLED = 5,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_IMAGE = 200,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_CONTEXT_ALREADY_CURRENT = 202,
  CUDA_ERROR_MAP_FAILED = 205,
  CUDA_ERROR_UNMAP_FAILED = 206,
  CUDA_ERROR_ARRAY_IS_MAPPED = 207,
  CUDA_ERROR_ALREADY_MAPPED = 208,
  CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
  CUDA_ERROR_ALREADY_ACQUIRED = 210,
  CUDA_ERROR_NOT_MAPPED = 211,
  CUDA_ERROR_INVALID_PTX = 218,
  CUDA_ERROR_INVALID_SOURCE = 300,
  CUDA_ERROR_FILE_NOT_FOUND = 301,
  CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  CUDA_ERROR_LAUNCH_TIMEOUT = 702,
  CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING = 703,
  CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
  CUDA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_NOT_PERMITTED = 800,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999,
} CUresult;

typedef enum CUdevice_attribute_enum {
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
  CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
  CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11,
  CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
  CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
  CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
  CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
  CU_DEVICE_ATTRIBUTE_MULTI_PROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
  CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
  CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
  CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE1D_WIDTH = 21,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE2D_WIDTH = 22,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE2D_HEIGHT = 23,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE3D_WIDTH = 24,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE3D_HEIGHT = 25,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE3D_DEPTH = 26,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE2D_LAYERED_WIDTH = 27,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE2D_LAYERED_HEIGHT = 28,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE2D_LAYERED_LAYERS = 29,
  CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT = 30,
  CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
  CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
  CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
  CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
  CU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35,
  CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
  CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
  CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTI_PROCESSOR = 39,
  CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
  CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE1D_LAYERED_WIDTH = 42,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE1D_LAYERED_LAYERS = 43,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE2D_GATHER_WIDTH = 45,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE2D_GATHER_HEIGHT = 46,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE3D_WIDTH_ALT = 47,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE3D_HEIGHT_ALT = 48,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE3D_DEPTH_ALT = 49,
  CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
  CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT = 51,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE_CUBEMAP_WIDTH = 52,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE_CUBEMAP_LAYERED_WIDTH = 53,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE_CUBEMAP_LAYERED_LAYERS = 54,
  CU_DEVICE_ATTRIBUTE_MAX_SURFACE1D_WIDTH = 55,
  CU_DEVICE_ATTRIBUTE_MAX_SURFACE2D_WIDTH = 56,
  CU_DEVICE_ATTRIBUTE_MAX_SURFACE2D_HEIGHT = 57,
  CU_DEVICE_ATTRIBUTE_MAX_SURFACE3D_WIDTH = 58,
  CU_DEVICE_ATTRIBUTE_MAX_SURFACE3D_HEIGHT = 59,
  CU_DEVICE_ATTRIBUTE_MAX_SURFACE3D_DEPTH = 60,
  CU_DEVICE_ATTRIBUTE_MAX_SURFACE1D_LAYERED_WIDTH = 61,
  CU_DEVICE_ATTRIBUTE_MAX_SURFACE1D_LAYERED_LAYERS = 62,
  CU_DEVICE_ATTRIBUTE_MAX_SURFACE2D_LAYERED_WIDTH = 63,
  CU_DEVICE_ATTRIBUTE_MAX_SURFACE2D_LAYERED_HEIGHT = 64,
  CU_DEVICE_ATTRIBUTE_MAX_SURFACE2D_LAYERED_LAYERS = 65,
  CU_DEVICE_ATTRIBUTE_MAX_SURFACE_CUBEMAP_WIDTH = 66,
  CU_DEVICE_ATTRIBUTE_MAX_SURFACE_CUBEMAP_LAYERED_WIDTH = 67,
  CU_DEVICE_ATTRIBUTE_MAX_SURFACE_CUBEMAP_LAYERED_LAYERS = 68,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE1D_LINEAR_WIDTH = 69,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE2D_LINEAR_WIDTH = 70,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE2D_LINEAR_HEIGHT = 71,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE2D_LINEAR_PITCH = 72,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE2D_MIPMAPPED_WIDTH = 73,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE2D_MIPMAPPED_HEIGHT = 74,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_MAX_TEXTURE1D_MIPMAPPED_WIDTH = 77,
  CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = 78,
  CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED = 79,
  CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED = 80,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
  CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
  CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
  CU_DEVICE_ATTRIBUTE_IS_MULTI_GPU_BOARD = 84,
  CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID = 85,
  CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED = 86,
  CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = 87,
  CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88,
  CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
  CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED = 90,
  CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = 91,
  CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
  CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES = 98,
  CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED = 99,
  CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES = 100,
  CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST = 101,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
  CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE = 108,
  CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE = 109,
  CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED = 112,
  CU_DEVICE_ATTRIBUTE_HOST_REGISTER_READ_ONLY_SUPPORTED = 113,
  CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED = 114,
  CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
  CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED = 116,
  CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS = 117,
  CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING = 118,
  CU_DEVICE_ATTRIBUTE_MEMORY_POOL_SUPPORTED_HANDLE_TYPES = 119,
  CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120,
  CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED = 121,
  CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORT = 125,
  CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT = 126,
  CU_DEVICE_ATTRIBUTE_NUMA_CONFIG = 130,
  CU_DEVICE_ATTRIBUTE_NUMA_ID = 131,
  CU_DEVICE_ATTRIBUTE_MPS_ENABLED = 133,
  CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID = 134,
  CU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED = 135,
  CU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED = 138,
  CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID = 139,
  CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID = 140,
  CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED = 142,
  CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED = 143,
  CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED = 144,
  CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED = 147,
} CUdevice_attribute;

typedef enum CUfunction_attribute_enum {
  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
  CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
  CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
  CU_FUNC_ATTRIBUTE_PTX_VERSION = 5,
  CU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
} CUfunction_attribute;

typedef enum CUjit_option_enum {
  CU_JIT_MAX_REGISTERS = 0,
  CU_JIT_THREADS_PER_BLOCK,
  CU_JIT_WALL_TIME,
  CU_JIT_INFO_LOG_BUFFER,
  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
  CU_JIT_ERROR_LOG_BUFFER,
  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
  CU_JIT_OPTIMIZATION_LEVEL,
  CU_JIT_TARGET_FROM_CUCONTEXT,
  CU_JIT_TARGET,
  CU_JIT_FALLBACK_STRATEGY
} CUjit_option;

#define CUDA_VERSION 12040
#define CU_CTX_SCHED_AUTO 0
#define CU_CTX_SCHED_SPIN 1
#define CU_CTX_SCHED_YIELD 2
#define CU_CTX_SCHED_BLOCKING_SYNC 4
#define CU_CTX_MAP_HOST 8
#define CU_STREAM_DEFAULT 0
#define CU_STREAM_NON_BLOCKING 1
#define CU_EVENT_DEFAULT 0
#define CU_EVENT_BLOCKING_SYNC 1
#define CU_EVENT_DISABLE_TIMING 2
#define CU_LAUNCH_PARAM_END ((void *)0x00)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)

__cu2cl_c_begin

CUresult cuInit(__cu2cl_any);
CUresult cuDriverGetVersion(__cu2cl_any);
CUresult cuDeviceGet(__cu2cl_any);
CUresult cuDeviceGetCount(__cu2cl_any);
CUresult cuDeviceGetName(__cu2cl_any);
CUresult cuDeviceGetUuid(__cu2cl_any);
CUresult cuDeviceTotalMem(__cu2cl_any);
CUresult cuDeviceGetAttribute(__cu2cl_any);
CUresult cuDeviceComputeCapability(__cu2cl_any);
CUresult cuDeviceGetProperties(__cu2cl_any);
CUresult cuDevicePrimaryCtxRetain(__cu2cl_any);
CUresult cuDevicePrimaryCtxRelease(__cu2cl_any);
CUresult cuDevicePrimaryCtxReset(__cu2cl_any);
CUresult cuDevicePrimaryCtxGetState(__cu2cl_any);
CUresult cuDevicePrimaryCtxSetFlags(__cu2cl_any);
CUresult cuCtxCreate(__cu2cl_any);
CUresult cuCtxDestroy(__cu2cl_any);
CUresult cuCtxPushCurrent(__cu2cl_any);
CUresult cuCtxPopCurrent(__cu2cl_any);
CUresult cuCtxSetCurrent(__cu2cl_any);
CUresult cuCtxGetCurrent(__cu2cl_any);
CUresult cuCtxGetDevice(__cu2cl_any);
CUresult cuCtxSynchronize(__cu2cl_any);
CUresult cuCtxDetach(__cu2cl_any);
CUresult cuCtxAttach(__cu2cl_any);
CUresult cuCtxSetLimit(__cu2cl_any);
CUresult cuCtxGetLimit(__cu2cl_any);
CUresult cuCtxSetCacheConfig(__cu2cl_any);
CUresult cuCtxEnablePeerAccess(__cu2cl_any);
CUresult cuDeviceCanAccessPeer(__cu2cl_any);
CUresult cuModuleLoad(__cu2cl_any);
CUresult cuModuleLoadData(__cu2cl_any);
CUresult cuModuleLoadDataEx(__cu2cl_any);
CUresult cuModuleLoadFatBinary(__cu2cl_any);
CUresult cuModuleUnload(__cu2cl_any);
CUresult cuModuleGetFunction(__cu2cl_any);
CUresult cuModuleGetGlobal(__cu2cl_any);
CUresult cuModuleGetTexRef(__cu2cl_any);
CUresult cuLinkCreate(__cu2cl_any);
CUresult cuLinkAddData(__cu2cl_any);
CUresult cuLinkAddFile(__cu2cl_any);
CUresult cuLinkComplete(__cu2cl_any);
CUresult cuLinkDestroy(__cu2cl_any);
CUresult cuMemGetInfo(__cu2cl_any);
CUresult cuMemAlloc(__cu2cl_any);
CUresult cuMemAllocPitch(__cu2cl_any);
CUresult cuMemFree(__cu2cl_any);
CUresult cuMemGetAddressRange(__cu2cl_any);
CUresult cuMemAllocHost(__cu2cl_any);
CUresult cuMemFreeHost(__cu2cl_any);
CUresult cuMemHostAlloc(__cu2cl_any);
CUresult cuMemHostGetDevicePointer(__cu2cl_any);
CUresult cuMemHostRegister(__cu2cl_any);
CUresult cuMemHostUnregister(__cu2cl_any);
CUresult cuMemAllocManaged(__cu2cl_any);
CUresult cuMemcpy(__cu2cl_any);
CUresult cuMemcpyHtoD(__cu2cl_any);
CUresult cuMemcpyDtoH(__cu2cl_any);
CUresult cuMemcpyDtoD(__cu2cl_any);
CUresult cuMemcpyHtoDAsync(__cu2cl_any);
CUresult cuMemcpyDtoHAsync(__cu2cl_any);
CUresult cuMemcpyDtoDAsync(__cu2cl_any);
CUresult cuMemcpyAsync(__cu2cl_any);
CUresult cuMemcpy2D(__cu2cl_any);
CUresult cuMemcpy2DUnaligned(__cu2cl_any);
CUresult cuMemcpy2DAsync(__cu2cl_any);
CUresult cuMemcpy3D(__cu2cl_any);
CUresult cuMemcpyHtoA(__cu2cl_any);
CUresult cuMemcpyAtoH(__cu2cl_any);
CUresult cuMemcpyDtoA(__cu2cl_any);
CUresult cuMemcpyPeer(__cu2cl_any);
CUresult cuMemsetD8(__cu2cl_any);
CUresult cuMemsetD16(__cu2cl_any);
CUresult cuMemsetD32(__cu2cl_any);
CUresult cuMemsetD8Async(__cu2cl_any);
CUresult cuMemsetD32Async(__cu2cl_any);
CUresult cuArrayCreate(__cu2cl_any);
CUresult cuArrayDestroy(__cu2cl_any);
CUresult cuArray3DCreate(__cu2cl_any);
CUresult cuStreamCreate(__cu2cl_any);
CUresult cuStreamCreateWithPriority(__cu2cl_any);
CUresult cuStreamDestroy(__cu2cl_any);
CUresult cuStreamSynchronize(__cu2cl_any);
CUresult cuStreamQuery(__cu2cl_any);
CUresult cuStreamWaitEvent(__cu2cl_any);
CUresult cuStreamAddCallback(__cu2cl_any);
CUresult cuEventCreate(__cu2cl_any);
CUresult cuEventRecord(__cu2cl_any);
CUresult cuEventQuery(__cu2cl_any);
CUresult cuEventSynchronize(__cu2cl_any);
CUresult cuEventDestroy(__cu2cl_any);
CUresult cuEventElapsedTime(__cu2cl_any);
CUresult cuFuncGetAttribute(__cu2cl_any);
CUresult cuFuncSetAttribute(__cu2cl_any);
CUresult cuFuncSetCacheConfig(__cu2cl_any);
CUresult cuFuncSetBlockShape(__cu2cl_any);
CUresult cuFuncSetSharedSize(__cu2cl_any);
CUresult cuParamSetSize(__cu2cl_any);
CUresult cuParamSeti(__cu2cl_any);
CUresult cuParamSetf(__cu2cl_any);
CUresult cuParamSetv(__cu2cl_any);
CUresult cuLaunch(__cu2cl_any);
CUresult cuLaunchGrid(__cu2cl_any);
CUresult cuLaunchGridAsync(__cu2cl_any);
CUresult cuLaunchKernel(__cu2cl_any);
CUresult cuLaunchCooperativeKernel(__cu2cl_any);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(__cu2cl_any);
CUresult cuOccupancyMaxPotentialBlockSize(__cu2cl_any);
CUresult cuTexRefCreate(__cu2cl_any);
CUresult cuTexRefSetArray(__cu2cl_any);
CUresult cuTexRefSetAddress(__cu2cl_any);
CUresult cuTexRefSetFormat(__cu2cl_any);
CUresult cuTexRefSetFlags(__cu2cl_any);
CUresult cuTexRefSetFilterMode(__cu2cl_any);
CUresult cuTexRefSetAddressMode(__cu2cl_any);
CUresult cuTexObjectCreate(__cu2cl_any);
CUresult cuTexObjectDestroy(__cu2cl_any);
CUresult cuSurfObjectCreate(__cu2cl_any);
CUresult cuSurfObjectDestroy(__cu2cl_any);
CUresult cuPointerGetAttribute(__cu2cl_any);
CUresult cuGetErrorString(__cu2cl_any);
CUresult cuGetErrorName(__cu2cl_any);
CUresult cuProfilerStart(__cu2cl_any);
CUresult cuProfilerStop(__cu2cl_any);
CUresult cuMemAddressReserve(__cu2cl_any);
CUresult cuMemCreate(__cu2cl_any);
CUresult cuMemMap(__cu2cl_any);
CUresult cuMemUnmap(__cu2cl_any);
CUresult cuMemRelease(__cu2cl_any);
CUresult cuMemSetAccess(__cu2cl_any);
CUresult cuMemAddressFree(__cu2cl_any);
CUresult cuMemGetAllocationGranularity(__cu2cl_any);
CUresult cuIpcGetMemHandle(__cu2cl_any);
CUresult cuIpcOpenMemHandle(__cu2cl_any);
CUresult cuIpcCloseMemHandle(__cu2cl_any);

__cu2cl_c_end

#endif
