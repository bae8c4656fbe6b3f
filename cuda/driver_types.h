// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Types of the runtime API.
#ifndef CU2CL_CUDA_DRIVER_TYPES_H
#define CU2CL_CUDA_DRIVER_TYPES_H
#define __DRIVER_TYPES_H__ // programs ask for it

#include "vector_types.h"
#include <limits.h>
#include <stddef.h>

enum cudaError {
// @enumerators cudaError
};
enum cudaMemcpyKind {
// @enumerators cudaMemcpyKind
};
enum cudaMemoryType {
// @enumerators cudaMemoryType
};
enum cudaDeviceAttr {
// @enumerators cudaDeviceAttr
};
enum cudaLimit {
// @enumerators cudaLimit
};
enum cudaComputeMode {
// @enumerators cudaComputeMode
};
enum cudaFuncCache {
// @enumerators cudaFuncCache
};
enum cudaSharedMemConfig {
// @enumerators cudaSharedMemConfig
};
enum cudaFuncAttribute {
// @enumerators cudaFuncAttribute
};
enum cudaChannelFormatKind {
// @enumerators cudaChannelFormatKind
};
enum cudaResourceType {
// @enumerators cudaResourceType
};
enum cudaMemoryAdvise {
// @enumerators cudaMemoryAdvise
};
enum cudaMemRangeAttribute {
// @enumerators cudaMemRangeAttribute
};
enum cudaGraphicsRegisterFlags {
// @enumerators cudaGraphicsRegisterFlags
};
enum cudaGraphicsMapFlags {
// @enumerators cudaGraphicsMapFlags
};
enum cudaMemPoolAttr {
// @enumerators cudaMemPoolAttr
};
enum cudaStreamCaptureStatus {
// @enumerators cudaStreamCaptureStatus
};
enum cudaStreamCaptureMode {
// @enumerators cudaStreamCaptureMode
};
enum cudaGraphNodeType {
// @enumerators cudaGraphNodeType
};
enum cudaMemLocationType {
// @enumerators cudaMemLocationType
};
enum cudaMemAccessFlags {
// @enumerators cudaMemAccessFlags
};
enum cudaMemAllocationType {
// @enumerators cudaMemAllocationType
};
enum cudaMemAllocationHandleType {
// @enumerators cudaMemAllocationHandleType
};
enum cudaDeviceP2PAttr {
// @enumerators cudaDeviceP2PAttr
};
enum cudaLaunchAttributeID {
// @enumerators cudaLaunchAttributeID
};
enum cudaAccessProperty {
// @enumerators cudaAccessProperty
};
enum cudaSynchronizationPolicy {
// @enumerators cudaSynchronizationPolicy
};
enum cudaGraphicsCubeFace {
// @enumerators cudaGraphicsCubeFace
};
enum cudaGraphExecUpdateResult {
// @enumerators cudaGraphExecUpdateResult
};
enum cudaStreamUpdateCaptureDependenciesFlags {
// @enumerators cudaStreamUpdateCaptureDependenciesFlags
};
enum cudaGraphInstantiateFlags {
// @enumerators cudaGraphInstantiateFlags
};
enum cudaGraphInstantiateResult {
// @enumerators cudaGraphInstantiateResult
};
enum cudaGraphDebugDotFlags {
// @enumerators cudaGraphDebugDotFlags
};
enum cudaGraphMemAttributeType {
// @enumerators cudaGraphMemAttributeType
};
enum cudaGraphConditionalNodeType {
// @enumerators cudaGraphConditionalNodeType
};
enum cudaUserObjectFlags {
// @enumerators cudaUserObjectFlags
};
enum cudaUserObjectRetainFlags {
// @enumerators cudaUserObjectRetainFlags
};
enum cudaFlushGPUDirectRDMAWritesTarget {
// @enumerators cudaFlushGPUDirectRDMAWritesTarget
};
enum cudaFlushGPUDirectRDMAWritesScope {
// @enumerators cudaFlushGPUDirectRDMAWritesScope
};
enum cudaDriverEntryPointQueryResult {
// @enumerators cudaDriverEntryPointQueryResult
};
enum cudaJitOption {
// @enumerators cudaJitOption
};
enum cudaLibraryOption {
// @enumerators cudaLibraryOption
};
enum cudaAtomicOperation {
// @enumerators cudaAtomicOperation
};
enum cudaExternalMemoryHandleType {
// @enumerators cudaExternalMemoryHandleType
};
enum cudaExternalSemaphoreHandleType {
// @enumerators cudaExternalSemaphoreHandleType
};
enum cudaGLDeviceList {
// @enumerators cudaGLDeviceList
};
enum cudaOutputMode {
// @enumerators cudaOutputMode
};
enum cudaSharedCarveout {
// @enumerators cudaSharedCarveout
};
typedef enum cudaError cudaError_t;
typedef enum cudaOutputMode cudaOutputMode_t;

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef const struct cudaMipmappedArray *cudaMipmappedArray_const_t;
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUfunc_st *cudaFunction_t;
typedef struct CUkern_st *cudaKernel_t;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef struct CUexternalMemory_st *cudaExternalMemory_t;
typedef struct CUexternalSemaphore_st *cudaExternalSemaphore_t;
typedef struct CUuserObject_st *cudaUserObject_t;
typedef unsigned long long cudaGraphConditionalHandle;
typedef void (*cudaHostFn_t)(void *userData);
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *userData);

