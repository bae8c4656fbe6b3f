// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cuRAND in device code.
#ifndef CU2CL_CUDA_CURAND_KERNEL_H
#define CU2CL_CUDA_CURAND_KERNEL_H

#include "cuda_runtime.h"
#include "curand.h"

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
struct curandStateMRG32k3a {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
struct curandStatePhilox4_32_10 {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
struct curandStateSobol32 {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateSobol32 curandStateSobol32_t;
struct curandStateScrambledSobol32 {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
struct curandStateSobol64 {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateSobol64 curandStateSobol64_t;
struct curandStateScrambledSobol64 {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;
struct curandStateMtgp32 {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateMtgp32 curandStateMtgp32_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStateXORWOW curandState_t;

#ifdef __CUDA__
template <class __State> __cu2cl_device unsigned int curand(__State *);
template <class __State> __cu2cl_device float curand_uniform(__State *);
template <class __State> __cu2cl_device float curand_normal(__State *);
template <class __State> __cu2cl_device double curand_uniform_double(__State *);
template <class __State> __cu2cl_device double curand_normal_double(__State *);
template <class __State> __cu2cl_device float2 curand_normal2(__State *);
template <class __State> __cu2cl_device double2 curand_normal2_double(__State *);
template <class __State> __cu2cl_device float4 curand_uniform4(__State *);
template <class __State> __cu2cl_device float4 curand_normal4(__State *);
template <class __State> __cu2cl_device double2 curand_uniform2_double(__State *);
template <class __State> __cu2cl_device uint4 curand4(__State *);
template <class __State> __cu2cl_device float curand_log_normal(__State *, float, float);
template <class __State> __cu2cl_device double curand_log_normal_double(__State *, double, double);
template <class __State> __cu2cl_device unsigned int curand_poisson(__State *, double);
template <class __State>
__cu2cl_device void curand_init(unsigned long long, unsigned long long, unsigned long long,
                                __State *);
template <class __Vectors, class __State>
__cu2cl_device void curand_init(__Vectors, unsigned int, __State *);
template <class __State> __cu2cl_device void skipahead(unsigned long long, __State *);
template <class __State> __cu2cl_device void skipahead_sequence(unsigned long long, __State *);
#endif

#endif
