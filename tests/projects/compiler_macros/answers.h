// What text of the project is told about its compiler, as bits. Every file that includes this asks for itself.
#pragma once

#define ANSWERS(list) list(clang) list(gcc) list(nvcc) list(runtime) list(driver) list(version) list(avx) list(fma) list(openmp) list(fast) list(lambda) list(half) list(missing) list(optional)

#ifdef __clang__
#define ANSWER_clang 1
#else
#define ANSWER_clang 0
#endif
#if defined(__GNUC__) && __GNUC__ >= 7 && !defined(__llvm__)
#define ANSWER_gcc 1
#else
#define ANSWER_gcc 0
#endif
#if __CUDACC__
#define ANSWER_nvcc 1
#else
#define ANSWER_nvcc 0
#endif
#if defined(CUDART_VERSION) && CUDART_VERSION >= 11000
#define ANSWER_runtime 1
#else
#define ANSWER_runtime 0
#endif
#if defined CUDA_VERSION && (CUDA_VERSION >= 11000)
#define ANSWER_driver 1
#else
#define ANSWER_driver 0
#endif
#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ > 1000
#define ANSWER_version 1
#else
#define ANSWER_version 0
#endif
#ifdef __AVX2__
#define ANSWER_avx 1
#else
#define ANSWER_avx 0
#endif
#if defined(__FMA__)
#define ANSWER_fma 1
#else
#define ANSWER_fma 0
#endif
#ifdef _OPENMP
#define ANSWER_openmp (_OPENMP >= 200805)
#else
#define ANSWER_openmp 0
#endif
#ifdef __FAST_MATH__
#define ANSWER_fast 1
#else
#define ANSWER_fast 0
#endif
#ifdef __CUDACC_EXTENDED_LAMBDA__
#define ANSWER_lambda 1
#else
#define ANSWER_lambda 0
#endif
#if defined(__has_include) && __has_include(<cuda_fp16.h>)
#define ANSWER_half 1
#else
#define ANSWER_half 0
#endif
#if defined(__has_include) && __has_include("missing.cuh")
#define ANSWER_missing 1
#else
#define ANSWER_missing 0
#endif
#if __has_include("optional.cuh")
#define ANSWER_optional 1
#else
#define ANSWER_optional 0
#endif

// A type whose size depends on an answer.
struct Packet {
#ifdef __AVX2__
  double wide[4];
#else
  float narrow[2];
#endif
#if defined(__clang__) || !defined(__GNUC__)
  char other[100];
#endif
  int tail;
};
