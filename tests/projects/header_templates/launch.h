#pragma once
template <typename T> __global__ void fill(T *v, T x) { v[threadIdx.x] = x; }
template <typename T, typename F> __global__ void apply(T *v, F f) { v[threadIdx.x] = f(v[threadIdx.x]); }

template <typename T> void run_fill(T *v, T x) { fill<<<1, 4>>>(v, x); }
template <typename T, typename F> void run_apply(T *v, F f) { apply<<<1, 4>>>(v, f); }
