// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cuSPARSE: parameters are not checked.
#ifndef CU2CL_CUDA_CUSPARSE_H
#define CU2CL_CUDA_CUSPARSE_H

#include "cuComplex.h"
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
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseHybMat *cusparseHybMat_t;
typedef struct cusparseSolveAnalysisInfo *cusparseSolveAnalysisInfo_t;
typedef struct csrsv2Info *csrsv2Info_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;
typedef enum cusparseStatus_t {
  CUSPARSE_STATUS_SUCCESS,
  CUSPARSE_STATUS_NOT_INITIALIZED,
  CUSPARSE_STATUS_ALLOC_FAILED,
  CUSPARSE_STATUS_INVALID_VALUE,
  CUSPARSE_STATUS_ARCH_MISMATCH,
  CUSPARSE_STATUS_MAPPING_ERROR,
  CUSPARSE_STATUS_EXECUTION_FAILED,
  CUSPARSE_STATUS_INTERNAL_ERROR,
  CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
  CUSPARSE_STATUS_ZERO_PIVOT,
  CUSPARSE_STATUS_NOT_SUPPORTED,
  CUSPARSE_STATUS_INSUFFICIENT_RESOURCES,
} cusparseStatus_t;
typedef enum cusparseOperation_t {
  CUSPARSE_OPERATION_NON_TRANSPOSE,
  CUSPARSE_OPERATION_TRANSPOSE,
  CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
} cusparseOperation_t;
typedef enum cusparseMatrixType_t {
  CUSPARSE_MATRIX_TYPE_GENERAL,
  CUSPARSE_MATRIX_TYPE_SYMMETRIC,
  CUSPARSE_MATRIX_TYPE_HERMITIAN,
  CUSPARSE_MATRIX_TYPE_TRIANGULAR,
} cusparseMatrixType_t;
typedef enum cusparseIndexBase_t {
  CUSPARSE_INDEX_BASE_ZERO,
  CUSPARSE_INDEX_BASE_ONE,
} cusparseIndexBase_t;
typedef enum cusparseFillMode_t {
  CUSPARSE_FILL_MODE_LOWER,
  CUSPARSE_FILL_MODE_UPPER,
} cusparseFillMode_t;
typedef enum cusparseDiagType_t {
  CUSPARSE_DIAG_TYPE_NON_UNIT,
  CUSPARSE_DIAG_TYPE_UNIT,
} cusparseDiagType_t;
typedef enum cusparsePointerMode_t {
  CUSPARSE_POINTER_MODE_HOST,
  CUSPARSE_POINTER_MODE_DEVICE,
} cusparsePointerMode_t;
typedef enum cusparseAction_t {
  CUSPARSE_ACTION_SYMBOLIC,
  CUSPARSE_ACTION_NUMERIC,
} cusparseAction_t;
typedef enum cusparseDirection_t {
  CUSPARSE_DIRECTION_ROW,
  CUSPARSE_DIRECTION_COLUMN,
} cusparseDirection_t;
typedef enum cusparseSolvePolicy_t {
  CUSPARSE_SOLVE_POLICY_NO_LEVEL,
  CUSPARSE_SOLVE_POLICY_USE_LEVEL,
} cusparseSolvePolicy_t;
typedef enum cusparseIndexType_t {
  CUSPARSE_INDEX_16U = 1,
  CUSPARSE_INDEX_32I = 2,
  CUSPARSE_INDEX_64I = 3,
} cusparseIndexType_t;
typedef enum cusparseOrder_t {
  CUSPARSE_ORDER_COL = 1,
  CUSPARSE_ORDER_ROW = 2,
} cusparseOrder_t;
typedef enum cusparseSpMVAlg_t {
  CUSPARSE_MV_ALG_DEFAULT = 0,
  CUSPARSE_SPMV_ALG_DEFAULT = 0,
  CUSPARSE_SPMV_COO_ALG1 = 1,
  CUSPARSE_SPMV_CSR_ALG1 = 2,
  CUSPARSE_SPMV_CSR_ALG2 = 3,
  CUSPARSE_CSRMV_ALG1 = 2,
} cusparseSpMVAlg_t;
typedef enum cusparseSpMMAlg_t {
  CUSPARSE_SPMM_ALG_DEFAULT = 0,
  CUSPARSE_SPMM_CSR_ALG1 = 4,
  CUSPARSE_SPMM_CSR_ALG2 = 6,
} cusparseSpMMAlg_t;
typedef enum cusparseSpGEMMAlg_t {
  CUSPARSE_SPGEMM_DEFAULT = 0,
} cusparseSpGEMMAlg_t;
typedef enum cusparseDenseToSparseAlg_t {
  CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0,
} cusparseDenseToSparseAlg_t;
typedef enum cusparseSparseToDenseAlg_t {
  CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0,
} cusparseSparseToDenseAlg_t;
typedef enum cusparseSpSVAlg_t {
  CUSPARSE_SPSV_ALG_DEFAULT = 0,
} cusparseSpSVAlg_t;
typedef enum cusparseSpMatAttribute_t {
  CUSPARSE_SPMAT_FILL_MODE,
  CUSPARSE_SPMAT_DIAG_TYPE,
} cusparseSpMatAttribute_t;
typedef enum cusparseCsr2CscAlg_t {
  CUSPARSE_CSR2CSC_ALG1 = 1,
} cusparseCsr2CscAlg_t;
typedef enum cusparseHybPartition_t {
  CUSPARSE_HYB_PARTITION_AUTO,
  CUSPARSE_HYB_PARTITION_USER,
  CUSPARSE_HYB_PARTITION_MAX,
} cusparseHybPartition_t;


