// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What programs name of CUB beside what is translated. Calls take anything: they are refused anyway.
#ifndef CU2CL_CUDA_CU2CL_CUB_H
#define CU2CL_CUDA_CU2CL_CUB_H

#include "cuda_runtime.h"
#include "cu2cl_cub_algorithms.h"
#include "cu2cl_lib/cub_adjacent.h"
#include "cu2cl_lib/cub_exchange.h"
#include "cu2cl_lib/cub_flags.h"
#include "cu2cl_lib/cub_load.h"
#include "cu2cl_lib/cub_reduce.h"
#include "cu2cl_lib/cub_scan.h"
#include "cu2cl_lib/cub_sort.h"

#ifdef __cplusplus

#define CubDebugExit(e) (e)
#define CubDebug(e) (e)
#define CUB_VERSION 200000

namespace cub {

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG };

template <class __T> struct DoubleBuffer {
  __T *d_buffers[2];
  int selector;
  __cu2cl_both DoubleBuffer();
  __cu2cl_both DoubleBuffer(__T *, __T *);
  __cu2cl_both __T *Current();
  __cu2cl_both __T *Alternate();
};
struct CachingDeviceAllocator {
  template <class... __A> CachingDeviceAllocator(__A &&...);
  cudaError_t DeviceAllocate(void **, size_t, cudaStream_t = 0);
  cudaError_t DeviceFree(void *);
};

#define CU2CL_CALL(Name) template <class... __A> static cudaError_t Name(__A &&...);
struct DeviceReduce {
  CU2CL_CALL(Reduce)
  CU2CL_CALL(Sum)
  CU2CL_CALL(Min)
  CU2CL_CALL(Max)
  CU2CL_CALL(ArgMin)
  CU2CL_CALL(ArgMax)
  CU2CL_CALL(ReduceByKey)
  CU2CL_CALL(TransformReduce)
};
typedef DeviceReduce DeviceSegmentedReduce;
struct DeviceScan {
  CU2CL_CALL(InclusiveSum)
  CU2CL_CALL(ExclusiveSum)
  CU2CL_CALL(InclusiveScan)
  CU2CL_CALL(ExclusiveScan)
  CU2CL_CALL(InclusiveSumByKey)
  CU2CL_CALL(ExclusiveSumByKey)
};
struct DeviceRadixSort {
  CU2CL_CALL(SortKeys)
  CU2CL_CALL(SortKeysDescending)
  CU2CL_CALL(SortPairs)
  CU2CL_CALL(SortPairsDescending)
};
typedef DeviceRadixSort DeviceSegmentedRadixSort;
typedef DeviceRadixSort DeviceMergeSort;
struct DeviceSelect {
  CU2CL_CALL(Flagged)
  CU2CL_CALL(If)
  CU2CL_CALL(Unique)
};
typedef DeviceSelect DevicePartition;
struct DeviceRunLengthEncode {
  CU2CL_CALL(Encode)
};
struct DeviceHistogram {
  CU2CL_CALL(HistogramEven)
  CU2CL_CALL(HistogramRange)
  CU2CL_CALL(MultiHistogramEven)
};
struct DeviceSpmv {
  CU2CL_CALL(CsrMV)
};
#undef CU2CL_CALL

} // namespace cub
#endif

#endif