// @macros

struct cudaChannelFormatDesc {
  int x, y, z, w;
  enum cudaChannelFormatKind f;
};
#include "cu2cl_lib/pitched_memory.h"
struct cudaMemcpy3DParms {
  cudaArray_t srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  struct cudaExtent extent;
  enum cudaMemcpyKind kind;
};
struct cudaMemcpy3DPeerParms {
  cudaArray_t srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  int srcDevice;
  cudaArray_t dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  int dstDevice;
  struct cudaExtent extent;
};
struct cudaMemsetParams {
  void *dst;
  size_t pitch;
  unsigned int value, elementSize;
  size_t width, height;
};
struct cudaHostNodeParams {
  cudaHostFn_t fn;
  void *userData;
};
struct cudaKernelNodeParams {
  void *func;
  dim3 gridDim, blockDim;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
};
struct cudaArrayMemoryRequirements; // marked, and what they hold
struct cudaArraySparseProperties;
struct cudaExternalMemoryMipmappedArrayDesc;
struct cudaMemPoolPtrExportData;
struct cudaMemcpy3DBatchOp;
struct cudaMemcpyAttributes;
typedef struct CUlib_st *cudaLibrary_t;
typedef struct cudaAsyncCallbackEntry *cudaAsyncCallbackHandle_t;
typedef struct cudaAsyncNotificationInfo cudaAsyncNotificationInfo_t;
typedef void (*cudaAsyncCallback)(cudaAsyncNotificationInfo_t *info, void *userData, cudaAsyncCallbackHandle_t callback);
typedef unsigned int cudaLogIterator;
typedef struct CUlogsCallbackEntry_st *cudaLogsCallbackHandle;
typedef void (*cudaLogsCallback_t)(void *data, int level, char *message, size_t length);
struct cudaExternalMemoryHandleDesc {
  enum cudaExternalMemoryHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *nvSciBufObject;
  } handle;
  unsigned long long size;
  unsigned int flags, reserved[16];
};
struct cudaExternalMemoryBufferDesc {
  unsigned long long offset, size;
  unsigned int flags, reserved[16];
};
struct cudaExternalSemaphoreHandleDesc {
  enum cudaExternalSemaphoreHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *nvSciSyncObj;
  } handle;
  unsigned int flags, reserved[16];
};
struct cudaExternalSemaphoreSignalParams {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void *fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
    } keyedMutex;
    unsigned int reserved[12];
  } params;
  unsigned int flags, reserved[16];
};
struct cudaExternalSemaphoreWaitParams {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void *fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
      unsigned int timeoutMs;
    } keyedMutex;
    unsigned int reserved[10];
  } params;
  unsigned int flags, reserved[16];
};
struct cudaGraphNodeParams; // marked, and what it holds
struct cudaMemAllocNodeParams;
struct cudaConditionalNodeParams;
struct cudaExternalSemaphoreSignalNodeParams;
struct cudaExternalSemaphoreWaitNodeParams;
typedef struct cudaGraphEdgeData_st {
  unsigned char from_port, to_port, type, reserved[5];
} cudaGraphEdgeData;
typedef struct cudaGraphExecUpdateResultInfo_st {
  enum cudaGraphExecUpdateResult result;
  cudaGraphNode_t errorNode, errorFromNode;
} cudaGraphExecUpdateResultInfo;
typedef struct cudaGraphInstantiateParams_st {
  unsigned long long flags;
  cudaStream_t uploadStream;
  cudaGraphNode_t errNode_out;
  enum cudaGraphInstantiateResult result_out;
} cudaGraphInstantiateParams;
struct cudaLaunchParams {
  void *func;
  dim3 gridDim, blockDim;
  void **args;
  size_t sharedMem;
  cudaStream_t stream;
};
struct cudaPointerAttributes {
  enum cudaMemoryType type;
  int device;
  void *devicePointer;
  void *hostPointer;
  enum cudaMemoryType memoryType;
  int isManaged;
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
  int maxDynamicSharedSizeBytes, preferredShmemCarveout;
};
struct cudaIpcEventHandle_st {
  char reserved[64];
};
typedef struct cudaIpcEventHandle_st cudaIpcEventHandle_t;
struct cudaIpcMemHandle_st {
  char reserved[64];
};
typedef struct cudaIpcMemHandle_st cudaIpcMemHandle_t;
struct cudaMemLocation {
  enum cudaMemLocationType type;
  int id;
};
#define cudaStreamAttrID cudaLaunchAttributeID
struct cudaAccessPolicyWindow {
  void *base_ptr;
  size_t num_bytes;
  float hitRatio;
  enum cudaAccessProperty hitProp, missProp;
};
typedef union cudaLaunchAttributeValue {
  char pad[64];
  struct cudaAccessPolicyWindow accessPolicyWindow;
  enum cudaSynchronizationPolicy syncPolicy;
  int priority, cooperative, programmaticStreamSerializationAllowed;
  struct {
    unsigned int x, y, z;
  } clusterDim;
} cudaLaunchAttributeValue;
typedef struct cudaLaunchAttribute_st {
  enum cudaLaunchAttributeID id;
  char pad[8 - sizeof(enum cudaLaunchAttributeID)];
  cudaLaunchAttributeValue val;
} cudaLaunchAttribute;
struct cudaLaunchConfig_st {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  struct cudaLaunchAttribute_st *attrs;
  unsigned int numAttrs;
};
typedef struct cudaLaunchConfig_st cudaLaunchConfig_t;
#define cudaStreamAttrValue cudaLaunchAttributeValue
struct cudaMemAccessDesc {
  struct cudaMemLocation location;
  enum cudaMemAccessFlags flags;
};
struct cudaMemPoolProps {
  enum cudaMemAllocationType allocType;
  enum cudaMemAllocationHandleType handleTypes;
  struct cudaMemLocation location;
  void *win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
};
struct CUuuid_st {
  char bytes[16];
};
typedef struct CUuuid_st CUuuid;
typedef struct CUuuid_st cudaUUID_t;

// The fields of all toolkits, old and new.
struct cudaDeviceProp {
  char name[256];
  cudaUUID_t uuid;
  char luid[8];
  unsigned int luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory;
  int computeMode;
  int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DMipmap[2];
  int maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3];
  int maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2], maxSurface1D, maxSurface2D[2], maxSurface3D[3];
  int maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver;
  int asyncEngineCount, unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize;
  int persistingL2CacheMaxSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported;
  int globalL1CacheSupported, localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID;
  int hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio, pageableMemoryAccess;
  int concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem;
  int cooperativeLaunch, cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, sparseCudaArraySupported, hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported, memoryPoolsSupported, gpuDirectRDMASupported;
  unsigned int gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned int memoryPoolSupportedHandleTypes;
  int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch;
  int unifiedFunctionPointers;
};

#endif
