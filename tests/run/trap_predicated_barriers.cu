// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: what threads outside of a block with barriers, which go through it all the same, must not
// do: change a variable that they keep, make an object, read memory, decide about barriers.
#include "check.h"

const int THREADS = 64;

// Side effects in initialisers and conditions.
__global__ void effects(int *v, int *kept, int n) {
  __shared__ int tile[THREADS], twice[THREADS];
  int t = threadIdx.x, made = 0, asked = 0;
  if (t < n) {
    int x = made++;
    tile[t] = x + t;
    __syncthreads();
    v[t] = tile[(t + 1) % n];
  }
  if (asked++, t < n - 1) {
    twice[t] = 2 * t;
    __syncthreads();
    v[t] += twice[(t + 1) % (n - 1)];
  }
  if (t < n - 2 && asked++) {
    __syncthreads();
    made += 10;
  }
  kept[t] = made + 100 * asked;
}

// Values of classes, vectors and references; the threads outside would read past the end.
struct Span {
  const int *from;
  int length;
  __device__ Span(const int *v, const int *lengths, int i) : from(v + lengths[2 * i]), length(lengths[2 * i + 1]) {}
  __device__ int sum() const {
    int s = 0;
    for (int i = 0; i < length; ++i)
      s += from[i];
    return s;
  }
};
__device__ int made_spans;
struct Counted {
  int z;
  __device__ Counted() {
    atomicAdd(&made_spans, 1);
    z = 1;
  }
};
__global__ void values(const float4 *points, const int *v, const int *lengths, float *out, int n) {
  __shared__ float tile[THREADS];
  int t = threadIdx.x;
  if (t < n) {
    const float4 p = points[t];
    const float4 &q = points[n - 1 - t];
    float4 r = {p.x, points[0].y, q.z, 1}, twice = points[t];
    twice.x += twice.y;
    Span span(v, lengths, t);
    Counted c;
    tile[t] = p.x + 10 * q.y + r.z + twice.x;
    __syncthreads();
    out[t] = tile[(t + 1) % n] + span.sum() + c.z;
  }
}
__global__ void values_after_return(const float4 *points, float *out, int n) {
  __shared__ float tile[THREADS];
  int t = threadIdx.x;
  if (t >= n)
    return;
  const float4 p = points[t];
  Counted c;
  tile[t] = p.x + p.w;
  __syncthreads();
  out[t] = tile[(t + 1) % n] + c.z;
}

// Blocks in blocks and loops, after a return, with an else.
__global__ void nested(int *v, int *kept, int n, int rounds) {
  __shared__ int tile[THREADS], low[THREADS];
  int t = threadIdx.x, other = 0, k = 7;
  if (t < n) {
    int in = t;
    for (int r = 0; r < rounds; ++r) {
      if (t < n / 2) {
        low[t] = in + r;
        __syncthreads();
        in += low[(t + 1) % (n / 2)];
        __syncthreads();
      } else {
        in += 1000;
        if (r == 1)
          other++;
      }
      tile[t] = in;
      __syncthreads();
      in = tile[(t + 1) % n] % 10007;
      __syncthreads();
      if (t & 1) {
        for (k = 0; k < 2; ++k)
          __syncthreads();
        in += k;
      }
    }
    v[t] = in;
  } else
    other = -1;
  kept[t] = other;
}
__global__ void behind_return(int *v, int n) {
  __shared__ int tile[THREADS], low[THREADS];
  int t = threadIdx.x;
  if (t < n / 2) {
    low[t] = t;
    __syncthreads();
    v[t] = low[n / 2 - 1 - t];
  }
  if (t >= n)
    return;
  v[t] += 100;
  tile[t] = v[t];
  __syncthreads();
  if (t % 2 == 0)
    if (t < n - 1) {
      v[t] += tile[t + 1];
      __syncthreads();
    }
  for (int i = t; i < 2 * n; i += n / 3) {
    __syncthreads();
    v[t] += 10000;
  }
  do {
    __syncthreads();
    v[t] += 1000000;
  } while (v[t] < 1000000 * (t % 3));
}

__global__ void leaving(int *v, int n) {
  __shared__ int tile[THREADS];
  int t = threadIdx.x, k = 0;
  if (t >= n) {
    int why = 7;
    v[t] = why;
    return;
  }
  if (t % 5 == 1)
    k = 1;
  else if (t % 5 == 2) {
    v[t] = 8;
    if (t % 2)
      v[t]++;
    return;
  } else
    k = 2;
  tile[t] = k + 10 * t;
  __syncthreads();
  v[t] = tile[t - t % 5];
  if (t % 5 == 3)
    return;
  __syncthreads();
  v[t] += 1000;
}

// The else runs before the barrier: whoever returns has arrived.
__global__ void else_first(int *out, int n) {
  __shared__ int tile[THREADS];
  int t = threadIdx.x;
  if (t < n) {
    __syncthreads();
    out[t] = tile[THREADS - 1 - t];
  } else {
    tile[t] = 5 * t;
  }
}

