// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cuSOLVER: parameters are not checked.
#ifndef CU2CL_CUDA_CUSOLVERDN_H
#define CU2CL_CUDA_CUSOLVERDN_H

#include "cublas_v2.h"
#include "cusparse.h"

#include <inttypes.h>

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverSpContext *cusolverSpHandle_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef enum cusolverStatus_t {
  CUSOLVER_STATUS_SUCCESS,
  CUSOLVER_STATUS_NOT_INITIALIZED,
  CUSOLVER_STATUS_ALLOC_FAILED,
  CUSOLVER_STATUS_INVALID_VALUE,
  CUSOLVER_STATUS_ARCH_MISMATCH,
  CUSOLVER_STATUS_MAPPING_ERROR,
  CUSOLVER_STATUS_EXECUTION_FAILED,
  CUSOLVER_STATUS_INTERNAL_ERROR,
  CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
  CUSOLVER_STATUS_NOT_SUPPORTED,
} cusolverStatus_t;
typedef enum cusolverEigMode_t {
  CUSOLVER_EIG_MODE_NOVECTOR,
  CUSOLVER_EIG_MODE_VECTOR,
} cusolverEigMode_t;
typedef enum cusolverEigType_t {
  CUSOLVER_EIG_TYPE_1 = 1,
  CUSOLVER_EIG_TYPE_2,
  CUSOLVER_EIG_TYPE_3,
} cusolverEigType_t;


__cu2cl_c_begin

