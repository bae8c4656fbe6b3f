// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Switches whose cases are all values that a compiler can know, between barriers: PoCL 3.1 ends, or
// computes something else, where LLVM finds that the default cannot be reached.
#include "check.h"

struct CompletePair {
  unsigned low : 2, high : 6;
};

__host__ __device__ unsigned complete_part(unsigned v, unsigned lane) {
  switch (v & 3) {
  case 0: return lane;
  case 1: return v * 3;
  case 2: v += lane; // fall through
  case 3: break;
  }
  return v + 1;
}

template <int Kind> __host__ __device__ unsigned complete_kind(unsigned v) {
  switch (Kind) {
  case 0: return v;
  case 1: return v * 5;
  }
  return 0;
}

// Between barriers: \p seen is what another thread left.
__host__ __device__ void complete_step(unsigned t, unsigned seen, unsigned *x, unsigned *y) {
  *y = seen & 63u;
  *x = t * 7;
  switch (*y % 4u) {
  case 3: *y ^= t; break;
  case 0: *x -= t * 5; break;
  case 1: case 2: *x += t + *x / 3; break;
  default: *x += *y + 1000; break;
  }
  switch (int(seen % 3)) {
  case 0: *x += 11; break;
  case 1: *y += 12; break;
  case 2:
    for (unsigned k = t & 3; k < 9; k += 4)
      *x += k;
    break;
  }
  CompletePair pair = {seen & 3, t & 63};
  switch (pair.low) {
  case 0: *y += pair.high; break;
  case 1: *y += 2; break;
  case 2: *y += 3; break;
  case 3: *y *= 4; break;
  }
  switch ((long long)(seen >> 1 & 1)) {
  case 0: *x ^= 5; break;
  case 1: *x ^= 6; break;
  }
  *x += complete_part(*y, t) + complete_kind<1>(t);
}

__global__ void complete_switches(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[64];
  unsigned t = threadIdx.x, x, y;
  s[t] = in[t];
  __syncthreads();
  unsigned seen = s[63 - t];
  __syncthreads();
  complete_step(t, seen, &x, &y);
  s[t] = x % 4 == 1;
  __syncthreads();
  out[t] = x + 1000 * y + 100000 * s[(t + 1) % 64];
}

// Kinds of work by lane, of which some lanes exchange.
__global__ void complete_lanes(const unsigned *in, unsigned *out) {
  unsigned t = threadIdx.x, v = in[t] & 63u, x = t * 7;
  unsigned odd = __ballot_sync(0xffffffffu, v & 1);
  switch (v % 4u) {
  case 3: v = in[(t + 4) % 64] ^ t; break;
  case 0: x -= t * 5; break;
  case 1: case 2: x += t + x / 3; break;
  }
  unsigned first = __ballot_sync(0xffffffffu, x % 4 == 1);
  out[t] = x + 1000 * v + (odd ^ first);
}

int main() {
  unsigned in[64], got[64], x[64], y[64], *d, *o;
  for (int i = 0; i < 64; ++i)
    in[i] = i * 37 % 201;
  OK(cudaMalloc(&d, sizeof in));
  OK(cudaMalloc(&o, sizeof got));
  OK(cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice));
  complete_switches<<<1, 64>>>(d, o);
  OK(cudaMemcpy(got, o, sizeof got, cudaMemcpyDeviceToHost));
  for (unsigned t = 0; t < 64; ++t)
    complete_step(t, in[63 - t], &x[t], &y[t]);
  for (int t = 0; t < 64; ++t)
    EXPECT_EQ(got[t], x[t] + 1000 * y[t] + 100000 * (x[(t + 1) % 64] % 4 == 1));

  complete_lanes<<<1, 64>>>(d, o);
  OK(cudaMemcpy(got, o, sizeof got, cudaMemcpyDeviceToHost));
  unsigned odd[2] = {}, first[2] = {};
  for (unsigned t = 0; t < 64; ++t) {
    y[t] = in[t] & 63u;
    x[t] = t * 7;
    odd[t / 32] |= (y[t] & 1) << t % 32;
    switch (y[t] % 4u) {
    case 3: y[t] = in[(t + 4) % 64] ^ t; break;
    case 0: x[t] -= t * 5; break;
    default: x[t] += t + x[t] / 3; break;
    }
    first[t / 32] |= unsigned(x[t] % 4 == 1) << t % 32;
  }
  for (int t = 0; t < 64; ++t)
    EXPECT_EQ(got[t], x[t] + 1000 * y[t] + (odd[t / 32] ^ first[t / 32]));
  return verdict();
}