__global__ void else_if(int *out, int n) {
  __shared__ int tile[THREADS];
  int t = threadIdx.x, sum = 0;
  for (int r = 0; r < 2; ++r)
    if (t >= n)
      tile[t] = 5 * t + r;
    else if (t % 2 == r) {
      int late = r;
      __syncthreads();
      sum += tile[THREADS - 1 - t] + late;
      __syncthreads();
    } else
      sum += 1000;
  out[t] = sum;
}

// What decides about barriers comes from memory, from methods and from variables that others change.
__device__ int turns;
struct Counter {
  int at;
  __device__ bool step() { return ++at < 4; }
};
__global__ void told(int *v, const int *counts, int n) {
  __shared__ int tile[THREADS], stop;
  int t = threadIdx.x;
  if (t >= n)
    return;
  int m = counts[blockIdx.x];
  for (int r = 0; r < m; ++r) {
    tile[t] = v[t];
    __syncthreads();
    v[t] += tile[(t + 1) % n];
    __syncthreads();
  }
  for (int r = 0;; ++r) {
    if (t == 0)
      stop = counts[1 + r];
    __syncthreads();
    if (stop)
      break;
    if (counts[1 + r] > 5)
      continue;
    v[t] += 1;
    __syncthreads();
  }
  Counter c = {0};
  while (c.step()) {
    __syncthreads();
    v[t] += 10000;
  }
  v[t] += 0;
}
__global__ void alone(int *v, int which) {
  __shared__ int count;
  int t = threadIdx.x, *p = &count;
  count = 0;
  __syncthreads();
  if (t != which)
    return;
  while (count < 5) {
    *p += 1;
    __syncthreads();
    v[t] += count;
  }
  while (turns < 5) {
    turns++;
    __syncthreads();
    v[t] += 100 * turns;
  }
}
__global__ void votes(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  if (i < n) {
    int odd = __syncthreads_count(t & 1);
    while (!__syncthreads_and(v[i] > t))
      v[i] += odd;
    for (;;) {
      if (!__syncthreads_or(v[i] < 100))
        break;
      v[i] += 10;
    }
  }
  if (i >= n - 1)
    return;
  v[i] += 1000;
  int all = __syncthreads_and(t < 63);
  v[i] += 10000 * all;
  if (__syncthreads_count(1) == 0)
    return;
  v[i] += 100000;
}

// ... also if there is nobody to tell.
__global__ void nobody(int *v, const int *counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int r = 0;; ++r) {
    if (counts[r])
      break;
    __syncthreads();
  }
  for (int r = 0;; ++r) {
    if (!counts[r]) {
      __syncthreads();
      v[i] += 1;
      continue;
    } else {
      break;
    }
  }
  v[i] += 1;
  __syncthreads();
}

