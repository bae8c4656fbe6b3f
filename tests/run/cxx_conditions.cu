// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Variables declared in conditions: in each round a new one, which lives to the end of the round,
// also where a continue or break leaves it, and in the increment of a for.
#include "check.h"

constexpr int slots = 16, threads = 16;

struct Option {
  int value;
  __host__ __device__ explicit operator bool() const { return value != 0; }
};

// Each life leaves a mark whose order counts.
struct Mark {
  int *log;
  __host__ __device__ explicit Mark(int *log) : log(log) { *log = (*log * 3 + 1) % 9973; }
  __host__ __device__ ~Mark() { *log = (*log * 5 + 2) % 9973; }
  __host__ __device__ operator bool() const { return *log % 7 < 5; }
};

struct Node {
  int value;
  int next; // index of the next one, 0 at the end
};

__host__ __device__ inline int step(int &state) {
  state = state * 3 % 17;
  return state > 4 ? state : 0;
}

__host__ __device__ inline float whiles(int t) {
  int s = t + 1;
  float sum = 0;
  while (int x = step(s)) {
    sum += x;
    if (x == 9)
      break;
    if (x == 5)
      continue;
    sum *= 2;
    if (sum > 10000)
      break;
  }
  while (Option o{s % 6})
    s = s / 2 - (o.value == 2 ? 2 : 0), sum += o.value;
  while (float half = s * 0.5f) {
    sum += half;
    --s;
  }
  return sum;
}

__host__ __device__ inline float fors(int t) {
  float sum = 0;
  for (int i = 0; int left = 5 - i; ++i) {
    if (left == 3)
      continue;
    sum += left * (i + 1);
    if (left == 1 && t == 3)
      break;
  }
  // The increment reads the variable of the round, also after a continue.
  Node nodes[5] = {{1, 3}, {2, 0}, {3, 4}, {4, 2}, {5, 1}};
  int at = t % 4 + 1;
  for (int rounds = 0; Node *node = at ? &nodes[at] : nullptr; at = node->next) {
    if (++rounds > 9)
      break;
    if (node->value % 2)
      continue;
    sum += node->value * 100 + rounds;
  }
  return sum;
}

// The first part of a for sees the variable outside, not the condition's of the same name.
__host__ __device__ inline float hidden(int t) {
  int x = t + 3;
  float sum = 0;
  for (int i = x; int x = i - 1; --i)
    sum += x;
  if (t % 2)
    for (int i = x; int x = i - 2; --i)
      sum += x * 10;
  else
    sum += x;
  switch (int y = x % 3; int x = y + t % 2) {
  case 1:
    sum += x + y;
    break;
  default:
    sum -= x;
  }
  return sum + x;
}

__host__ __device__ inline float branches(int t) {
  float r = 0;
  if (int x = t % 4)
    r = x;
  else
    r = x - 10;
  if (int x = t * 2; x > 7)
    r += x * 100;
  else if (int y = x + 1; y > 3)
    r += y * 1000;
  else
    r += x + y;
  if (t > 2)
    if (const int x = t % 3)
      r += x;
    else
      r -= 7;
  else
    r += 0.5f;
  if (t % 2)
    while (int x = t % 8) {
      t += x;
      r += t;
    }
  else
    r *= 2;
  if (const int *p = t & 1 ? &t : nullptr)
    r += *p * 10;
  return r;
}

__host__ __device__ inline float switches(int t) {
  float r = 0;
  switch (int x = t % 4) {
  case 0:
    r = 5;
    break;
  case 1:
    r = x + 1;
  case 2:
    r += x * 10;
    break;
  default:
    r = -x;
  }
  for (int i = 0; i < 3; ++i)
    switch (int y = t + i; int z = y % 3) {
    case 0:
      r += y;
      continue;
    case 1:
      r -= z;
      break;
    default:
      return r + y;
    }
  return r + 0.25f;
}

__host__ __device__ inline int lives(int t) {
  int log = t, count = 0;
  if (Mark a(&log); a)
    log += 100;
  else
    log += 17;
  for (int i = 0; i < 3; i++) {
    if (Mark a{&log})
      continue;
    log += 7;
  }
  while (Mark a{&log}) {
    if (++count > 3)
      break;
    if (count == 2)
      continue;
    Mark inner(&log);
    if (log % 5 == 0)
      continue;
    log += 3;
  }
  for (; Mark a{&log}; log = log * 2 % 9973) {
    if (++count > 9)
      break;
    if (count & 1)
      continue;
    log += 3;
  }
  for (Mark outer(&log); Mark a{&log}; ++count)
    if (count > 14)
      return log * 16 + count;
  switch (Mark a(&log); log % 3) {
  case 0:
    log += 1;
    break;
  case 1:
    log += 2;
  default:
    log += 5;
  }
  while (const Mark &kept = Mark(&log)) {
    log += kept ? 1 : 2;
    if (++count > 20)
      return log * 16 + count % 16;
  }
  return log;
}

// What stands before a condition is an expression.
__host__ __device__ inline float assigned(int t) {
  int q = 0, r = 0;
  if (q = t & 3; q > 1)
    r = q;
  else if (q += 5, r = q; int twice = q * 2)
    r = -twice;
  switch (r += q; r & 3) {
  case 0:
    r += 100;
    break;
  default:
    r -= 100;
  }
  return r;
}

__host__ __device__ inline void compute(int t, float *out) {
  out[0] = whiles(t);
  out[1] = fors(t);
  out[2] = branches(t);
  out[3] = switches(t);
  out[4] = lives(t);
  out[5] = hidden(t);
  out[6] = assigned(t);
}

__global__ void kernel(float *out) { compute(threadIdx.x, out + threadIdx.x * slots); }

// All threads of the block go around the barrier equally often.
__global__ void halves(float *v) {
  __shared__ float sums[threads];
  int t = threadIdx.x, width = threads;
  sums[t] = v[t];
  __syncthreads();
  while (int half = width / 2) {
    if (t < half)
      sums[t] += sums[t + half];
    __syncthreads();
    width = half;
  }
  if (t == 0)
    v[0] = sums[0];
}

int main() {
  float got[threads * slots], want[slots], *d;
  OK(cudaMalloc(&d, sizeof got));
  kernel<<<1, threads>>>(d);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  // What nvcc's device code and Clang make of lives(); g++ 12 and 13 end variables of conditions
  // elsewhere.
  const int lived[threads] = {1882, 7213, 7033, 283,  4026,  8642, 5279,   8578,
                              9339, 1821, 82911, 1540, 528, 2512, 111455, 40};
  for (int t = 0; t < threads; ++t) {
    compute(t, want);
    want[4] = lived[t];
    for (int i = 0; i < 7; ++i)
      EXPECT_EQ(got[t * slots + i], want[i]);
  }
  float v[threads];
  for (int t = 0; t < threads; ++t)
    v[t] = t * t;
  OK(cudaMemcpy(d, v, sizeof v, cudaMemcpyHostToDevice));
  halves<<<1, threads>>>(d);
  OK(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  EXPECT_EQ(v[0], 1240);
  OK(cudaFree(d));
  return verdict();
}
