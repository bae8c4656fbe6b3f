// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Range-for, structured bindings, packs and folds.
struct Pair {
  int a, b;
};
template <typename... T> __device__ int sum(T... v) { return (v + ... + 1); }
// CL: int sum_int_int(int v, int v_2) { return (v + (v_2 + 1)); }
__global__ void use(int *out, Pair *pairs) {
  int four[4] = {1, 2, 3, 4};
  for (int &x : four)
    x *= 2;
  // CL: for (int *x_at = four, *x_at_end = four + 4; x_at != x_at_end; ++x_at) { int *x = x_at; *x *= 2; }
  auto [a, b] = pairs[1];
  // CL: Pair a_b = pairs[1];
  out[0] = a + b + sum(four[0], 3);
  // CL: out[0] = a_b.a + a_b.b + sum_int_int(four[0], 3);
}
// The ';' of a body goes where the body becomes a block.
__global__ void single(int *out) {
  int three[3] = {1, 2, 3};
  if (out[0])
    for (int &x : three)
      x += 1;
  // CL: *x += 1; } for (int *y_at = three
  for (int &y : three)
    for (int z : three)
      y += z; // CL: *y += z; } } out[1]
  out[1] = three[1];
}
