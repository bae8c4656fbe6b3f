// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What rows of clrt/float16_api.h are for parsing: declarations. A function has the row of its name
// and types in translator/catalog/DeviceFloat16.def.
#ifndef CU2CL_CUDA_CU2CL_FLOAT16_H
#define CU2CL_CUDA_CU2CL_FLOAT16_H

#include "clrt/float16_api.h"
#include "vector_types.h"

#define CLRT_F16_FROM(T, Type, Function) __cu2cl_both T(Type);
#define CLRT_F16_TO(T, Type, Function) __cu2cl_both operator Type() const;
#define CLRT_F16_CALL_1(Result, Name, A, Function) __cu2cl_both Result Name(A);
#define CLRT_F16_CALL_2(Result, Name, A, B, Function) __cu2cl_both Result Name(A, B);
#define CLRT_F16_CALL_3(Result, Name, A, B, C, Function) __cu2cl_both Result Name(A, B, C);
#define CLRT_F16_CHANGE_1(T, Name, Function) __cu2cl_both T &Name(T &);
#define CLRT_F16_CHANGE_2(T, Name, Function) __cu2cl_both T &Name(T &, T);
#define CLRT_F16_POSTFIX(T, Name, Function) __cu2cl_both T Name(T &, int);

struct __half;
struct __nv_bfloat16;
#define CU2CL_FLOAT16_CLASSES(T, N, Other)                                                                \
  struct __attribute__((aligned(2))) T##_raw {                                                     \
    unsigned short x;                                                                              \
  };                                                                                               \
  struct __attribute__((aligned(2))) T {                                                           \
    T() = default;                                                                                 \
    __cu2cl_both T(const T##_raw &);                                                               \
    __cu2cl_both operator T##_raw() const;                                                         \
    __cu2cl_both explicit T(Other);                                                                \
    CLRT_F16_CONVERSIONS(T, N)                                                                     \
  protected:                                                                                       \
    unsigned short __x;                                                                            \
  };                                                                                               \
  struct __attribute__((aligned(4))) T##2 {                                                        \
    T x, y;                                                                                        \
    T##2() = default;                                                                              \
    __cu2cl_both T##2(const T &, const T &);                                                       \
  };
#define CU2CL_FLOAT16_SHUFFLES(T)                                                                  \
  __cu2cl_device T __shfl_sync(unsigned int, T, int, int = 32);                                    \
  __cu2cl_device T __shfl_up_sync(unsigned int, T, unsigned int, int = 32);                        \
  __cu2cl_device T __shfl_down_sync(unsigned int, T, unsigned int, int = 32);                      \
  __cu2cl_device T __shfl_xor_sync(unsigned int, T, int, int = 32);
#define CU2CL_FLOAT16_DEVICE_FUNCTIONS(T)                                                                   \
  __cu2cl_device T atomicAdd(T *, T);                                                              \
  __cu2cl_device T##2 atomicAdd(T##2 *, T##2);                                                     \
  CU2CL_FLOAT16_SHUFFLES(T)                                                                        \
  CU2CL_FLOAT16_SHUFFLES(T##2)

#endif
