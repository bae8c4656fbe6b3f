// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// __cu2cl_any stands for the parameters of library functions: any, since calls are refused anyway.
// Qualifiers, as Clang's attributes in CUDA files and empty elsewhere.
#ifndef CU2CL_CUDA_HOST_DEFINES_H
#define CU2CL_CUDA_HOST_DEFINES_H

#ifdef __CUDA__
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __NVCC__
#define __NVCC__ 1
#endif
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __device_builtin_texture_type__ __attribute__((device_builtin_texture_type))
#define __device_builtin_surface_type__ __attribute__((device_builtin_surface_type))
#define __managed__ __attribute__((device, annotate("cu2cl.managed")))
#define __cu2cl_texture_object __attribute__((annotate("cu2cl.texture")))
/// Threads wait for others to arrive, which need not wait themselves.
#define __cu2cl_waits __attribute__((annotate("cu2cl.waits")))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cu2cl_both __attribute__((host)) __attribute__((device))
#define __cu2cl_device __attribute__((device))
#define __cu2cl_inline static __inline__ __attribute__((host)) __attribute__((device))
#define __cu2cl_api __attribute__((host)) __attribute__((device))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cu2cl_texture_object
#define __cu2cl_both
#define __cu2cl_device
#define __cu2cl_inline static __inline__ __attribute__((unused))
#define __cu2cl_api
#endif

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define __nv_pure__
#define __grid_constant__
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define __block_size__(...)
#define __device_builtin__
#define __cudart_builtin__
#define __no_return__ __attribute__((noreturn))
#define __thread__ __thread
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __import__
#define __export__
#define __annotate__(a) __attribute__((a))
#define __location__(a) __annotate__(a)
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDAAPI

#ifdef __cplusplus
#define __dv(v) = v
#define __cu2cl_any ...
#define __cu2cl_c_begin extern "C" {
#define __cu2cl_c_end }
#else
#define __dv(v)
#define __cu2cl_any
#define __cu2cl_c_begin
#define __cu2cl_c_end
#endif

#endif
