// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once
#define COUNT 8

extern int objects; // sum of the sizes of the objects' numbers
template <typename T> void run(T *p);
template <> void run<float>(float *p);
template <> void run<double>(double *p);
template <> void run<int>(int *p);
