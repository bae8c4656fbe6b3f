// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The runtime API as C++ and CUDA see it.
#ifndef CU2CL_CUDA_CUDA_RUNTIME_H
#define CU2CL_CUDA_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__ // programs ask for it

#include "host_defines.h"

#include "math_functions.h"
#include "cuda_runtime_api.h"
#include "device_launch_parameters.h"
#include "texture_fetch_functions.h"
#include "vector_functions.h"

#ifdef __cplusplus
#if __cplusplus >= 201103L
#if defined(__CUDA__) && __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#ifndef _GLIBCXX_ASSERTIONS // then they are for constants; libstdc++ 14 calls a host function there
#undef __glibcxx_assert
#define __glibcxx_assert(__condition)
#endif
#if __cplusplus < 202002L
// std::swap and the assignment of pairs and tuples, which are not constexpr before C++20, for device
// code, too. What these headers include for the host alone comes first.
#include <new>
#pragma clang force_cuda_host_device begin
#include <bits/move.h>
#include <utility>
#include <tuple>
#pragma clang force_cuda_host_device end
#endif
#endif
#include <limits> // programs rely on these, and on the std::initializer_list in them
#include <utility>
#endif
#ifdef __CUDA__
namespace std { // those of the C++ library are for the host alone
__cu2cl_device long abs(long x);
__cu2cl_device long long abs(long long x);
} // namespace std
#endif

template <class __T> __cu2cl_api cudaError_t cudaMalloc(__T **devPtr, size_t size);
template <class __T>
__cu2cl_api cudaError_t cudaMallocHost(__T **ptr, size_t size, unsigned int flags = 0);
template <class __T>
__cu2cl_api cudaError_t cudaHostAlloc(__T **ptr, size_t size, unsigned int flags);
template <class __T>
__cu2cl_api cudaError_t cudaHostGetDevicePointer(__T **pDevice, void *pHost, unsigned int flags);
template <class __T>
__cu2cl_api cudaError_t cudaMallocManaged(__T **devPtr, size_t size, unsigned int flags = 1);
template <class __T>
__cu2cl_api cudaError_t cudaMallocPitch(__T **devPtr, size_t *pitch, size_t width, size_t height);
template <class __T> __cu2cl_api cudaError_t cudaGetSymbolAddress(void **devPtr, const __T &symbol);
template <class __T> __cu2cl_api cudaError_t cudaGetSymbolAddress(__T **devPtr, const __T &symbol);
template <class __T> __cu2cl_api cudaError_t cudaGetSymbolSize(size_t *size, const __T &symbol);
template <class __T>
__cu2cl_api cudaError_t cudaMemcpyToSymbol(const __T &symbol, const void *src, size_t count,
                                           size_t offset = 0,
                                           enum cudaMemcpyKind kind = cudaMemcpyHostToDevice);
template <class __T>
__cu2cl_api cudaError_t cudaMemcpyFromSymbol(void *dst, const __T &symbol, size_t count,
                                             size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
template <class __T>
__cu2cl_api cudaError_t cudaMemcpyToSymbolAsync(const __T &symbol, const void *src, size_t count,
                                                size_t offset = 0,
                                                enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                cudaStream_t stream = 0);
template <class __T>
__cu2cl_api cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const __T &symbol, size_t count,
                                                  size_t offset = 0,
                                                  enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                  cudaStream_t stream = 0);
__cu2cl_api cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags);

template <class __T>
__cu2cl_api cudaError_t cudaMallocAsync(__T **ptr, size_t size, cudaStream_t stream);
template <class __T>
__cu2cl_api cudaError_t cudaMallocAsync(__T **ptr, size_t size, cudaMemPool_t memPool,
                                        cudaStream_t stream);
template <class __T>
__cu2cl_api cudaError_t cudaMallocFromPoolAsync(__T **ptr, size_t size, cudaMemPool_t memPool,
                                                cudaStream_t stream);
__cu2cl_api cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaMemPool_t memPool,
                                        cudaStream_t stream);
__cu2cl_api cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, cudaMemLocation location,
                                             unsigned int flags, cudaStream_t stream = 0);
__cu2cl_api cudaError_t cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice,
                                      cudaMemLocation location);
