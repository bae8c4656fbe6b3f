// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once
struct S {
  static __device__ int n;
  int pad;
};
inline __device__ int shared_counter = 5;
extern __managed__ int managed;
__device__ int next();
void other();
