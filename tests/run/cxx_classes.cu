// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Classes: constructors, member initialisers, defaults, const methods, friends, inheritance,
// anonymous unions, copies that the user wrote, return *this.
#include "check.h"

class Complex {
  float re_, im_;

public:
  __host__ __device__ Complex() : re_(0), im_(0) {}
  __host__ __device__ Complex(float re, float im = 0) : re_(re), im_(im) {}
  __host__ __device__ float re() const { return re_; }
  __host__ __device__ float im() const { return im_; }
  __host__ __device__ Complex &scale(float f) {
    re_ *= f;
    im_ *= f;
    return *this;
  }
  __host__ __device__ Complex &add(const Complex &o) {
    re_ += o.re_;
    im_ += o.im_;
    return *this;
  }
  __host__ __device__ float norm() const { return re() * re() + im() * im(); }
  friend __host__ __device__ Complex product(const Complex &a, const Complex &b);
};
__host__ __device__ Complex product(const Complex &a, const Complex &b) {
  return Complex(a.re_ * b.re_ - a.im_ * b.im_, a.re_ * b.im_ + a.im_ * b.re_);
}

struct Shape {
  float area;
  int sides = 4;
  __host__ __device__ explicit Shape(float a) : area(a) {}
  __host__ __device__ float per_side() const { return area / sides; }
};
struct Triangle : Shape {
  int id;
  __host__ __device__ Triangle(float a, int i) : Shape(a), id(i) { sides = 3; }
  __host__ __device__ float sum() const { return per_side() + area + id; }
};

struct Number {
  union {
    unsigned bits;
    float value;
  };
  __host__ __device__ bool negative() const { return bits >> 31; }
};

struct Counted {
  int value, copies;
  __host__ __device__ Counted(int v) : value(v), copies(0) {}
  __host__ __device__ Counted(const Counted &o) : value(o.value), copies(o.copies + 1) {}
  __host__ __device__ Counted &operator=(const Counted &o) {
    value = o.value;
    copies = o.copies + 100;
    return *this;
  }
};

struct Pod {
  int a = 3;
  float b = 0.5f;
};

__host__ __device__ int by_value(Counted c) { return c.value * 1000 + c.copies; }

__host__ __device__ float work(int i) {
  Complex a(i, 1), b(2), zero;
  a.scale(2).add(b).add(Complex(0, 3));
  Complex p = product(a, b);
  Triangle t(6.0f * i, 5);
  Shape s(8.0f);
  Number n;
  n.value = 1.5f - i;
  Counted c(i), d = c;
  c = d;
  Pod pod;
  Pod other{i};
  return p.re() + p.norm() + zero.im() + t.sum() + s.per_side() + t.sides + n.negative() +
         c.copies + by_value(d) + pod.a + pod.b + other.a * 2 + other.b;
}

__global__ void run(float *out) { out[threadIdx.x] = work(threadIdx.x); }

int main() {
  float out[16], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  run<<<1, 16>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i++)
    EXPECT_NEAR(out[i], work(i), 1e-2);
  OK(cudaFree(d_out));
  return verdict();
}
