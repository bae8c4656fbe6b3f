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
template <class State> __cu2cl_device unsigned int curand(State *);
template <class State> __cu2cl_device float curand_uniform(State *);
template <class State> __cu2cl_device float curand_normal(State *);
template <class State> __cu2cl_device double curand_uniform_double(State *);
template <class State> __cu2cl_device double curand_normal_double(State *);
template <class State> __cu2cl_device float2 curand_normal2(State *);
template <class State> __cu2cl_device double2 curand_normal2_double(State *);
template <class State> __cu2cl_device float4 curand_uniform4(State *);
template <class State> __cu2cl_device float4 curand_normal4(State *);
template <class State> __cu2cl_device double2 curand_uniform2_double(State *);
template <class State> __cu2cl_device uint4 curand4(State *);
template <class State> __cu2cl_device float curand_log_normal(State *, float, float);
template <class State> __cu2cl_device double curand_log_normal_double(State *, double, double);
template <class State> __cu2cl_device unsigned int curand_poisson(State *, double);
template <class State>
__cu2cl_device void curand_init(unsigned long long, unsigned long long, unsigned long long, State *);
template <class Vectors, class State>
__cu2cl_device void curand_init(Vectors, unsigned int, State *);
template <class State> __cu2cl_device void skipahead(unsigned long long, State *);
template <class State> __cu2cl_device void skipahead_sequence(unsigned long long, State *);
#endif

#endif
