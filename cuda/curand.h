// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cuRAND on the host: parameters are not checked.
#ifndef CU2CL_CUDA_CURAND_H
#define CU2CL_CUDA_CURAND_H

#include "cuda_runtime.h"

typedef struct curandGenerator_st *curandGenerator_t;
typedef struct curandDiscreteDistribution_st *curandDiscreteDistribution_t;
typedef enum curandStatus_t {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED,
  CURAND_STATUS_ALLOCATION_FAILED,
  CURAND_STATUS_TYPE_ERROR,
  CURAND_STATUS_OUT_OF_RANGE,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE,
  CURAND_STATUS_INITIALIZATION_FAILED,
  CURAND_STATUS_ARCH_MISMATCH,
  CURAND_STATUS_INTERNAL_ERROR = 999,
} curandStatus_t;
typedef enum curandRngType_t {
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32,
  CURAND_RNG_QUASI_SOBOL64,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64,
} curandRngType_t;
typedef enum curandOrdering_t {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT,
  CURAND_ORDERING_PSEUDO_SEEDED,
  CURAND_ORDERING_PSEUDO_LEGACY,
  CURAND_ORDERING_QUASI_DEFAULT = 201,
} curandOrdering_t;
typedef enum curandDirectionVectorSet_t {
  CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
  CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6,
  CURAND_DIRECTION_VECTORS_64_JOEKUO6,
  CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6,
} curandDirectionVectorSet_t;
typedef curandStatus_t curandStatus;
typedef curandGenerator_t curandGenerator;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];


__cu2cl_c_begin

curandStatus_t curandCreateGenerator(__cu2cl_any);
curandStatus_t curandCreateGeneratorHost(__cu2cl_any);
curandStatus_t curandDestroyGenerator(__cu2cl_any);
curandStatus_t curandGetVersion(__cu2cl_any);
curandStatus_t curandSetStream(__cu2cl_any);
curandStatus_t curandSetPseudoRandomGeneratorSeed(__cu2cl_any);
curandStatus_t curandSetGeneratorOffset(__cu2cl_any);
curandStatus_t curandSetGeneratorOrdering(__cu2cl_any);
curandStatus_t curandSetQuasiRandomGeneratorDimensions(__cu2cl_any);
curandStatus_t curandGenerate(__cu2cl_any);
curandStatus_t curandGenerateLongLong(__cu2cl_any);
curandStatus_t curandGenerateUniform(__cu2cl_any);
curandStatus_t curandGenerateUniformDouble(__cu2cl_any);
curandStatus_t curandGenerateNormal(__cu2cl_any);
curandStatus_t curandGenerateNormalDouble(__cu2cl_any);
curandStatus_t curandGenerateLogNormal(__cu2cl_any);
curandStatus_t curandGenerateLogNormalDouble(__cu2cl_any);
curandStatus_t curandGeneratePoisson(__cu2cl_any);
curandStatus_t curandGenerateSeeds(__cu2cl_any);
curandStatus_t curandGetDirectionVectors32(__cu2cl_any);
curandStatus_t curandGetScrambleConstants32(__cu2cl_any);
curandStatus_t curandGetDirectionVectors64(__cu2cl_any);
curandStatus_t curandCreatePoissonDistribution(__cu2cl_any);
curandStatus_t curandDestroyDistribution(__cu2cl_any);

__cu2cl_c_end

#endif
