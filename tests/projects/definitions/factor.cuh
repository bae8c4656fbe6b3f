// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#ifndef FACTOR
#define FACTOR 3
#endif

template <class T> __global__ void scale(T *p) { p[0] *= FACTOR; }