int main() {
  const int n = 40, half = n / 2;
  int h[4 * THREADS], kept[THREADS], *d, *d_kept;
  OK(cudaMalloc(&d, sizeof h));
  OK(cudaMalloc(&d_kept, sizeof kept));
  OK(cudaMemset(d, 0, sizeof h));
  effects<<<1, THREADS>>>(d, d_kept, n);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(kept, d_kept, sizeof kept, cudaMemcpyDeviceToHost));
  for (int t = 0; t < THREADS; t++) {
    EXPECT_EQ(h[t], (t < n ? (t + 1) % n : 0) + (t < n - 1 ? 2 * ((t + 1) % (n - 1)) : 0));
    EXPECT_EQ(kept[t], (t < n) + (t < n - 2 ? 10 : 0) + 100 * (1 + (t < n - 2)));
  }

  // As long as the live threads need, and no longer.
  float4 points[n], *d_points;
  int lengths[2 * n], v[3 * n], *d_lengths, *d_v, spans = 0;
  float out[THREADS], *d_out;
  for (int i = 0; i < n; i++) {
    points[i].x = i, points[i].y = 2 * i, points[i].z = 3 * i, points[i].w = 4 * i;
    lengths[2 * i] = i, lengths[2 * i + 1] = i % 4;
  }
  for (int i = 0; i < 3 * n; i++)
    v[i] = i % 11;
  OK(cudaMalloc(&d_points, sizeof points));
  OK(cudaMalloc(&d_lengths, sizeof lengths));
  OK(cudaMalloc(&d_v, sizeof v));
  OK(cudaMalloc(&d_out, sizeof out));
  OK(cudaMemcpy(d_points, points, sizeof points, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_lengths, lengths, sizeof lengths, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_v, v, sizeof v, cudaMemcpyHostToDevice));
  OK(cudaMemset(d_out, 0, sizeof out));
  OK(cudaMemcpyToSymbol(made_spans, &spans, sizeof spans));
  values<<<1, THREADS>>>(d_points, d_v, d_lengths, d_out, n);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpyFromSymbol(&spans, made_spans, sizeof spans));
  EXPECT_EQ(spans, n);
  for (int t = 0; t < THREADS; t++) {
    int next = (t + 1) % n, mirrored = n - 1 - next, sum = 1;
    for (int i = 0; i < t % 4; i++)
      sum += (t + i) % 11;
    EXPECT_EQ(out[t], t < n ? next + 20 * mirrored + 3 * mirrored + 3 * next + sum : 0);
  }
  values_after_return<<<1, THREADS>>>(d_points, d_out, n);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpyFromSymbol(&spans, made_spans, sizeof spans));
  EXPECT_EQ(spans, 2 * n);
  for (int t = 0; t < THREADS; t++)
    EXPECT_EQ(out[t], t < n ? 5 * ((t + 1) % n) + 1 : 0);

  const int rounds = 3;
  OK(cudaMemset(d, 0, sizeof h));
  nested<<<1, THREADS>>>(d, d_kept, n, rounds);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(kept, d_kept, sizeof kept, cudaMemcpyDeviceToHost));
  int in[n], next[n];
  for (int t = 0; t < n; t++)
    in[t] = t;
  for (int r = 0; r < rounds; r++) {
    for (int t = 0; t < n; t++)
      next[t] = in[t] + (t < half ? in[(t + 1) % half] + r : 1000);
    for (int t = 0; t < n; t++)
      in[t] = next[(t + 1) % n] % 10007 + (t & 1) * 2;
  }
  for (int t = 0; t < THREADS; t++) {
    EXPECT_EQ(h[t], t < n ? in[t] : 0);
    EXPECT_EQ(kept[t], t >= n ? -1 : t >= half);
  }

  OK(cudaMemset(d, 0, sizeof h));
  behind_return<<<1, THREADS>>>(d, n);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int t = 0; t < THREADS; t++) {
    auto first = [&](int i) { return 100 + (i < half ? half - 1 - i : 0); };
    int want = first(t) + (t % 2 == 0 && t < n - 1 ? first(t + 1) : 0);
    for (int i = t; i < 2 * n; i += n / 3)
      want += 10000;
    do
      want += 1000000;
    while (want < 1000000 * (t % 3));
    EXPECT_EQ(h[t], t < n ? want : 0);
  }

  OK(cudaMemset(d, 0, sizeof h));
  leaving<<<1, THREADS>>>(d, n);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int t = 0; t < THREADS; t++)
    EXPECT_EQ(h[t], t >= n ? 7 : t % 5 == 2 ? 8 + t % 2 : 2 + 10 * (t - t % 5) + (t % 5 != 3) * 1000);

  OK(cudaMemset(d, 0, sizeof h));
  else_first<<<1, THREADS>>>(d, 32);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int t = 0; t < THREADS; t++)
    EXPECT_EQ(h[t], t < 32 ? 5 * (THREADS - 1 - t) : 0);

  else_if<<<1, THREADS>>>(d, 32);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int t = 0; t < THREADS; t++)
    EXPECT_EQ(h[t], t < 32 ? 5 * (THREADS - 1 - t) + 2 * (t % 2) + 1000 : 0);

  int counts[8] = {2, 0, 0, 0, 1, 1, 1, 1}, *d_counts;
  OK(cudaMalloc(&d_counts, sizeof counts));
  OK(cudaMemcpy(d_counts, counts, sizeof counts, cudaMemcpyHostToDevice));
  for (int i = 0; i < THREADS; i++)
    h[i] = i % 13;
  OK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  told<<<1, THREADS>>>(d, d_counts, n);
  for (int t = 0; t < n; t++)
    in[t] = h[t];
  for (int r = 0; r < 2; r++) {
    for (int t = 0; t < n; t++)
      next[t] = in[t] + in[(t + 1) % n];
    for (int t = 0; t < n; t++)
      in[t] = next[t];
  }
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int t = 0; t < THREADS; t++)
    EXPECT_EQ(h[t], t < n ? in[t] + 3 + 30000 : t % 13);

  for (int which = 0; which < THREADS; which += 63) {
    int zero = 0;
    OK(cudaMemcpyToSymbol(turns, &zero, sizeof zero));
    OK(cudaMemset(d, 0, sizeof h));
    alone<<<1, THREADS>>>(d, which);
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    for (int t = 0; t < THREADS; t++)
      EXPECT_EQ(h[t], t == which ? 15 + 1500 : 0);
  }

  const int live = THREADS + 10;
  OK(cudaMemset(d, 0, sizeof h));
  votes<<<4, THREADS>>>(d, live);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4 * THREADS; i++) {
    int of = i < THREADS ? THREADS : 10, want = 0;
    while (want <= of - 1)
      want += of / 2;
    while (want < 100)
      want += 10;
    want += i < live - 1 ? 101000 + (i >= THREADS) * 10000 : 0;
    EXPECT_EQ(h[i], i < live ? want : 0);
  }

  int stops[4] = {0, 0, 1, 1};
  OK(cudaMemcpy(d_counts, stops, sizeof stops, cudaMemcpyHostToDevice));
  OK(cudaMemset(d, 0, sizeof h));
  nobody<<<4, THREADS>>>(d, d_counts, n);
  OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 4 * THREADS; t++)
    EXPECT_EQ(h[t], t < n ? 3 : 0);

  OK(cudaFree(d_counts));
  OK(cudaFree(d_out));
  OK(cudaFree(d_v));
  OK(cudaFree(d_lengths));
  OK(cudaFree(d_points));
  OK(cudaFree(d_kept));
  OK(cudaFree(d));
  return verdict();
}
