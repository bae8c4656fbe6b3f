// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cuBLAS: parameters are not checked.
#ifndef CU2CL_CUDA_CUBLAS_V2_H
#define CU2CL_CUDA_CUBLAS_V2_H

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "driver_types.h"

#include <stdint.h>

#ifndef CU2CL_CUDA_LIBRARY_TYPES
#define CU2CL_CUDA_LIBRARY_TYPES
typedef enum cudaDataType_t {
  CUDA_R_16F = 2,
  CUDA_C_16F = 6,
  CUDA_R_16BF = 14,
  CUDA_R_32F = 0,
  CUDA_C_32F = 4,
  CUDA_R_64F = 1,
  CUDA_C_64F = 5,
  CUDA_R_8I = 3,
  CUDA_R_8U = 8,
  CUDA_R_32I = 10,
} cudaDataType_t;
typedef cudaDataType_t cudaDataType;
#endif
typedef struct cublasContext *cublasHandle_t;
typedef enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16,
} cublasStatus_t;
typedef enum cublasOperation_t {
  CUBLAS_OP_N,
  CUBLAS_OP_T,
  CUBLAS_OP_C,
} cublasOperation_t;
typedef enum cublasFillMode_t {
  CUBLAS_FILL_MODE_LOWER,
  CUBLAS_FILL_MODE_UPPER,
  CUBLAS_FILL_MODE_FULL,
} cublasFillMode_t;
typedef enum cublasDiagType_t {
  CUBLAS_DIAG_NON_UNIT,
  CUBLAS_DIAG_UNIT,
} cublasDiagType_t;
typedef enum cublasSideMode_t {
  CUBLAS_SIDE_LEFT,
  CUBLAS_SIDE_RIGHT,
} cublasSideMode_t;
typedef enum cublasPointerMode_t {
  CUBLAS_POINTER_MODE_HOST,
  CUBLAS_POINTER_MODE_DEVICE,
} cublasPointerMode_t;
typedef enum cublasAtomicsMode_t {
  CUBLAS_ATOMICS_NOT_ALLOWED,
  CUBLAS_ATOMICS_ALLOWED,
} cublasAtomicsMode_t;
typedef enum cublasMath_t {
  CUBLAS_DEFAULT_MATH,
  CUBLAS_TENSOR_OP_MATH,
  CUBLAS_PEDANTIC_MATH,
  CUBLAS_TF32_TENSOR_OP_MATH,
} cublasMath_t;
typedef enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
} cublasComputeType_t;
typedef enum cublasGemmAlgo_t {
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
} cublasGemmAlgo_t;
typedef cublasStatus_t cublasStatus;


__cu2cl_c_begin

