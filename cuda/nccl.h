// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// NCCL: parameters are not checked.
#ifndef CU2CL_CUDA_NCCL_H
#define CU2CL_CUDA_NCCL_H

#include "cuda_fp8.h"
#include "driver_types.h"

typedef struct ncclComm *ncclComm_t;
typedef struct {
  char internal[128];
} ncclUniqueId;
typedef enum ncclResult_t {
  ncclSuccess,
  ncclUnhandledCudaError,
  ncclSystemError,
  ncclInternalError,
  ncclInvalidArgument,
  ncclInvalidUsage,
} ncclResult_t;
typedef enum ncclRedOp_t {
  ncclSum,
  ncclProd,
  ncclMax,
  ncclMin,
  ncclAvg,
} ncclRedOp_t;
typedef enum ncclDataType_t {
  ncclInt8 = 0,
  ncclChar = 0,
  ncclUint8 = 1,
  ncclInt32 = 2,
  ncclInt = 2,
  ncclUint32 = 3,
  ncclInt64 = 4,
  ncclUint64 = 5,
  ncclFloat16 = 6,
  ncclHalf = 6,
  ncclFloat32 = 7,
  ncclFloat = 7,
  ncclFloat64 = 8,
  ncclDouble = 8,
} ncclDataType_t;


__cu2cl_c_begin

ncclResult_t ncclGetVersion(__cu2cl_any);
ncclResult_t ncclGetUniqueId(__cu2cl_any);
ncclResult_t ncclCommInitRank(__cu2cl_any);
ncclResult_t ncclCommInitAll(__cu2cl_any);
ncclResult_t ncclCommDestroy(__cu2cl_any);
ncclResult_t ncclCommCount(__cu2cl_any);
ncclResult_t ncclCommCuDevice(__cu2cl_any);
ncclResult_t ncclCommUserRank(__cu2cl_any);
ncclResult_t ncclAllReduce(__cu2cl_any);
ncclResult_t ncclBroadcast(__cu2cl_any);
ncclResult_t ncclBcast(__cu2cl_any);
ncclResult_t ncclReduce(__cu2cl_any);
ncclResult_t ncclAllGather(__cu2cl_any);
ncclResult_t ncclReduceScatter(__cu2cl_any);
ncclResult_t ncclSend(__cu2cl_any);
ncclResult_t ncclRecv(__cu2cl_any);
ncclResult_t ncclGroupStart(__cu2cl_any);
ncclResult_t ncclGroupEnd(__cu2cl_any);
const char *ncclGetErrorString(__cu2cl_any);

__cu2cl_c_end

#endif
