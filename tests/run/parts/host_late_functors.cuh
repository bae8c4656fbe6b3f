// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel and its launcher for functors of which this header knows nothing.
#pragma once

template <typename F, typename... A> __global__ void apply_kernel(int *v, int n, F f, A... a) {
  int i = threadIdx.x;
  if (i < n)
    v[i] = f(v[i], a...);
}

template <typename F, typename... A> void apply(int *v, int n, F f, A... a) {
  apply_kernel<<<1, 32>>>(v, n, f, a...);
}