cublasStatus_t cublasSaxpy(__cu2cl_any);
cublasStatus_t cublasScopy(__cu2cl_any);
cublasStatus_t cublasSswap(__cu2cl_any);
cublasStatus_t cublasSscal(__cu2cl_any);
cublasStatus_t cublasSrot(__cu2cl_any);
cublasStatus_t cublasSrotg(__cu2cl_any);
cublasStatus_t cublasSgemv(__cu2cl_any);
cublasStatus_t cublasSgbmv(__cu2cl_any);
cublasStatus_t cublasStrmv(__cu2cl_any);
cublasStatus_t cublasStrsv(__cu2cl_any);
cublasStatus_t cublasStbmv(__cu2cl_any);
cublasStatus_t cublasStbsv(__cu2cl_any);
cublasStatus_t cublasSgemm(__cu2cl_any);
cublasStatus_t cublasStrmm(__cu2cl_any);
cublasStatus_t cublasStrsm(__cu2cl_any);
cublasStatus_t cublasSsymm(__cu2cl_any);
cublasStatus_t cublasSsyrk(__cu2cl_any);
cublasStatus_t cublasSsyr2k(__cu2cl_any);
cublasStatus_t cublasSgemmBatched(__cu2cl_any);
cublasStatus_t cublasSgemmStridedBatched(__cu2cl_any);
cublasStatus_t cublasSgeam(__cu2cl_any);
cublasStatus_t cublasSdgmm(__cu2cl_any);
cublasStatus_t cublasSgetrfBatched(__cu2cl_any);
cublasStatus_t cublasSgetriBatched(__cu2cl_any);
cublasStatus_t cublasSgetrsBatched(__cu2cl_any);
cublasStatus_t cublasStrsmBatched(__cu2cl_any);
cublasStatus_t cublasSmatinvBatched(__cu2cl_any);
cublasStatus_t cublasDaxpy(__cu2cl_any);
cublasStatus_t cublasDcopy(__cu2cl_any);
cublasStatus_t cublasDswap(__cu2cl_any);
cublasStatus_t cublasDscal(__cu2cl_any);
cublasStatus_t cublasDrot(__cu2cl_any);
cublasStatus_t cublasDrotg(__cu2cl_any);
cublasStatus_t cublasDgemv(__cu2cl_any);
cublasStatus_t cublasDgbmv(__cu2cl_any);
cublasStatus_t cublasDtrmv(__cu2cl_any);
cublasStatus_t cublasDtrsv(__cu2cl_any);
cublasStatus_t cublasDtbmv(__cu2cl_any);
cublasStatus_t cublasDtbsv(__cu2cl_any);
cublasStatus_t cublasDgemm(__cu2cl_any);
cublasStatus_t cublasDtrmm(__cu2cl_any);
cublasStatus_t cublasDtrsm(__cu2cl_any);
cublasStatus_t cublasDsymm(__cu2cl_any);
cublasStatus_t cublasDsyrk(__cu2cl_any);
cublasStatus_t cublasDsyr2k(__cu2cl_any);
cublasStatus_t cublasDgemmBatched(__cu2cl_any);
cublasStatus_t cublasDgemmStridedBatched(__cu2cl_any);
cublasStatus_t cublasDgeam(__cu2cl_any);
cublasStatus_t cublasDdgmm(__cu2cl_any);
cublasStatus_t cublasDgetrfBatched(__cu2cl_any);
cublasStatus_t cublasDgetriBatched(__cu2cl_any);
cublasStatus_t cublasDgetrsBatched(__cu2cl_any);
cublasStatus_t cublasDtrsmBatched(__cu2cl_any);
cublasStatus_t cublasDmatinvBatched(__cu2cl_any);
cublasStatus_t cublasCaxpy(__cu2cl_any);
cublasStatus_t cublasCcopy(__cu2cl_any);
cublasStatus_t cublasCswap(__cu2cl_any);
cublasStatus_t cublasCscal(__cu2cl_any);
cublasStatus_t cublasCrot(__cu2cl_any);
cublasStatus_t cublasCrotg(__cu2cl_any);
cublasStatus_t cublasCgemv(__cu2cl_any);
cublasStatus_t cublasCgbmv(__cu2cl_any);
cublasStatus_t cublasCtrmv(__cu2cl_any);
cublasStatus_t cublasCtrsv(__cu2cl_any);
cublasStatus_t cublasCtbmv(__cu2cl_any);
cublasStatus_t cublasCtbsv(__cu2cl_any);
cublasStatus_t cublasCgemm(__cu2cl_any);
cublasStatus_t cublasCtrmm(__cu2cl_any);
cublasStatus_t cublasCtrsm(__cu2cl_any);
cublasStatus_t cublasCsymm(__cu2cl_any);
cublasStatus_t cublasCsyrk(__cu2cl_any);
cublasStatus_t cublasCsyr2k(__cu2cl_any);
cublasStatus_t cublasCgemmBatched(__cu2cl_any);
cublasStatus_t cublasCgemmStridedBatched(__cu2cl_any);
cublasStatus_t cublasCgeam(__cu2cl_any);
cublasStatus_t cublasCdgmm(__cu2cl_any);
cublasStatus_t cublasCgetrfBatched(__cu2cl_any);
cublasStatus_t cublasCgetriBatched(__cu2cl_any);
cublasStatus_t cublasCgetrsBatched(__cu2cl_any);
cublasStatus_t cublasCtrsmBatched(__cu2cl_any);
cublasStatus_t cublasCmatinvBatched(__cu2cl_any);
cublasStatus_t cublasZaxpy(__cu2cl_any);
cublasStatus_t cublasZcopy(__cu2cl_any);
cublasStatus_t cublasZswap(__cu2cl_any);
cublasStatus_t cublasZscal(__cu2cl_any);
cublasStatus_t cublasZrot(__cu2cl_any);
cublasStatus_t cublasZrotg(__cu2cl_any);
cublasStatus_t cublasZgemv(__cu2cl_any);
cublasStatus_t cublasZgbmv(__cu2cl_any);
cublasStatus_t cublasZtrmv(__cu2cl_any);
cublasStatus_t cublasZtrsv(__cu2cl_any);
cublasStatus_t cublasZtbmv(__cu2cl_any);
cublasStatus_t cublasZtbsv(__cu2cl_any);
cublasStatus_t cublasZgemm(__cu2cl_any);
cublasStatus_t cublasZtrmm(__cu2cl_any);
cublasStatus_t cublasZtrsm(__cu2cl_any);
cublasStatus_t cublasZsymm(__cu2cl_any);
cublasStatus_t cublasZsyrk(__cu2cl_any);
cublasStatus_t cublasZsyr2k(__cu2cl_any);
cublasStatus_t cublasZgemmBatched(__cu2cl_any);
cublasStatus_t cublasZgemmStridedBatched(__cu2cl_any);
cublasStatus_t cublasZgeam(__cu2cl_any);
cublasStatus_t cublasZdgmm(__cu2cl_any);
cublasStatus_t cublasZgetrfBatched(__cu2cl_any);
cublasStatus_t cublasZgetriBatched(__cu2cl_any);
cublasStatus_t cublasZgetrsBatched(__cu2cl_any);
cublasStatus_t cublasZtrsmBatched(__cu2cl_any);
cublasStatus_t cublasZmatinvBatched(__cu2cl_any);
cublasStatus_t cublasSdot(__cu2cl_any);
cublasStatus_t cublasDdot(__cu2cl_any);
cublasStatus_t cublasCdotu(__cu2cl_any);
cublasStatus_t cublasCdotc(__cu2cl_any);
cublasStatus_t cublasZdotu(__cu2cl_any);
cublasStatus_t cublasZdotc(__cu2cl_any);
cublasStatus_t cublasSnrm2(__cu2cl_any);
cublasStatus_t cublasDnrm2(__cu2cl_any);
cublasStatus_t cublasScnrm2(__cu2cl_any);
cublasStatus_t cublasDznrm2(__cu2cl_any);
cublasStatus_t cublasSasum(__cu2cl_any);
cublasStatus_t cublasDasum(__cu2cl_any);
cublasStatus_t cublasScasum(__cu2cl_any);
cublasStatus_t cublasDzasum(__cu2cl_any);
cublasStatus_t cublasIsamax(__cu2cl_any);
cublasStatus_t cublasIdamax(__cu2cl_any);
cublasStatus_t cublasIcamax(__cu2cl_any);
cublasStatus_t cublasIzamax(__cu2cl_any);
cublasStatus_t cublasIsamin(__cu2cl_any);
cublasStatus_t cublasIdamin(__cu2cl_any);
cublasStatus_t cublasSsymv(__cu2cl_any);
cublasStatus_t cublasDsymv(__cu2cl_any);
cublasStatus_t cublasSger(__cu2cl_any);
cublasStatus_t cublasDger(__cu2cl_any);
cublasStatus_t cublasCgeru(__cu2cl_any);
cublasStatus_t cublasCgerc(__cu2cl_any);
cublasStatus_t cublasSsyr(__cu2cl_any);
cublasStatus_t cublasDsyr(__cu2cl_any);
cublasStatus_t cublasSsyr2(__cu2cl_any);
cublasStatus_t cublasDsyr2(__cu2cl_any);
cublasStatus_t cublasChemm(__cu2cl_any);
cublasStatus_t cublasZhemm(__cu2cl_any);
cublasStatus_t cublasCherk(__cu2cl_any);
cublasStatus_t cublasZherk(__cu2cl_any);
cublasStatus_t cublasHgemm(__cu2cl_any);
cublasStatus_t cublasHgemmBatched(__cu2cl_any);
cublasStatus_t cublasHgemmStridedBatched(__cu2cl_any);
cublasStatus_t cublasGemmEx(__cu2cl_any);
cublasStatus_t cublasSgemmEx(__cu2cl_any);
cublasStatus_t cublasGemmBatchedEx(__cu2cl_any);
cublasStatus_t cublasGemmStridedBatchedEx(__cu2cl_any);
cublasStatus_t cublasAxpyEx(__cu2cl_any);
cublasStatus_t cublasDotEx(__cu2cl_any);
cublasStatus_t cublasNrm2Ex(__cu2cl_any);
cublasStatus_t cublasScalEx(__cu2cl_any);
cublasStatus_t cublasCgemm3m(__cu2cl_any);
cublasStatus_t cublasCreate(__cu2cl_any);
cublasStatus_t cublasCreate_v2(__cu2cl_any);
cublasStatus_t cublasDestroy(__cu2cl_any);
cublasStatus_t cublasDestroy_v2(__cu2cl_any);
cublasStatus_t cublasGetVersion(__cu2cl_any);
cublasStatus_t cublasSetStream(__cu2cl_any);
cublasStatus_t cublasSetStream_v2(__cu2cl_any);
cublasStatus_t cublasGetStream(__cu2cl_any);
cublasStatus_t cublasSetWorkspace(__cu2cl_any);
cublasStatus_t cublasSetPointerMode(__cu2cl_any);
cublasStatus_t cublasGetPointerMode(__cu2cl_any);
cublasStatus_t cublasSetAtomicsMode(__cu2cl_any);
cublasStatus_t cublasSetMathMode(__cu2cl_any);
cublasStatus_t cublasGetMathMode(__cu2cl_any);
cublasStatus_t cublasSetVector(__cu2cl_any);
cublasStatus_t cublasGetVector(__cu2cl_any);
cublasStatus_t cublasSetMatrix(__cu2cl_any);
cublasStatus_t cublasGetMatrix(__cu2cl_any);
cublasStatus_t cublasSetVectorAsync(__cu2cl_any);
cublasStatus_t cublasGetVectorAsync(__cu2cl_any);
cublasStatus_t cublasSetMatrixAsync(__cu2cl_any);
cublasStatus_t cublasGetMatrixAsync(__cu2cl_any);
cublasStatus_t cublasInit(__cu2cl_any);
cublasStatus_t cublasShutdown(__cu2cl_any);
cublasStatus_t cublasAlloc(__cu2cl_any);
cublasStatus_t cublasFree(__cu2cl_any);
cublasStatus_t cublasSetKernelStream(__cu2cl_any);
cublasStatus_t cublasGetError(__cu2cl_any);
const char *cublasGetStatusString(__cu2cl_any);

__cu2cl_c_end

#endif