__cu2cl_api cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                             cudaGraphNode_t *errorNode, char *log, size_t size);
__cu2cl_api cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                            cudaGraphNode_t *errorNode,
                                            enum cudaGraphExecUpdateResult *result);
// CUDA 13's forms.
__cu2cl_api cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from,
                                          cudaGraphNode_t *to, cudaGraphEdgeData *data,
                                          size_t *count);
__cu2cl_api cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                                     cudaGraphEdgeData *data, size_t *count);
__cu2cl_api cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                                       cudaGraphEdgeData *data, size_t *count);
__cu2cl_api cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                 const cudaGraphNode_t *to,
                                                 const cudaGraphEdgeData *data, size_t count);
__cu2cl_api cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                    const cudaGraphNode_t *to,
                                                    const cudaGraphEdgeData *data, size_t count);
template <class __T>
__cu2cl_api cudaError_t cudaGraphAddMemcpyNodeToSymbol(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
    size_t numDependencies, const __T &symbol, const void *src, size_t count, size_t offset,
    enum cudaMemcpyKind kind);
template <class __T>
__cu2cl_api cudaError_t cudaGraphAddMemcpyNodeFromSymbol(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
    size_t numDependencies, void *dst, const __T &symbol, size_t count, size_t offset,
    enum cudaMemcpyKind kind);
template <class __T>
__cu2cl_api cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node,
                                                             const __T &symbol, const void *src,
                                                             size_t count, size_t offset,
                                                             enum cudaMemcpyKind kind);
template <class __T>
__cu2cl_api cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
                                                               const __T &symbol, size_t count,
                                                               size_t offset,
                                                               enum cudaMemcpyKind kind);
template <class __T>
__cu2cl_api cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, const __T &symbol, const void *src, size_t count,
    size_t offset, enum cudaMemcpyKind kind);
template <class __T>
__cu2cl_api cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, void *dst, const __T &symbol, size_t count,
    size_t offset, enum cudaMemcpyKind kind);

#ifdef __CUDA__
template <class __T>
__cu2cl_api cudaError_t cudaFuncSetCacheConfig(__T *func, enum cudaFuncCache cacheConfig);
template <class __T>
__cu2cl_api cudaError_t cudaFuncSetSharedMemConfig(__T *func, enum cudaSharedMemConfig config);
template <class __T>
__cu2cl_api cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, __T *func);
template <class __T>
__cu2cl_api cudaError_t cudaFuncSetAttribute(__T *func, enum cudaFuncAttribute attr, int value);
template <class __T>
__cu2cl_api cudaError_t cudaLaunchKernel(__T *func, dim3 gridDim, dim3 blockDim, void **args,
                                         size_t sharedMem = 0, cudaStream_t stream = 0);
template <class __T>
__cu2cl_api cudaError_t cudaLaunchCooperativeKernel(__T *func, dim3 gridDim, dim3 blockDim,
                                                    void **args, size_t sharedMem = 0,
                                                    cudaStream_t stream = 0);
template <class... __P, class... __A>
__cu2cl_api cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(__P...),
                                           __A &&...args);
template <class __T>
__cu2cl_api cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, __T *func,
                                            void **args);
template <class __T>
__cu2cl_api cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, __T *func,
                                                                  int numBlocks, int blockSize);
template <class __T>
__cu2cl_api cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, __T func,
                                                                      int blockSize,
                                                                      size_t dynamicSMemSize);
template <class __T>
__cu2cl_api cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *numBlocks, __T func, int blockSize, size_t dynamicSMemSize, unsigned int flags);
template <class __T>
__cu2cl_api cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize,
                                                           __T func, size_t dynamicSMemSize = 0,
                                                           int blockSizeLimit = 0);
template <class __T>
__cu2cl_api cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(
    int *minGridSize, int *blockSize, __T func, size_t dynamicSMemSize = 0, int blockSizeLimit = 0,
    unsigned int flags = 0);
template <class __F, class __T>
__cu2cl_api cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int *minGridSize, int *blockSize, __T func, __F blockSizeToDynamicSMemSize,
    int blockSizeLimit = 0);
template <class __F, class __T>
__cu2cl_api cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *minGridSize, int *blockSize, __T func, __F blockSizeToDynamicSMemSize,
    int blockSizeLimit = 0, unsigned int flags = 0);
#endif

#endif

#endif
