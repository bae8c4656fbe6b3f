// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// goto, switch with fall-through, nested loops with break and continue, local arrays, comma and
// conditional lvalues.
#include "check.h"

__host__ __device__ inline int collatz(int n) {
  int steps = 0;
again:
  if (n <= 1)
    goto done;
  n = n & 1 ? 3 * n + 1 : n / 2;
  steps++;
  goto again;
done:
  return steps;
}

__host__ __device__ inline int classify(int v) {
  int r = 0;
  switch (v % 7) {
  case 0:
    r += 1;
  case 1:
  case 2:
    r += 10;
    break;
  case 5: {
    int t = v * 2;
    r = t;
    break;
  }
  default:
    r = -1;
  }
  return r;
}

__host__ __device__ inline int primes_below(int n) {
  bool composite[64] = {true, true};
  int count = 0;
  for (int i = 2; i < n; i++) {
    if (composite[i])
      continue;
    count++;
    for (int k = 2 * i;; k += i) {
      if (k >= 64)
        break;
      composite[k] = true;
    }
  }
  int squares[2][3] = {{1, 4}, {9, 16, 25}}, s = 0;
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 3; ++b)
      s += squares[a][b] * (a + 1);
  int left = n, right = 1;
  (n & 1 ? left : right) += 1000;
  do
    s += left > right ? left - right : right - left, left /= 3;
  while (left);
  return count * 1000000 + s;
}

__global__ void flow(int *out) {
  int i = threadIdx.x;
  out[i] = collatz(i + 1);
  out[64 + i] = classify(i);
  out[128 + i] = primes_below(i);
}

int main() {
  int out[192], *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  flow<<<1, 64>>>(d_out);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; i++) {
    EXPECT_EQ(out[i], collatz(i + 1));
    EXPECT_EQ(out[64 + i], classify(i));
    EXPECT_EQ(out[128 + i], primes_below(i));
  }
  EXPECT_EQ(out[26], 111);
  OK(cudaFree(d_out));
  return verdict();
}