cusolverStatus_t cusolverDnCreate(__cu2cl_any);
cusolverStatus_t cusolverDnDestroy(__cu2cl_any);
cusolverStatus_t cusolverDnSetStream(__cu2cl_any);
cusolverStatus_t cusolverDnCreateParams(__cu2cl_any);
cusolverStatus_t cusolverSpCreate(__cu2cl_any);
cusolverStatus_t cusolverSpDestroy(__cu2cl_any);
cusolverStatus_t cusolverSpSetStream(__cu2cl_any);
cusolverStatus_t cusolverDnCreateSyevjInfo(__cu2cl_any);
cusolverStatus_t cusolverDnDestroySyevjInfo(__cu2cl_any);
cusolverStatus_t cusolverDnCreateGesvdjInfo(__cu2cl_any);
cusolverStatus_t cusolverDnXgetrf(__cu2cl_any);
cusolverStatus_t cusolverDnXgetrs(__cu2cl_any);
cusolverStatus_t cusolverDnXpotrf(__cu2cl_any);
cusolverStatus_t cusolverDnSpotrf(__cu2cl_any);
cusolverStatus_t cusolverDnSpotrf_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnSpotrs(__cu2cl_any);
cusolverStatus_t cusolverDnSpotri(__cu2cl_any);
cusolverStatus_t cusolverDnSgetrf(__cu2cl_any);
cusolverStatus_t cusolverDnSgetrf_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnSgetrs(__cu2cl_any);
cusolverStatus_t cusolverDnSgeqrf(__cu2cl_any);
cusolverStatus_t cusolverDnSgeqrf_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnSormqr(__cu2cl_any);
cusolverStatus_t cusolverDnSormqr_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnSorgqr(__cu2cl_any);
cusolverStatus_t cusolverDnSorgqr_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnSsyevd(__cu2cl_any);
cusolverStatus_t cusolverDnSsyevd_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnSsyevj(__cu2cl_any);
cusolverStatus_t cusolverDnSsyevj_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnSheevd(__cu2cl_any);
cusolverStatus_t cusolverDnSheevd_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnSgesvd(__cu2cl_any);
cusolverStatus_t cusolverDnSgesvd_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnSgesvdj(__cu2cl_any);
cusolverStatus_t cusolverDnSgesvdj_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnSsytrf(__cu2cl_any);
cusolverStatus_t cusolverDnSsygvd(__cu2cl_any);
cusolverStatus_t cusolverDnDpotrf(__cu2cl_any);
cusolverStatus_t cusolverDnDpotrf_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnDpotrs(__cu2cl_any);
cusolverStatus_t cusolverDnDpotri(__cu2cl_any);
cusolverStatus_t cusolverDnDgetrf(__cu2cl_any);
cusolverStatus_t cusolverDnDgetrf_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnDgetrs(__cu2cl_any);
cusolverStatus_t cusolverDnDgeqrf(__cu2cl_any);
cusolverStatus_t cusolverDnDgeqrf_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnDormqr(__cu2cl_any);
cusolverStatus_t cusolverDnDormqr_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnDorgqr(__cu2cl_any);
cusolverStatus_t cusolverDnDorgqr_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnDsyevd(__cu2cl_any);
cusolverStatus_t cusolverDnDsyevd_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnDsyevj(__cu2cl_any);
cusolverStatus_t cusolverDnDsyevj_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnDheevd(__cu2cl_any);
cusolverStatus_t cusolverDnDheevd_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnDgesvd(__cu2cl_any);
cusolverStatus_t cusolverDnDgesvd_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnDgesvdj(__cu2cl_any);
cusolverStatus_t cusolverDnDgesvdj_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnDsytrf(__cu2cl_any);
cusolverStatus_t cusolverDnDsygvd(__cu2cl_any);
cusolverStatus_t cusolverDnCpotrf(__cu2cl_any);
cusolverStatus_t cusolverDnCpotrf_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnCpotrs(__cu2cl_any);
cusolverStatus_t cusolverDnCpotri(__cu2cl_any);
cusolverStatus_t cusolverDnCgetrf(__cu2cl_any);
cusolverStatus_t cusolverDnCgetrf_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnCgetrs(__cu2cl_any);
cusolverStatus_t cusolverDnCgeqrf(__cu2cl_any);
cusolverStatus_t cusolverDnCgeqrf_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnCormqr(__cu2cl_any);
cusolverStatus_t cusolverDnCormqr_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnCorgqr(__cu2cl_any);
cusolverStatus_t cusolverDnCorgqr_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnCsyevd(__cu2cl_any);
cusolverStatus_t cusolverDnCsyevd_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnCsyevj(__cu2cl_any);
cusolverStatus_t cusolverDnCsyevj_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnCheevd(__cu2cl_any);
cusolverStatus_t cusolverDnCheevd_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnCgesvd(__cu2cl_any);
cusolverStatus_t cusolverDnCgesvd_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnCgesvdj(__cu2cl_any);
cusolverStatus_t cusolverDnCgesvdj_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnCsytrf(__cu2cl_any);
cusolverStatus_t cusolverDnCsygvd(__cu2cl_any);
cusolverStatus_t cusolverDnZpotrf(__cu2cl_any);
cusolverStatus_t cusolverDnZpotrf_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnZpotrs(__cu2cl_any);
cusolverStatus_t cusolverDnZpotri(__cu2cl_any);
cusolverStatus_t cusolverDnZgetrf(__cu2cl_any);
cusolverStatus_t cusolverDnZgetrf_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnZgetrs(__cu2cl_any);
cusolverStatus_t cusolverDnZgeqrf(__cu2cl_any);
cusolverStatus_t cusolverDnZgeqrf_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnZormqr(__cu2cl_any);
cusolverStatus_t cusolverDnZormqr_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnZorgqr(__cu2cl_any);
cusolverStatus_t cusolverDnZorgqr_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnZsyevd(__cu2cl_any);
cusolverStatus_t cusolverDnZsyevd_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnZsyevj(__cu2cl_any);
cusolverStatus_t cusolverDnZsyevj_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnZheevd(__cu2cl_any);
cusolverStatus_t cusolverDnZheevd_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnZgesvd(__cu2cl_any);
cusolverStatus_t cusolverDnZgesvd_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnZgesvdj(__cu2cl_any);
cusolverStatus_t cusolverDnZgesvdj_bufferSize(__cu2cl_any);
cusolverStatus_t cusolverDnZsytrf(__cu2cl_any);
cusolverStatus_t cusolverDnZsygvd(__cu2cl_any);
cusolverStatus_t cusolverSpScsrlsvqr(__cu2cl_any);
cusolverStatus_t cusolverSpScsrlsvchol(__cu2cl_any);
cusolverStatus_t cusolverSpScsrlsvlu(__cu2cl_any);
cusolverStatus_t cusolverSpScsrlsvqrHost(__cu2cl_any);
cusolverStatus_t cusolverSpDcsrlsvqr(__cu2cl_any);
cusolverStatus_t cusolverSpDcsrlsvchol(__cu2cl_any);
cusolverStatus_t cusolverSpDcsrlsvlu(__cu2cl_any);
cusolverStatus_t cusolverSpDcsrlsvqrHost(__cu2cl_any);

__cu2cl_c_end

#endif
