// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What random programs (tests/fuzz) have found: one kernel a finding.
#include "check.h"

// Values from two memories meet in a conditional; no pointer does.
__global__ void values_of_two_memories(const int *in, int *out, int n) {
  __shared__ int tile[8];
  int t = threadIdx.x, zero = 5;
  const int limit = 3;
  tile[t] = in[t] * 2;
  __syncthreads();
  out[t] = t < n ? in[t] : limit;
  out[8 + t] = (t & 1) ? tile[7 - t] : t > 4 ? zero : in[0];
  out[16 + t] = in[t] > (t % 3 ? in[2] : zero) ? tile[0] : n;
}

struct Layout {
  int numbers[2];
  short last;
};
struct Outer {
  Layout inner;
  unsigned char tail[3];
};

// {} of a struct whose first member is a struct or an array.
__global__ void empty_initialisers(int *out) {
  Outer empty = {}, partial = {{{4, 5}}};
  Layout list[2] = {};
  int t = threadIdx.x;
  empty.tail[t % 3] = 7;
  out[t] = empty.inner.numbers[1] + empty.tail[t % 3] + partial.inner.numbers[1] * 10 +
           partial.inner.last + partial.tail[2] + list[1].numbers[0];
}

// Variables with names of OpenCL, also of functions that the translation calls, and a name beside
// that is what a renamed one would become.
__global__ void names(const float *in, int *out) {
  __shared__ int global[8];
  int barrier = threadIdx.x, get_local_id = 3, half = 4, half_ = 5;
  int convert_int_sat = 6;
  global[threadIdx.x] = barrier + get_local_id;
  __syncthreads();
  {
    int kernel = half_ * 100 + half;
    out[threadIdx.x] = global[7 - threadIdx.x] * 1000 + kernel + (int)in[threadIdx.x] +
                       convert_int_sat * 10;
  }
}

// A conversion to a plain type of what an operator gives: the parentheses are the cast's.
class Number {
  int v;

public:
  __device__ Number(int x) : v(x) {}
  __device__ operator int() const { return v; }
  template <typename T> __device__ Number operator<<(T k) const { return Number(v + k * 2); }
};

__global__ void converted_results(int *out) {
  Number n(threadIdx.x);
  out[threadIdx.x] = (int)(n << 3) + int(n << 1 << 2);
}

// What a lambda holds: a copy of its object, and of an array.
struct Scale {
  int k, n;
  __device__ int run(int x) {
    auto step = [*this](int y) { return y * k + n; };
    k = 100;
    return step(x) + step(2);
  }
};

__global__ void held_by_lambdas(int *out) {
  int values[3] = {4, 5, 6}, t = threadIdx.x;
  auto pick = [values, t](int i) { return values[i % 3] + t; };
  values[1] = 50;
  Scale scale = {3, 1};
  out[t] = pick(1) * 100 + scale.run(t);
}

// `using Base::f` names device functions only, which leave the host's text.
struct Base {
  int m;
  __device__ int f(int k) const { return m + k; }
};
struct Derived : Base {
  using Base::f;
  __device__ int f() const { return f(1) * 2; }
};

__global__ void used_from_base(int *out) {
  Derived d;
  d.m = threadIdx.x;
  out[threadIdx.x] = d.f() + d.f(3);
}

static void classes(int *d_out) {
  int out[8];
  converted_results<<<1, 8>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; t++)
    EXPECT_EQ(out[t], t + 6 + t + 6);
  held_by_lambdas<<<1, 8>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; t++)
    EXPECT_EQ(out[t], (5 + t) * 100 + 3 * t + 1 + 7);
  used_from_base<<<1, 8>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; t++)
    EXPECT_EQ(out[t], (t + 1) * 2 + t + 3);
}

int main() {
  int in[8], out[24], *d_in, *d_out;
  float f[8], *d_f;
  for (int i = 0; i < 8; i++) {
    in[i] = 3 * i + 1;
    f[i] = i + 0.5f;
  }
  OK(cudaMalloc(&d_in, sizeof in));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMalloc(&d_f, sizeof f));
  OK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_f, f, sizeof f, cudaMemcpyHostToDevice));

  values_of_two_memories<<<1, 8>>>(d_in, d_out, 6);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; t++) {
    EXPECT_EQ(out[t], t < 6 ? in[t] : 3);
    EXPECT_EQ(out[8 + t], (t & 1) ? 2 * in[7 - t] : t > 4 ? 5 : in[0]);
    EXPECT_EQ(out[16 + t], in[t] > (t % 3 ? in[2] : 5) ? 2 * in[0] : 6);
  }

  empty_initialisers<<<1, 8>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; t++)
    EXPECT_EQ(out[t], 57);

  names<<<1, 8>>>(d_f, d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 8; t++)
    EXPECT_EQ(out[t], (7 - t + 3) * 1000 + 504 + t + 60);

  classes(d_out);

  OK(cudaFree(d_in));
  OK(cudaFree(d_out));
  OK(cudaFree(d_f));
  return verdict();
}