__cu2cl_c_begin

cusparseStatus_t cusparseCreate(__cu2cl_any);
cusparseStatus_t cusparseDestroy(__cu2cl_any);
cusparseStatus_t cusparseGetVersion(__cu2cl_any);
cusparseStatus_t cusparseSetStream(__cu2cl_any);
cusparseStatus_t cusparseSetPointerMode(__cu2cl_any);
cusparseStatus_t cusparseCreateMatDescr(__cu2cl_any);
cusparseStatus_t cusparseDestroyMatDescr(__cu2cl_any);
cusparseStatus_t cusparseSetMatType(__cu2cl_any);
cusparseStatus_t cusparseSetMatIndexBase(__cu2cl_any);
cusparseStatus_t cusparseSetMatFillMode(__cu2cl_any);
cusparseStatus_t cusparseSetMatDiagType(__cu2cl_any);
cusparseStatus_t cusparseCreateCsr(__cu2cl_any);
cusparseStatus_t cusparseCreateCsc(__cu2cl_any);
cusparseStatus_t cusparseCreateCoo(__cu2cl_any);
cusparseStatus_t cusparseCreateBlockedEll(__cu2cl_any);
cusparseStatus_t cusparseCreateConstCsr(__cu2cl_any);
cusparseStatus_t cusparseDestroySpMat(__cu2cl_any);
cusparseStatus_t cusparseCreateDnVec(__cu2cl_any);
cusparseStatus_t cusparseDestroyDnVec(__cu2cl_any);
cusparseStatus_t cusparseCreateSpVec(__cu2cl_any);
cusparseStatus_t cusparseDestroySpVec(__cu2cl_any);
cusparseStatus_t cusparseCreateDnMat(__cu2cl_any);
cusparseStatus_t cusparseDestroyDnMat(__cu2cl_any);
cusparseStatus_t cusparseSpMV_bufferSize(__cu2cl_any);
cusparseStatus_t cusparseSpMV(__cu2cl_any);
cusparseStatus_t cusparseSpMM_bufferSize(__cu2cl_any);
cusparseStatus_t cusparseSpMM(__cu2cl_any);
cusparseStatus_t cusparseSpMM_preprocess(__cu2cl_any);
cusparseStatus_t cusparseSpGEMM_createDescr(__cu2cl_any);
cusparseStatus_t cusparseSpGEMM_destroyDescr(__cu2cl_any);
cusparseStatus_t cusparseSpGEMM_workEstimation(__cu2cl_any);
cusparseStatus_t cusparseSpGEMM_compute(__cu2cl_any);
cusparseStatus_t cusparseSpGEMM_copy(__cu2cl_any);
cusparseStatus_t cusparseSDDMM(__cu2cl_any);
cusparseStatus_t cusparseSDDMM_bufferSize(__cu2cl_any);
cusparseStatus_t cusparseSpMatGetSize(__cu2cl_any);
cusparseStatus_t cusparseSpMatSetAttribute(__cu2cl_any);
cusparseStatus_t cusparseCsrSetPointers(__cu2cl_any);
cusparseStatus_t cusparseSpSV_createDescr(__cu2cl_any);
cusparseStatus_t cusparseSpSV_destroyDescr(__cu2cl_any);
cusparseStatus_t cusparseSpSV_bufferSize(__cu2cl_any);
cusparseStatus_t cusparseSpSV_analysis(__cu2cl_any);
cusparseStatus_t cusparseSpSV_solve(__cu2cl_any);
cusparseStatus_t cusparseDenseToSparse_bufferSize(__cu2cl_any);
cusparseStatus_t cusparseDenseToSparse_analysis(__cu2cl_any);
cusparseStatus_t cusparseDenseToSparse_convert(__cu2cl_any);
cusparseStatus_t cusparseSparseToDense(__cu2cl_any);
cusparseStatus_t cusparseSparseToDense_bufferSize(__cu2cl_any);
cusparseStatus_t cusparseXcoo2csr(__cu2cl_any);
cusparseStatus_t cusparseXcsr2coo(__cu2cl_any);
cusparseStatus_t cusparseCsr2cscEx2(__cu2cl_any);
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(__cu2cl_any);
cusparseStatus_t cusparseAxpby(__cu2cl_any);
cusparseStatus_t cusparseGather(__cu2cl_any);
cusparseStatus_t cusparseScatter(__cu2cl_any);
cusparseStatus_t cusparseXcsrgemmNnz(__cu2cl_any);
cusparseStatus_t cusparseXcsrgeamNnz(__cu2cl_any);
cusparseStatus_t cusparseXcsrsv2_zeroPivot(__cu2cl_any);
cusparseStatus_t cusparseCreateCsrsv2Info(__cu2cl_any);
cusparseStatus_t cusparseDestroyCsrsv2Info(__cu2cl_any);
cusparseStatus_t cusparseCreateCsrilu02Info(__cu2cl_any);
cusparseStatus_t cusparseCreateSolveAnalysisInfo(__cu2cl_any);
cusparseStatus_t cusparseDestroySolveAnalysisInfo(__cu2cl_any);
cusparseStatus_t cusparseScsrmv(__cu2cl_any);
cusparseStatus_t cusparseScsrmm(__cu2cl_any);
cusparseStatus_t cusparseScsrmm2(__cu2cl_any);
cusparseStatus_t cusparseScsrgemm(__cu2cl_any);
cusparseStatus_t cusparseScsrgeam(__cu2cl_any);
cusparseStatus_t cusparseScsrsv_analysis(__cu2cl_any);
cusparseStatus_t cusparseScsrsv_solve(__cu2cl_any);
cusparseStatus_t cusparseScsrsv2_bufferSize(__cu2cl_any);
cusparseStatus_t cusparseScsrsv2_analysis(__cu2cl_any);
cusparseStatus_t cusparseScsrsv2_solve(__cu2cl_any);
cusparseStatus_t cusparseScsrilu02(__cu2cl_any);
cusparseStatus_t cusparseScsrilu0(__cu2cl_any);
cusparseStatus_t cusparseScsric0(__cu2cl_any);
cusparseStatus_t cusparseSdense2csr(__cu2cl_any);
cusparseStatus_t cusparseScsr2dense(__cu2cl_any);
cusparseStatus_t cusparseSnnz(__cu2cl_any);
cusparseStatus_t cusparseScsr2csc(__cu2cl_any);
cusparseStatus_t cusparseSaxpyi(__cu2cl_any);
cusparseStatus_t cusparseSdoti(__cu2cl_any);
cusparseStatus_t cusparseShybmv(__cu2cl_any);
cusparseStatus_t cusparseScsr2hyb(__cu2cl_any);
cusparseStatus_t cusparseSgtsv2(__cu2cl_any);
cusparseStatus_t cusparseSgthr(__cu2cl_any);
cusparseStatus_t cusparseDcsrmv(__cu2cl_any);
cusparseStatus_t cusparseDcsrmm(__cu2cl_any);
cusparseStatus_t cusparseDcsrmm2(__cu2cl_any);
cusparseStatus_t cusparseDcsrgemm(__cu2cl_any);
cusparseStatus_t cusparseDcsrgeam(__cu2cl_any);
cusparseStatus_t cusparseDcsrsv_analysis(__cu2cl_any);
cusparseStatus_t cusparseDcsrsv_solve(__cu2cl_any);
cusparseStatus_t cusparseDcsrsv2_bufferSize(__cu2cl_any);
cusparseStatus_t cusparseDcsrsv2_analysis(__cu2cl_any);
cusparseStatus_t cusparseDcsrsv2_solve(__cu2cl_any);
cusparseStatus_t cusparseDcsrilu02(__cu2cl_any);
cusparseStatus_t cusparseDcsrilu0(__cu2cl_any);
cusparseStatus_t cusparseDcsric0(__cu2cl_any);
cusparseStatus_t cusparseDdense2csr(__cu2cl_any);
cusparseStatus_t cusparseDcsr2dense(__cu2cl_any);
cusparseStatus_t cusparseDnnz(__cu2cl_any);
cusparseStatus_t cusparseDcsr2csc(__cu2cl_any);
cusparseStatus_t cusparseDaxpyi(__cu2cl_any);
cusparseStatus_t cusparseDdoti(__cu2cl_any);
cusparseStatus_t cusparseDhybmv(__cu2cl_any);
cusparseStatus_t cusparseDcsr2hyb(__cu2cl_any);
cusparseStatus_t cusparseDgtsv2(__cu2cl_any);
cusparseStatus_t cusparseDgthr(__cu2cl_any);
cusparseStatus_t cusparseCcsrmv(__cu2cl_any);
cusparseStatus_t cusparseCcsrmm(__cu2cl_any);
cusparseStatus_t cusparseCcsrmm2(__cu2cl_any);
cusparseStatus_t cusparseCcsrgemm(__cu2cl_any);
cusparseStatus_t cusparseCcsrgeam(__cu2cl_any);
cusparseStatus_t cusparseCcsrsv_analysis(__cu2cl_any);
cusparseStatus_t cusparseCcsrsv_solve(__cu2cl_any);
cusparseStatus_t cusparseCcsrsv2_bufferSize(__cu2cl_any);
cusparseStatus_t cusparseCcsrsv2_analysis(__cu2cl_any);
cusparseStatus_t cusparseCcsrsv2_solve(__cu2cl_any);
cusparseStatus_t cusparseCcsrilu02(__cu2cl_any);
cusparseStatus_t cusparseCcsrilu0(__cu2cl_any);
cusparseStatus_t cusparseCcsric0(__cu2cl_any);
cusparseStatus_t cusparseCdense2csr(__cu2cl_any);
cusparseStatus_t cusparseCcsr2dense(__cu2cl_any);
cusparseStatus_t cusparseCnnz(__cu2cl_any);
cusparseStatus_t cusparseCcsr2csc(__cu2cl_any);
cusparseStatus_t cusparseCaxpyi(__cu2cl_any);
cusparseStatus_t cusparseCdoti(__cu2cl_any);
cusparseStatus_t cusparseChybmv(__cu2cl_any);
cusparseStatus_t cusparseCcsr2hyb(__cu2cl_any);
cusparseStatus_t cusparseCgtsv2(__cu2cl_any);
cusparseStatus_t cusparseCgthr(__cu2cl_any);
cusparseStatus_t cusparseZcsrmv(__cu2cl_any);
cusparseStatus_t cusparseZcsrmm(__cu2cl_any);
cusparseStatus_t cusparseZcsrmm2(__cu2cl_any);
cusparseStatus_t cusparseZcsrgemm(__cu2cl_any);
cusparseStatus_t cusparseZcsrgeam(__cu2cl_any);
cusparseStatus_t cusparseZcsrsv_analysis(__cu2cl_any);
cusparseStatus_t cusparseZcsrsv_solve(__cu2cl_any);
cusparseStatus_t cusparseZcsrsv2_bufferSize(__cu2cl_any);
cusparseStatus_t cusparseZcsrsv2_analysis(__cu2cl_any);
cusparseStatus_t cusparseZcsrsv2_solve(__cu2cl_any);
cusparseStatus_t cusparseZcsrilu02(__cu2cl_any);
cusparseStatus_t cusparseZcsrilu0(__cu2cl_any);
cusparseStatus_t cusparseZcsric0(__cu2cl_any);
cusparseStatus_t cusparseZdense2csr(__cu2cl_any);
cusparseStatus_t cusparseZcsr2dense(__cu2cl_any);
cusparseStatus_t cusparseZnnz(__cu2cl_any);
cusparseStatus_t cusparseZcsr2csc(__cu2cl_any);
cusparseStatus_t cusparseZaxpyi(__cu2cl_any);
cusparseStatus_t cusparseZdoti(__cu2cl_any);
cusparseStatus_t cusparseZhybmv(__cu2cl_any);
cusparseStatus_t cusparseZcsr2hyb(__cu2cl_any);
cusparseStatus_t cusparseZgtsv2(__cu2cl_any);
cusparseStatus_t cusparseZgthr(__cu2cl_any);
const char *cusparseGetErrorString(__cu2cl_any);

__cu2cl_c_end

#endif
