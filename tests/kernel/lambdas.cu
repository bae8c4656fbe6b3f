// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A lambda is a struct of what it captures and a function of its body.
template <typename F> __device__ int apply(F f, int x) { return f(x); }
__global__ void use(int *out, int n) {
  int calls = 0;
  auto f = [n, &calls](int x) {
    ++calls;
    return x * n;
  };
  // CL: typedef struct use_lambda { int n; int *calls; } use_lambda;
  // CL: int use_lambda_call(const use_lambda *self, int x) { ++*self->calls; return x * self->n; }
  // CL: int apply_use_lambda(use_lambda f, int x) { return use_lambda_call(&f, x); }
  // CL: use_lambda f = (use_lambda){n, &calls};
  *out = apply(f, 3) + calls;
}

// Two lambdas of one function are two structs.
__global__ void both(int *out, int n, float f) {
  // CL: typedef struct both_lambda { int n; } both_lambda;
  auto add = [n](int x) { return x + n; };
  auto scale = [f](int x) { return x * f; };
  out[0] = add(1) + scale(2) + apply(scale, 3);
  // CL: both_lambda_2 scale = (both_lambda_2){f};
}

// A name without the place of the lambda, also where a reference to it is the template's argument.
template <typename F> __device__ void to_all(F &&f) { f(1); }
__global__ void by_reference(int *out) {
  auto count = [out](int x) { out[x]++; };
  to_all(count); // CL: to_all_by_reference_lambda_r(&count);
}

// What it has by reference changes where the left side points: the right side comes first.
__global__ void ordered(int *out) {
  int at = 0, places[2] = {};
  auto next = [&] { return ++at; };
  places[at] = next(); // CL: { int value = ordered_lambda_call(&next); places[at] = value; }
  out[0] = places[1];
}
